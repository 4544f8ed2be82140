/** The skills of an agent type as texts: the same rendering as in a payload, without a task around it. */
import { diagnose } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import type { AgentSkills } from "../config/schema.ts";
import { type Host, HostError } from "../host/host.ts";
import { tasklessRenderer, type TasklessRequest } from "./skill_section.ts";
import { loadManifest } from "./manifest.ts";
import { pickSkills, preloadedSkills } from "./pick_skills.ts";
import { readTask, type Task } from "./task.ts";

type AgentRequest = TasklessRequest & { agentType: string; agent: AgentSkills };

/** A skill that cannot be used, or that the agent's definition preloads, is left out; `path` has all of a text. */
export async function agentSections(host: Host, { agent, agentType, ...request }: AgentRequest) {
  const { projectDir } = request;
  const picked = await pickSkills(host, {
    task: readTask({}) as Task,
    names: agent.skills,
    preloaded: await ownSkills(host, agentType, projectDir),
    places: { projectDir, manifest: loadManifest(host, projectDir) },
  });
  const render = tasklessRenderer(host, request);
  const done = await Promise.all(picked.skills.map(async ({ bundle: { name, path }, bundle }) => {
    const { text, failures, warnings } = await render(bundle, agent.strategy);
    return { name, path, text, failures, warnings };
  }));
  const place = agentType === "" ? {} : `agent ${agentType}`;
  const said = [...picked.problems, ...picked.warnings];
  return {
    sections: done.filter(({ failures }) => failures.length === 0),
    diagnostics: [
      ...said.map((message) => diagnose("agent-skill", place, message)),
      ...done.flatMap(({ failures, warnings }) => [...failures, ...warnings]),
    ],
  };
}

/** The project's definition of an agent beats the user's. */
export async function ownSkills(host: Host, agentType: string, projectDir: string) {
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
