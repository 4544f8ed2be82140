/** The skills of an agent type as texts: the same rendering as in a payload, without a task around it. */
import { diagnose } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import type { AgentSkills } from "../config/schema.ts";
import { type Host, HostError } from "../host/host.ts";
import { tasklessRenderer } from "./skill_section.ts";
import { loadManifest } from "./manifest.ts";
import { pickSkills, preloadedSkills } from "./pick_skills.ts";
import { readTask, type Task } from "./task.ts";

interface AgentRequest {
  /** Empty: whoever asks. */
  readonly agentType: string;
  readonly agent: AgentSkills;
  readonly projectDir: string;
  /** What stands for tokens without a task, besides the date. */
  readonly values: ReadonlyMap<string, string>;
  /** Milliseconds for the commands of one skill. */
  readonly deadlineMs: number;
}

/**
 * Renders an agent's skills. A skill that cannot be used is named and left out; one that the agent's
 * definition preloads is left out too. With each text comes the file that has all of it.
 */
export async function agentSections(
  host: Host,
  { agent, agentType, projectDir, values, deadlineMs }: AgentRequest,
) {
  const picked = await pickSkills(host, {
    task: readTask({}) as Task,
    names: agent.skills,
    preloaded: await ownSkills(host, agentType, projectDir),
    // An agent that was given a skill wants that one or none.
    fallback: "",
    places: { projectDir, manifest: loadManifest(host, projectDir) },
  });
  const render = tasklessRenderer(host, { projectDir, values, deadlineMs });
  const done = await Promise.all(picked.skills.map(async ({ bundle }) => {
    return { bundle, section: await render(bundle, agent.strategy) };
  }));
  const flaws = [...picked.problems, ...picked.warnings].map((message) =>
    diagnose("agent-skill", agentType === "" ? {} : `agent ${agentType}`, message)
  );
  return {
    sections: done.filter(({ section }) => section.failures.length === 0)
      .map(({ bundle: { name, path }, section: { text } }) => ({ name, text, path })),
    diagnostics: [
      ...flaws,
      ...done.flatMap(({ section }) => [...section.failures, ...section.warnings]),
    ],
  };
}

/** The project's definition of an agent beats the user's. */
export async function ownSkills(
  host: Host,
  agentType: string,
  projectDir: string,
): Promise<string[]> {
  if (!/^[\w.-]{1,100}$/.test(agentType) || agentType.startsWith(".")) return [];
  for (const directory of [projectConfigDirectory(projectDir), configDirectory(host)]) {
    if (directory === undefined) continue;
    try {
      const names = await preloadedSkills(host, joinPath(directory, `agents/${agentType}.md`));
      if (names !== undefined) return names;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
  return [];
}
