/** Where hooks may be configured: managed, user, project and local settings, and plugins. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { asString, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import {
  configDirectory,
  managedDirectory,
  pluginManifest,
  projectConfigDirectory,
} from "../catalog/places.ts";
import { type ActivePlugin, findPlugins } from "../catalog/plugins.ts";
import { Sources } from "../catalog/sources.ts";
import type { HookPlace, HookPlugin, HookScope } from "./handler.ts";

/** The files that hold hooks when the caller names none, in the order in which their handlers count. */
export function configuredPlaces(
  host: Host,
  projectDir: string,
  isProjectFile: (path: string) => boolean,
  diagnostics: Diagnostic[],
): HookPlace[] {
  const configDir = configDirectory(host);
  const project = projectConfigDirectory(projectDir);
  const files: (readonly [HookScope, string])[] = [
    ...managedFiles(host).map((path) => ["managed", path] as const),
    ...configDir === undefined ? [] : [["user", joinPath(configDir, "settings.json")] as const],
    ["project", joinPath(project, "settings.json")],
    ["local", joinPath(project, "settings.local.json")],
  ];
  // In the home directory the project's settings are the user's own: once is enough.
  const seen = new Set<string>();
  const places = files.filter(([, path]) => !seen.has(path) && seen.add(path));
  const settings = places.map(([scope, path]): HookPlace => {
    return { scope, path, needsApproval: scope !== "managed" && isProjectFile(path) };
  });
  const sources = new Sources(host);
  const flaws: Diagnostic[] = [];
  const plugins = findPlugins(host, sources, projectDir, flaws, isProjectFile);
  // A settings file that is no JSON is named by whoever reads its hooks: once is enough.
  diagnostics.push(
    ...flaws.filter(({ code, path = "" }) => !seen.has(path) || code !== "json-unreadable"),
  );
  const ofPlugin = (plugin: ActivePlugin) =>
    pluginPlaces(host, plugin, sources, configDir, isProjectFile, diagnostics);
  return [...settings, ...plugins.flatMap(ofPlugin)];
}

function managedFiles(host: Host): string[] {
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
  host: Host,
  { name, root }: ActivePlugin,
  sources: Sources,
  configDir: string | undefined,
  isProjectFile: (path: string) => boolean,
  diagnostics: Diagnostic[],
): HookPlace[] {
  const plugin: HookPlugin = { name, root, data: dataDirectory(host, name, root, configDir) };
  const common = { scope: "plugin", plugin, needsApproval: isProjectFile(root) } as const;
  const manifest = pluginManifest(root);
  const hooks = sources.readJson(manifest, diagnostics)?.hooks;
  const items = Array.isArray(hooks) ? hooks : [hooks];
  const named = items.map(asString).filter((path) => path !== undefined);
  const paths = new Set(
    ["hooks/hooks.json", ...named].map((path) => joinPath(root, path.replace(/^\.\//, ""))),
  );
  return [
    ...[...paths].map((path): HookPlace => ({ ...common, path })),
    ...items.filter(isFields).map((fields): HookPlace => {
      return {
        ...common,
        path: manifest,
        inline: isFields(fields.hooks) ? fields : { hooks: fields },
      };
    }),
  ];
}

/** `plugins/data/<plugin>-<marketplace>`, the marketplace being a folder of the plugin's own path. */
function dataDirectory(
  host: Host,
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
