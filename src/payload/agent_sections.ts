/** The skills of an agent type as texts: the same rendering as in a payload, without a task around it. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import type { AgentSkills } from "../config/schema.ts";
import { type Host, HostError } from "../host/host.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { skillCommands, skillVariables } from "./build_payload.ts";
import { CommandOutputs } from "./command_outputs.ts";
import { NO_MORE } from "./environment_values.ts";
import { realRoots } from "./locate_reference.ts";
import { pickSkills } from "./pick_skills.ts";
import { loadManifest, preloadedSkills } from "./skill_lookup.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import { type SkillSection, skillSection } from "./skill_section.ts";
import { readTask } from "./task.ts";

/** Which agent, and where. */
export interface AgentRequest {
  readonly agentType: string;
  readonly agent: AgentSkills;
  readonly projectDir: string;
  /** Milliseconds for the commands of one skill. */
  readonly deadlineMs: number;
}

/** One skill's text. */
export interface AgentSection {
  readonly name: string;
  readonly text: string;
  /** The file that has all of it. */
  readonly path: string;
}

/** What it is given. */
export interface AgentSections {
  readonly sections: readonly AgentSection[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders an agent's skills. A skill that cannot be used is named and left out; one that the agent's
 * definition preloads is left out too.
 */
export async function agentSections(host: Host, request: AgentRequest): Promise<AgentSections> {
  const { agent, agentType, projectDir } = request;
  const task = readTask({});
  if ("problem" in task) throw new TypeError(task.problem);
  const picked = await pickSkills(host, {
    task,
    names: agent.skills,
    preloaded: await ownSkills(host, agentType, projectDir),
    // An agent that was given a skill wants that one or none.
    fallback: "",
    places: { projectDir, manifest: loadManifest(host, projectDir) },
  });
  const values = new Map([["DATE", new Date(host.now()).toISOString().slice(0, 10)]]);
  const outputs = new CommandOutputs();
  const done = await Promise.all(picked.skills.map(({ bundle }) => render(bundle)));
  const flaws = [...picked.problems, ...picked.warnings].map((message) =>
    diagnose("agent-skill", `agent ${agentType}`, message)
  );
  return {
    sections: done.flatMap(({ bundle, section }) =>
      section.failures.length > 0
        ? []
        : [{ name: bundle.name, text: section.text, path: bundle.path }]
    ),
    diagnostics: [
      ...flaws,
      ...done.flatMap(({ section }) => [...section.failures, ...section.warnings]),
    ],
  };

  async function render(
    bundle: SkillBundle,
  ): Promise<{ bundle: SkillBundle; section: SkillSection }> {
    const { directory, pluginRoot } = bundle;
    const context = await skillCommands(host, bundle, projectDir, request.deadlineMs);
    const section = await skillSection(bundle, agent.strategy, {
      roots: realRoots(host, [
        projectDir,
        directory,
        ...pluginRoot === undefined ? [] : [pluginRoot],
      ]),
      values,
      variables: skillVariables(bundle, projectDir),
      environment: NO_MORE,
      commands: { kind: "run", context, outputs },
    }, host);
    return { bundle, section };
  }
}

/** The project's definition of an agent beats the user's. */
async function ownSkills(host: Host, agentType: string, projectDir: string): Promise<string[]> {
  if (!/^[\w.-]{1,100}$/.test(agentType) || agentType.startsWith(".")) return [];
  const user = configDirectory(host);
  const directories = [projectConfigDirectory(projectDir), ...user === undefined ? [] : [user]];
  for (const directory of directories) {
    try {
      const names = await preloadedSkills(host, joinPath(directory, `agents/${agentType}.md`));
      if (names !== undefined) return names;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
  return [];
}
