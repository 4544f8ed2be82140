/** What the agent's settings files say about plugins and skills: per key, local beats project beats user. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { isFields, jsonType } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory, projectConfigDirectory } from "./places.ts";
import type { Sources } from "./sources.ts";

interface PluginSwitches {
  readonly path: string;
  /** `name` or `name@marketplace` → on or off. */
  readonly switches: ReadonlyMap<string, boolean>;
}

/** The files that say something, strongest first: a list of names, or an object of `name@marketplace` to `true`. */
export function readSwitches(sources: Sources, projectDir: string | undefined) {
  return settingsPaths(sources, projectDir).flatMap((path) => {
    const value = sources.readJson(path, sources.diagnostics)?.enabledPlugins ?? undefined;
    if (value === undefined) return [];
    const rows = Array.isArray(value)
      ? value.filter((name) => typeof name === "string").map((name) => [name, true] as const)
      : isFields(value) && Object.entries(value).map(([name, on]) => [name, on === true] as const);
    if (rows) return [{ path, switches: new Map(rows) }];
    const message = 'Cannot read "enabledPlugins": expected an object or a list of names: got ' +
      jsonType(value);
    sources.diagnostics.push(diagnose("plugin-switches", path, message));
    return [];
  });
}

function settingsPaths({ host }: Sources, projectDir: string | undefined): string[] {
  const user = configDirectory(host);
  const project = projectDir && projectConfigDirectory(projectDir);
  const paths = project ? [`${project}/settings.local.json`, `${project}/settings.json`] : [];
  return [...new Set([...paths, ...user === undefined ? [] : [joinPath(user, "settings.json")]])];
}

/** The words of `skillOverrides` by skill; flaws of the files are named by {@linkcode readSwitches}. */
export function readOverrides(sources: Sources, projectDir: string | undefined) {
  const words = settingsPaths(sources, projectDir)
    .map((path) => sources.readJson(path)?.skillOverrides)
    .flatMap((value) => isFields(value) ? Object.entries(value) : []);
  // The strongest comes first, and the last one of a name counts.
  return new Map(words.reverse());
}

/** The user's word first, the project's last, for what the user leaves open; what it tried to change is reported. */
export function usersFirst(
  files: readonly PluginSwitches[],
  isProjects: (path: string) => boolean,
  diagnostics: Diagnostic[],
): PluginSwitches[] {
  const theirs = files.filter(({ path }) => isProjects(path));
  const users = files.filter((file) => !theirs.includes(file));
  for (const { path, switches } of theirs) {
    for (const [id, on] of users.flatMap((file) => [...file.switches])) {
      const word = [...switches].find(([name]) => namesSamePlugin(name, id))?.[1] ?? on;
      if (word === on) continue;
      const message = `Left plugin "${id}" as your own settings have it: this file would turn it ` +
        (word ? "on" : "off");
      diagnostics.push(diagnose("plugin-switches", { path, key: "enabledPlugins" }, message));
    }
  }
  return [...users, ...theirs];
}

/** By the first of the files that knows it. A key without a marketplace speaks for all of them, and the other way round. */
export function isEnabled(files: readonly PluginSwitches[], id: string): boolean {
  const [first = false] = files.flatMap(({ switches }) =>
    switches.get(id) ?? [...switches].find(([key]) => namesSamePlugin(key, id))?.[1] ?? []
  );
  return first;
}

/** Whether both can mean one plugin: equal, or equal names where one names no marketplace. */
export function namesSamePlugin(a: string, b: string): boolean {
  if (a === b) return true;
  return (!a.includes("@") || !b.includes("@")) && pluginName(a) === pluginName(b);
}

/** @param id `name` or `name@marketplace`. */
export function pluginName(id: string): string {
  return id.split("@", 1)[0]!;
}
