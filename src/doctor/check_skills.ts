/** Flaws of skills that keep them from being found, read or called by their name. */
import { lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { buildRegistry } from "../catalog/build.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { type Finding, finding, fromDiagnostics } from "./finding.ts";

/**
 * @param host The machine.
 * @param projectDir The project.
 * @returns What is wrong with skills here.
 */
export async function checkSkills(host: Host, projectDir: string): Promise<Finding[]> {
  const { diagnostics, paths } = await buildRegistry(host, { projectDir });
  const count = `${paths.length} skill${paths.length === 1 ? "" : "s"}`;
  return [
    finding("skills", "skills-read", {}, `${count} looked at`),
    ...fromDiagnostics("skills", diagnostics),
    ...reserved(host, projectDir, paths),
  ];
}

/** The agent's own commands win over skills of their name; a plugin's skills have the plugin's name before theirs. */
function reserved(host: Host, projectDir: string, paths: readonly string[]): Finding[] {
  const roots = [configDirectory(host), projectConfigDirectory(projectDir)]
    .filter((root) => root !== undefined).map((root) => `${root}/skills/`);
  return paths.flatMap((path): Finding[] => {
    if (!roots.some((root) => path.startsWith(root))) return [];
    const name = lastSegment(path.slice(0, path.lastIndexOf("/")), host.platform);
    if (!AGENT_COMMANDS.has(name)) return [];
    const message = `"/${name}" is a command of the agent's own: the skill cannot be typed`;
    return [
      finding("skills", "skill-name-reserved", { path }, message, "Rename the skill's folder"),
    ];
  });
}
