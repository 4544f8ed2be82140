/** Where hooks may be configured (protocol section 2.1): managed, user, project and local settings, and plugins. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { configDirectory, managedDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { type ActivePlugin, findPlugins } from "../catalog/plugins.ts";
import { readJsonObject } from "../catalog/read_json.ts";
import { Sources } from "../catalog/sources.ts";
import type { HookPlace, HookPlugin, HookScope } from "./handler.ts";

/** What looking for hooks asks of the machine. */
export type PlaceHost = Pick<Host, "env" | "platform" | "realPath" | "stat" | "readText" | "list">;

/** Tells whether the project can have written a file. */
export type IsProjectFile = (path: string) => boolean;

/**
 * Finds the files that hold hooks when the caller names none.
 *
 * @returns Places in the order in which their handlers count.
 */
export function configuredPlaces(
  host: PlaceHost,
  projectDir: string,
  isProjectFile: IsProjectFile,
  diagnostics: Diagnostic[],
): HookPlace[] {
  const configDir = configDirectory(host);
  const project = projectConfigDirectory(projectDir);
  const files: [HookScope, string][] = [
    ...managedFiles(host).map((path): [HookScope, string] => ["managed", path]),
    ...configDir === undefined ? [] : [["user", joinPath(configDir, "settings.json")] as const],
    ["project", joinPath(project, "settings.json")],
    ["local", joinPath(project, "settings.local.json")],
  ].map(([scope, path]) => [scope as HookScope, path!]);
  // In the home directory the project's settings are the user's own: once is enough.
  const seen = new Set<string>();
  const places = files.filter(([, path]) => !seen.has(path) && seen.add(path));
  const settings = places.map(([scope, path]): HookPlace => {
    return { scope, path, needsApproval: scope !== "managed" && isProjectFile(path) };
  });
  const sources = new Sources(host);
  const flaws: Diagnostic[] = [];
  const plugins = findPlugins(host, sources, configDir, projectDir, flaws, isProjectFile);
  // A settings file that is no JSON is named by whoever reads its hooks: once is enough.
  diagnostics.push(
    ...flaws.filter(({ code, path = "" }) => !seen.has(path) || code !== "json-unreadable"),
  );
  return [
    ...settings,
    ...plugins.flatMap((plugin) =>
      pluginPlaces(host, plugin, sources, configDir, isProjectFile, diagnostics)
    ),
  ];
}

function managedFiles(host: PlaceHost): string[] {
  const directory = managedDirectory(host);
  if (directory === undefined || host.stat(directory) === undefined) return [];
  const drops = joinPath(directory, "managed-settings.d");
  const names = (host.list(drops) ?? []).map(({ name }) => name)
    .filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return [
    joinPath(directory, "managed-settings.json"),
    ...names.sort().map((name) => joinPath(drops, name)),
  ];
}

/** The plugin's own file, and whatever its manifest names: a path, hooks themselves, or a list of both. */
function pluginPlaces(
  host: PlaceHost,
  { name, root }: ActivePlugin,
  sources: Sources,
  configDir: string | undefined,
  isProjectFile: IsProjectFile,
  diagnostics: Diagnostic[],
): HookPlace[] {
  const plugin: HookPlugin = { name, root, data: dataDirectory(host, name, root, configDir) };
  const common = { scope: "plugin", plugin, needsApproval: isProjectFile(root) } as const;
  const manifest = joinPath(root, ".claude-plugin/plugin.json");
  const named = readJsonObject(sources, manifest, diagnostics)?.hooks;
  const items = Array.isArray(named) ? named : [named];
  const paths = new Set([
    joinPath(root, "hooks/hooks.json"),
    ...items.map(asString).filter((path) => path !== undefined).map((path) =>
      joinPath(root, path.replace(/^\.\//, ""))
    ),
  ]);
  return [
    ...[...paths].map((path): HookPlace => ({ ...common, path })),
    ...items.filter(isFields).map((fields): HookPlace => {
      return { ...common, path: manifest, inline: inlineHooks(fields) };
    }),
  ];
}

function inlineHooks(fields: Fields): Fields {
  return isFields(fields.hooks) ? fields : { hooks: fields };
}

/** `plugins/data/<plugin>-<marketplace>`, the marketplace being a folder of the plugin's own path. */
function dataDirectory(
  host: PlaceHost,
  name: string,
  root: string,
  configDir: string | undefined,
): string | undefined {
  if (host.env("CLAUDE_PLUGIN_ROOT") === root) return host.env("CLAUDE_PLUGIN_DATA");
  if (configDir === undefined) return undefined;
  const cache = joinPath(configDir, "plugins/cache/");
  const marketplace = root.startsWith(cache) ? root.slice(cache.length).split("/")[0] : undefined;
  const own = marketplace ? `${name}-${marketplace}` : name;
  return joinPath(configDir, `plugins/data/${own.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`);
}
