/** Flaws of skills that keep them from being found, read or called by their name. */
import { counted } from "../base/counted.ts";
import type { Host } from "../host/host.ts";
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { buildCatalog } from "../catalog/catalog.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import { type Finding, finding, fromDiagnostics } from "./finding.ts";

export async function checkSkills(host: Host, projectDir: string): Promise<Finding[]> {
  const { diagnostics, skills } = await buildCatalog(host, { projectDir });
  const count = counted(skills.length, "skill");
  return [
    finding("skills", "skills-read", {}, `${count} looked at`),
    ...fromDiagnostics("skills", diagnostics),
    ...reserved(skills),
  ];
}

/** A skill of the agent's own list wins over the agent's own commands; one that it does not list cannot. */
function reserved(skills: readonly CatalogSkill[]): Finding[] {
  return skills.filter(({ agent, invoke, shadowedBy }) =>
    !agent.listed && shadowedBy === undefined && AGENT_COMMANDS.has(invoke)
  ).map(({ invoke, path }) => {
    const message = `"/${invoke}" is a command of the agent's own: typed, it does not lead here`;
    return finding("skills", "skill-name-reserved", { path }, message, "Rename the skill");
  });
}
