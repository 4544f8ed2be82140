/**
 * Finds one skill by its name, without looking at any other: a hook asks at every use of a skill, and
 * most skills are none of ours. Names resolve as in the agent (protocol sections 3.4 and 3.6): the
 * directory's name counts, a name in the frontmatter is an alias.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { asString } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { findLevels } from "./levels.ts";
import type { Host } from "../host/host.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";
import { findAlias } from "./find_alias.ts";
import { configDirectory, projectConfigDirectory } from "./places.ts";
import { findPlugins } from "./plugins.ts";
import { readJsonObject } from "./read_json.ts";
import { look, Sources } from "./sources.ts";

/** What is looked for. */
export interface SkillQuery {
  /** The part before the colon, if one was written. */
  readonly plugin: string | undefined;
  readonly name: string;
  readonly projectDir: string | undefined;
  /** Where the agent stands: the project's skills may also lie between here and the project. */
  readonly cwd?: string | undefined;
}

/** What looking asks of the machine. */
export type LocateHost = Pick<
  Host,
  "env" | "executable" | "list" | "platform" | "readBytes" | "readText" | "realPath" | "stat"
>;

interface Place {
  readonly skillsDir: string;
  readonly pluginRoot: string | undefined;
  readonly plugin: string | undefined;
}

/** Deeper than any repository. */
const MAX_LEVELS = 20;

/**
 * Finds a skill among personal, project and plugin skills, in this order.
 *
 * @param host The machine.
 * @param query What is looked for.
 * @returns Where it lies, or `undefined`.
 */
export function locateSkill(host: LocateHost, query: SkillQuery): LocatedSkill | undefined {
  const places: Place[] = [];
  for (const more of [ownPlaces, pluginPlaces]) {
    for (const place of more(host, query)) {
      if (query.plugin !== undefined && place.plugin !== query.plugin) continue;
      if (holds(host, place.skillsDir, query.name)) return located(place, query.name);
      places.push(place);
    }
  }
  for (const place of places) {
    const name = findAlias(host, place.skillsDir, query.name);
    if (name !== undefined) return located(place, name);
  }
  return undefined;
}

/**
 * Finds a skill of one plugin.
 *
 * @param host The machine.
 * @param root The plugin's root directory.
 * @param name The skill's directory.
 * @returns Where it lies, or `undefined`.
 */
export function locateInPlugin(
  host: LocateHost,
  root: string,
  name: string,
): LocatedSkill | undefined {
  const skillsDir = joinPath(root, "skills");
  if (!holds(host, skillsDir, name)) return undefined;
  return located({ skillsDir, pluginRoot: root, plugin: pluginNameAt(host, root) }, name);
}

function located({ skillsDir, pluginRoot, plugin }: Place, name: string): LocatedSkill {
  const qualified = plugin === undefined ? name : `${plugin}:${name}`;
  return { name, qualified, skillsDir, pluginRoot };
}

function holds(host: LocateHost, skillsDir: string, name: string): boolean {
  return look(host, joinPath(skillsDir, name))?.kind === "directory" ||
    look(host, joinPath(skillsDir, `${name}-first-use/SKILL.md`))?.kind === "file";
}

/** Personal skills, then the project's from where the agent stands up to the project. */
function ownPlaces(host: LocateHost, query: SkillQuery): Place[] {
  if (query.plugin !== undefined) return [];
  const configDir = configDirectory(host);
  const directories = projectLevels(host, query).map(projectConfigDirectory);
  if (configDir !== undefined) directories.unshift(configDir);
  return [...new Set(directories)].map((directory) => ({
    skillsDir: joinPath(directory, "skills"),
    pluginRoot: undefined,
    plugin: undefined,
  }));
}

function projectLevels(host: LocateHost, { projectDir, cwd }: SkillQuery): string[] {
  const start = projectDir ?? cwd;
  const below: string[] = [];
  const { levels } = findLevels(host, start);
  if (start === undefined || cwd === undefined || !cwd.startsWith(joinPath(start, ""))) {
    return [...levels];
  }
  for (
    let level: string | undefined = cwd;
    level !== undefined && level.length > start.length && below.length < MAX_LEVELS;
    level = parentPath(level)
  ) below.push(level);
  return [...below, ...levels];
}

function pluginPlaces(host: LocateHost, { projectDir }: SkillQuery): Place[] {
  // A broken plugin list is named by the registry; here it only means fewer places to look.
  const diagnostics: Diagnostic[] = [];
  const sources = new Sources(host);
  const found = findPlugins(host, sources, configDirectory(host), projectDir, diagnostics);
  const places = found.map(({ name, root }) => ({
    skillsDir: joinPath(root, "skills"),
    pluginRoot: root,
    plugin: name,
  }));
  const own = ownRoot(host);
  const plugin = own === undefined ? undefined : pluginNameAt(host, own);
  if (own === undefined || plugin === undefined) return places;
  if (places.some((place) => place.plugin === plugin)) return places;
  return [{ skillsDir: joinPath(own, "skills"), pluginRoot: own, plugin }, ...places];
}

/** A directive of a skill sees no `CLAUDE_PLUGIN_ROOT`; the program knows where it lies itself. */
function ownRoot(host: LocateHost): string | undefined {
  const match = /^(.*)[/\\]bin[/\\][^/\\]+$/.exec(host.executable());
  return match?.[1];
}

function pluginNameAt(host: LocateHost, root: string): string | undefined {
  const manifest = readJsonObject(
    new Sources(host),
    joinPath(root, ".claude-plugin/plugin.json"),
    [],
  );
  return asString(manifest?.name) || undefined;
}
