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
import { findPlugins } from "../catalog/plugins.ts";
import { Sources } from "../catalog/sources.ts";
import type { HookPlace, HookScope } from "./handler.ts";

/** The files that hold hooks when the caller names none, in the order in which their handlers count. */
export function configuredPlaces(
  host: Host,
  projectDir: string,
  isProjectFile: (path: string) => boolean,
  diagnostics: Diagnostic[],
): HookPlace[] {
  const configDir = configDirectory(host);
  const project = projectConfigDirectory(projectDir);
  // In the home directory the project's settings are the user's own: the first scope of a path counts.
  const files = new Map<string, HookScope>(managedFiles(host).map((path) => [path, "managed"]));
  const add = (path: string, scope: HookScope) => files.has(path) || files.set(path, scope);
  if (configDir !== undefined) add(joinPath(configDir, "settings.json"), "user");
  add(joinPath(project, "settings.json"), "project");
  add(joinPath(project, "settings.local.json"), "local");
  const sources = new Sources(host);
  const plugins = findPlugins(sources, projectDir, isProjectFile);
  // A settings file that is no JSON is named where its hooks are read: once is enough.
  diagnostics.push(
    ...sources.diagnostics.filter(({ code, path = "" }) =>
      !files.has(path) || code !== "json-unreadable"
    ),
  );
  const settings = [...files].map(([path, scope]): HookPlace => {
    return { scope, path, needsApproval: scope !== "managed" && isProjectFile(path) };
  });
  return settings.concat(plugins.flatMap(({ name, root }) => {
    const plugin = { name, root, data: dataDirectory(host, name, root, configDir) };
    const common = { scope: "plugin", plugin, needsApproval: isProjectFile(root) } as const;
    const manifest = pluginManifest(root);
    const named = sources.readJson(manifest, diagnostics)?.hooks;
    return pluginHooks(root, manifest, named).map((place) => ({ ...common, ...place }));
  }));
}

function managedFiles(host: Host): string[] {
  const directory = managedDirectory(host);
  if (directory === undefined || host.stat(directory) === undefined) return [];
  const drops = joinPath(directory, "managed-settings.d");
  const paths = (host.list(drops) ?? []).map(({ name }) => name)
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .sort().map((name) => joinPath(drops, name));
  return [joinPath(directory, "managed-settings.json"), ...paths];
}

/** The plugin's own file, and whatever its manifest names: a path, hooks themselves, or a list of both. */
function pluginHooks(root: string, manifest: string, hooks: unknown) {
  const items: unknown[] = [hooks].flat();
  const named = items.flatMap((item) => asString(item)?.replace(/^\.\//, "") ?? []);
  const paths = ["hooks/hooks.json", ...named].map((path) => joinPath(root, path));
  return [
    ...[...new Set(paths)].map((path) => ({ path })),
    ...items.filter(isFields).map((item) => ({
      path: manifest,
      inline: isFields(item.hooks) ? item : { hooks: item },
    })),
  ];
}

/** `plugins/data/<plugin>-<marketplace>`, the marketplace being a folder of the plugin's own path. */
function dataDirectory(host: Host, name: string, root: string, configDir: string | undefined) {
  if (host.env("CLAUDE_PLUGIN_ROOT") === root) return host.env("CLAUDE_PLUGIN_DATA");
  if (configDir === undefined) return undefined;
  const cache = joinPath(configDir, "plugins/cache/");
  const marketplace = root.startsWith(cache) ? root.slice(cache.length).split("/")[0] : undefined;
  const own = marketplace ? `${name}-${marketplace}` : name;
  return joinPath(configDir, `plugins/data/${own.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`);
}
