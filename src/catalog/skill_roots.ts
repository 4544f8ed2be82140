/** Where skills lie: the agent's own places, and `.agents/skills`, the folder all agents may share. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString } from "../base/json_type.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
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
}

/** The directories of skills, strongest first, none twice; they need not exist. */
export function skillRoots(
  host: Host,
  sources: Sources,
  { projectDir, touched = [] }: SkillContext,
  diagnostics: Diagnostic[],
): SkillRoot[] {
  const roots: SkillRoot[] = [];
  const configDir = configDirectory(host);
  const home = homeDirectory(host);
  const { ways } = host;
  const isClaude = ways === undefined;
  const add = (parent: string, source: IndexSource, isAgents: boolean, scope?: string) => {
    const path = joinPath(parent, "skills");
    roots.push({ path, source, isAgents, hasFlat: isAgents, scope });
  };
  const addOwn = (path: string, source: IndexSource, scope?: string) => {
    const isDeep = ways?.listsDeep === true;
    roots.push({ path, source, isAgents: true, hasFlat: false, scope, isDeep });
  };
  const addBoth = (directory: string, scope?: string) => {
    for (const place of ways?.projectSkills ?? []) {
      addOwn(joinPath(directory, place), "project", scope);
    }
    add(projectConfigDirectory(directory), "project", isClaude, scope);
    add(agentsDirectory(directory), "project", false, scope);
  };
  for (const path of ways?.userSkills ?? []) addOwn(path, "user");
  if (configDir !== undefined) add(configDir, "user", isClaude);
  if (home !== undefined) add(agentsDirectory(home), "user", false);
  const { levels, mainCheckout, top } = findLevels(host, projectDir);
  for (const level of levels) addBoth(level);
  if (mainCheckout !== undefined && top !== undefined) {
    const own = joinPath(projectConfigDirectory(top), "skills");
    if (sources.observe(own) === undefined) {
      add(projectConfigDirectory(mainCheckout), "project", true);
    }
  }
  const start = joinPath(projectDir ?? "", "");
  for (const directory of touched) {
    if (directory.startsWith(start)) addBoth(directory, directory.slice(start.length));
  }
  for (const { name, root } of findPlugins(host, sources, projectDir, diagnostics)) {
    if (isTypable(name)) roots.push(...pluginRoots(sources, name, root));
    else {
      const message = `Left out plugin: its name cannot be typed: "${name}"`;
      diagnostics.push(diagnose("plugin-unusable", root, message));
    }
  }
  const seen = new Set<string>();
  return roots.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Where a plugin has its skills: `skills/`, what its manifest names besides, or, without either, itself. */
function pluginRoots(sources: Sources, name: string, root: string): SkillRoot[] {
  const plugin = { source: "plugin", plugin: name, pluginRoot: root } as const;
  const place = { ...plugin, isAgents: true, hasFlat: false };
  const isSkill = (path: string) => sources.observe(joinPath(path, "SKILL.md")) !== undefined;
  const skills = joinPath(root, "skills");
  // What is wrong with the manifest was said when the plugin was found.
  const named = sources.readJson(pluginManifest(root))?.skills;
  const more = (Array.isArray(named) ? named : [named]).flatMap((path) => {
    const plain = asString(path)?.replace(/^\.\//, "").replace(/\/$/, "") ?? "";
    const isBelow = plain !== "" && !plain.split(/[/\\]/).includes("..");
    return isBelow && plain !== "skills" ? [joinPath(root, plain)] : [];
  });
  const isBare = more.length === 0 && sources.observe(skills) === undefined && isSkill(root);
  if (isBare) return [{ ...place, path: root, isSkill: true }];
  return [
    { ...place, path: skills },
    ...more.map((path) => ({ ...place, path, isSkill: isSkill(path) })),
  ];
}

/** A folder among your or a project's skills may be a plugin, by its manifest: its directories of skills, if any. */
export function skillsDirectoryPlugin(
  sources: Sources,
  path: string,
  platform: string,
): SkillRoot[] {
  const manifest = sources.readJson(pluginManifest(path));
  if (manifest === undefined) return [];
  const name = asString(manifest.name) || lastSegment(path, platform);
  return isTypable(name) ? pluginRoots(sources, name, path).filter(({ isSkill }) => !isSkill) : [];
}
