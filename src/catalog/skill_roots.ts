/** Where skills lie: the agent's own places, and `.agents/skills`, the folder all agents may share. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { findLevels } from "./levels.ts";
import {
  agentsDirectory,
  configDirectory,
  homeDirectory,
  projectConfigDirectory,
} from "./places.ts";
import { isTypable } from "./cooperation.ts";
import { findPlugins } from "./plugins.ts";
import type { SkillSource } from "./registry.ts";
import type { Sources } from "./sources.ts";

/** A directory of skills. */
export interface SkillRoot {
  readonly path: string;
  readonly source: SkillSource;
  readonly plugin: string | undefined;
  /** Root of that plugin. */
  readonly pluginRoot: string | undefined;
  /** Whether the agent looks here itself. */
  readonly isAgents: boolean;
  /** Whether a Markdown file right here can be a skill (design document 002, section 5). */
  readonly hasFlat: boolean;
}

/** What finding them asks of the machine. */
export type RootsHost = Pick<Host, "env" | "platform" | "readText" | "realPath" | "stat">;

/**
 * Lists the directories of skills.
 *
 * @param host The machine.
 * @param sources Reads files and remembers what they looked like.
 * @param projectDir The project, if any.
 * @param diagnostics Flaws are added here.
 * @returns Strongest first, none twice; they need not exist.
 */
export function skillRoots(
  host: RootsHost,
  sources: Sources,
  projectDir: string | undefined,
  diagnostics: Diagnostic[],
): SkillRoot[] {
  const roots: SkillRoot[] = [];
  const configDir = configDirectory(host);
  const home = homeDirectory(host);
  const none = { plugin: undefined, pluginRoot: undefined };
  const own = (parent: string | undefined, source: SkillSource, isAgents: boolean) => {
    if (parent === undefined) return;
    roots.push({ path: joinPath(parent, "skills"), source, ...none, isAgents, hasFlat: isAgents });
  };
  own(configDir, "personal", true);
  own(home === undefined ? undefined : agentsDirectory(home), "personal", false);
  const { levels, mainCheckout, top } = findLevels(host, projectDir);
  for (const level of levels) {
    own(projectConfigDirectory(level), "project", true);
    own(agentsDirectory(level), "project", false);
  }
  if (mainCheckout !== undefined && top !== undefined) {
    const skills = joinPath(projectConfigDirectory(top), "skills");
    if (sources.observe(skills) === undefined) {
      own(projectConfigDirectory(mainCheckout), "project", true);
    }
  }
  for (const { name, root } of findPlugins(host, sources, configDir, projectDir, diagnostics)) {
    if (!isTypable(name)) {
      const message = `Left out plugin: its name cannot be typed: "${name}"`;
      diagnostics.push(diagnose("plugin-unusable", root, message));
      continue;
    }
    const path = joinPath(root, "skills");
    const plugin = { source: "plugin", plugin: name, pluginRoot: root } as const;
    roots.push({ path, ...plugin, isAgents: true, hasFlat: false });
  }
  const seen = new Set<string>();
  return roots.filter(({ path }) => !seen.has(path) && seen.add(path));
}
