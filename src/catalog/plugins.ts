/** The plugins that count here: installed, turned on, in scope; and the one we run from, which need not be installed. */
import { diagnose } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { asString, isFields } from "../base/json_type.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { configDirectory, pluginManifest } from "./places.ts";
import { isEnabled, namesSamePlugin, pluginName, readSwitches, usersFirst } from "./settings.ts";
import { isSamePlace, look, type Sources } from "./sources.ts";

interface ActivePlugin {
  readonly name: string;
  readonly root: string;
}

type Installation = ReturnType<typeof readInstallations>[number];

/** Strongest first: where a plugin is installed twice, the scope counts that is most about this place. */
const SCOPES: readonly string[] = ["local", "project", "user", "managed"];
const FOR_ONE_PROJECT: readonly string[] = ["local", "project"];

/** The plugin we run from first, the others by identifier. A file that `isProjects` overrules nothing of the user's. */
export function findPlugins(
  sources: Sources,
  projectDir: string | undefined,
  isProjects?: (path: string) => boolean,
): ActivePlugin[] {
  const { host, diagnostics } = sources;
  const own = ownPlugin(sources);
  const active: ActivePlugin[] = own === undefined ? [] : [own];
  const configDir = configDirectory(host);
  const written = readSwitches(sources, projectDir);
  const switches = isProjects ? usersFirst(written, isProjects, diagnostics) : written;
  if (configDir === undefined) return active;
  const path = joinPath(configDir, "plugins/installed_plugins.json");
  const flaw = (message: string) => diagnostics.push(diagnose("plugin-unusable", path, message));
  const installed = readInstallations(sources, path, flaw);
  for (const [id, items] of groupBy(installed, (item) => item.id)) {
    const name = pluginName(id);
    if (name === own?.name || !isEnabled(switches, id)) continue;
    const leftOut = (why: string) => flaw(`Left out plugin "${id}": ${why}`);
    for (const { scope, projectPath } of items) {
      if (!SCOPES.includes(scope)) leftOut(`unknown scope "${scope}"`);
      else if (FOR_ONE_PROJECT.includes(scope) && projectPath === undefined) {
        leftOut(`its scope "${scope}" needs a "projectPath"`);
      }
    }
    const [root] = SCOPES.flatMap((scope) =>
      items.find((item) => item.scope === scope && isHere(host, item, projectDir))?.installPath ??
        []
    );
    if (root === undefined) continue;
    const problem = pathProblem(host, root);
    if (problem === undefined) active.push({ name, root });
    else {
      // Only a useless directory is watched: a good one changes with every file beside its skills.
      sources.observe(root);
      leftOut(`its "installPath" ${problem}: "${root}"`);
    }
  }
  for (const file of switches) {
    for (const id of file.switches.keys()) {
      if (!isEnabled(switches, id) || pluginName(id) === own?.name) continue;
      if (installed.some((item) => namesSamePlugin(item.id, id))) continue;
      const message = `Plugin "${id}" is enabled but not installed`;
      const remedy = "Install it or turn it off";
      diagnostics.push(diagnose("plugin-not-installed", file.path, message, remedy));
    }
  }
  return active;
}

function ownPlugin(sources: Sources): ActivePlugin | undefined {
  const { host, diagnostics } = sources;
  const root = host.env("CLAUDE_PLUGIN_ROOT");
  if (root === undefined || !isAbsolutePath(root, host.platform)) return undefined;
  const name = asString(sources.readJson(pluginManifest(root), diagnostics)?.name);
  return name ? { name, root } : undefined;
}

/** By identifier, from any form of the file: flat, version 1 (an object for each plugin), 2 (a list, by scope). */
function readInstallations(sources: Sources, path: string, flaw: (message: string) => void) {
  const file = sources.readJson(path, sources.diagnostics) ?? {};
  const { version, plugins } = file;
  // A flat list may hold a plugin that is called "plugins": that one has an install path.
  const isNested = isFields(plugins) && typeof plugins.installPath !== "string";
  const table = isNested ? plugins : file;
  const isEntry = (id: string) => isNested || id !== "version" || typeof version !== "number";
  return Object.keys(table).filter(isEntry).sort().flatMap((id) =>
    [table[id]].flat().flatMap((item) => {
      const fields = isFields(item) ? item : {};
      const installPath = asString(fields.installPath);
      if (!installPath) {
        flaw(`Cannot read installed plugin "${id}": "installPath" must be a string`);
        return [];
      }
      const scope = asString(fields.scope) ?? "user";
      return [{ id, scope, projectPath: asString(fields.projectPath), installPath }];
    })
  );
}

function isHere(host: Host, { scope, projectPath }: Installation, projectDir?: string): boolean {
  return !FOR_ONE_PROJECT.includes(scope) ||
    projectPath !== undefined && projectDir !== undefined &&
      isSamePlace(host, projectPath, projectDir);
}

function pathProblem(host: Host, path: string): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return "must be an absolute path";
  const kind = look(host, path)?.kind;
  if (kind === undefined) {
    return "does not exist or cannot be read, install it again or turn it off";
  }
  return kind === "directory" ? undefined : "is not a directory";
}
