/** Where skills lie: the agent's own places, and `.agents/skills`, the folder all agents may share. */
import { diagnose } from "../base/diagnostic.ts";
import { asString } from "../base/json_type.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import type { IndexSource } from "../skill/manifest.ts";
import { findLevels } from "./levels.ts";
import {
  agentsDirectory,
  configDirectory,
  homeDirectory,
  pluginManifest,
  projectConfigDirectory,
} from "./places.ts";
import { findPlugins } from "./plugins.ts";
import { isTypable } from "./registry.ts";
import type { Sources } from "./sources.ts";

export interface SkillContext {
  /** The directory that the session was started in; `undefined`: no project's skills. */
  readonly projectDir: string | undefined;
  /** Directories below it where a file was touched: the agent has taken their skills, too. */
  readonly touched?: readonly string[];
}

export interface SkillRoot {
  readonly path: string;
  readonly source: IndexSource;
  readonly plugin?: string | undefined;
  readonly pluginRoot?: string | undefined;
  readonly isAgents: boolean;
  /** Whether a Markdown file right here can be a skill (docs/skills-as-data.md). */
  readonly hasFlat: boolean;
  /** The agent lists skills below it at any depth. */
  readonly isDeep?: boolean;
  /** The directory is one skill, not a directory of skills. */
  readonly isSkill?: boolean;
  /** For a directory below the start, such as `pkg/b`: stands before names that are taken. */
  readonly scope?: string | undefined;
  /** How far to look, for one that a caller adds. */
  readonly bounds?: { readonly depth: number; readonly directories: number };
}

/** The directories of skills, strongest first, none twice; they need not exist. */
export function skillRoots(sources: Sources, context: SkillContext): SkillRoot[] {
  const { projectDir, touched = [] } = context;
  const { host, host: { ways } } = sources;
  const isClaude = ways === undefined;
  const isDeep = ways?.listsDeep === true;
  const below = (parent: string, source: IndexSource, isAgents: boolean, scope?: string) => {
    return { path: joinPath(parent, "skills"), source, isAgents, hasFlat: isAgents, scope };
  };
  const agentsOwn = (path: string, source: IndexSource, scope?: string) => {
    return { path, source, isAgents: true, hasFlat: false, isDeep, scope };
  };
  const ofProject = (directory: string, scope?: string): SkillRoot[] => [
    ...(ways?.projectSkills ?? [])
      .map((place) => agentsOwn(joinPath(directory, place), "project", scope)),
    below(projectConfigDirectory(directory), "project", isClaude, scope),
    below(agentsDirectory(directory), "project", false, scope),
  ];
  const configDir = configDirectory(host);
  const home = homeDirectory(host);
  const { levels, mainCheckout, top } = findLevels(host, projectDir);
  const start = joinPath(projectDir ?? "", "");
  const roots: SkillRoot[] = [
    ...(ways?.userSkills ?? []).map((path) => agentsOwn(path, "user")),
    ...configDir === undefined ? [] : [below(configDir, "user", isClaude)],
    ...home === undefined ? [] : [below(agentsDirectory(home), "user", false)],
    ...levels.flatMap((level) => ofProject(level)),
  ];
  const hasOwn = mainCheckout === undefined || top === undefined ||
    sources.observe(joinPath(projectConfigDirectory(top), "skills")) !== undefined;
  if (!hasOwn) roots.push(below(projectConfigDirectory(mainCheckout), "project", true));
  for (const directory of touched.filter((one) => one.startsWith(start))) {
    roots.push(...ofProject(directory, directory.slice(start.length)));
  }
  for (const { name, root } of findPlugins(sources, projectDir)) {
    if (isTypable(name)) roots.push(...pluginRoots(sources, name, root));
    else {
      const message = `Left out plugin: its name cannot be typed: "${name}"`;
      sources.diagnostics.push(diagnose("plugin-unusable", root, message));
    }
  }
  const seen = new Set<string>();
  return roots.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Where a plugin has its skills: `skills/`, what its manifest names besides, or, without either, itself. */
function pluginRoots(sources: Sources, name: string, root: string): SkillRoot[] {
  const isSkill = (path: string) => sources.observe(joinPath(path, "SKILL.md")) !== undefined;
  const place = (path: string, isSkill = false): SkillRoot => {
    const plugin = { plugin: name, pluginRoot: root };
    return { path, source: "plugin", ...plugin, isAgents: true, hasFlat: false, isSkill };
  };
  const skills = joinPath(root, "skills");
  // What is wrong with the manifest was said when the plugin was found.
  const more = [sources.readJson(pluginManifest(root))?.skills].flat().flatMap((path) => {
    const plain = asString(path)?.replace(/^\.\//, "").replace(/\/$/, "") ?? "";
    const isBelow = plain !== "" && !plain.split(/[/\\]/).includes("..");
    return isBelow && plain !== "skills" ? [joinPath(root, plain)] : [];
  });
  const isBare = more.length === 0 && sources.observe(skills) === undefined && isSkill(root);
  if (isBare) return [place(root, true)];
  return [place(skills), ...more.map((path) => place(path, isSkill(path)))];
}

/** A folder among skills may be a plugin, by its manifest: its directories of skills, if any. */
export function skillsDirectoryPlugin(sources: Sources, path: string): SkillRoot[] {
  const manifest = sources.readJson(pluginManifest(path));
  if (manifest === undefined) return [];
  const name = asString(manifest.name) || lastSegment(path, sources.host.platform);
  return isTypable(name) ? pluginRoots(sources, name, path).filter(({ isSkill }) => !isSkill) : [];
}
