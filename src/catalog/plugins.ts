/**
 * The plugins that count here: installed, turned on, in scope; and the one we run from, which need not be installed.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { configDirectory, pluginManifest } from "./places.ts";
import {
  isEnabled,
  namesSamePlugin,
  pluginName,
  type PluginSwitches,
  readPluginSwitches,
  usersFirst,
} from "./settings.ts";
import { isSamePlace, look, type Sources } from "./sources.ts";

export interface ActivePlugin {
  readonly name: string;
  readonly root: string;
}

interface Installation {
  /** `name` or `name@marketplace`. */
  readonly id: string;
  readonly scope: string;
  /** For scope `project` and `local`: the project it is for. */
  readonly projectPath: string | undefined;
  readonly installPath: string;
}

/** The more a scope is about this place, the stronger; where a plugin is installed twice, the strongest counts. */
const SCOPES: readonly string[] = ["local", "project", "user", "managed"];
const FOR_ONE_PROJECT: readonly string[] = ["local", "project"];

/**
 * @param isProjects Whether a file is the project's: then it overrules nothing that the user's settings say. Without it
 * the files rank as the agent ranks them.
 * @returns The plugin we run from first, the others by identifier.
 */
export function findPlugins(
  host: Host,
  sources: Sources,
  projectDir: string | undefined,
  diagnostics: Diagnostic[],
  isProjects?: (path: string) => boolean,
): ActivePlugin[] {
  const configDir = configDirectory(host);
  const own = ownPlugin(host, sources, diagnostics);
  const active: ActivePlugin[] = own === undefined ? [] : [own];
  const written = readPluginSwitches(sources, configDir, projectDir, diagnostics);
  const switches = isProjects === undefined
    ? written
    : usersFirst(written, isProjects, diagnostics);
  if (configDir === undefined) return active;
  const path = joinPath(configDir, "plugins/installed_plugins.json");
  const flaw = (id: string, problem: string) => {
    diagnostics.push(diagnose("plugin-unusable", path, `Left out plugin "${id}": ${problem}`));
  };
  const installed = readInstallations(sources, path, diagnostics);
  for (const [id, items] of groupBy(installed, (item) => item.id)) {
    const name = pluginName(id);
    if (name === own?.name || !isEnabled(switches, id)) continue;
    for (const item of items) {
      const problem = scopeProblem(item);
      if (problem !== undefined) flaw(id, problem);
    }
    const chosen = inScope(host, items, projectDir);
    if (chosen === undefined) continue;
    const problem = pathProblem(host, chosen.installPath);
    if (problem === undefined) active.push({ name, root: chosen.installPath });
    else {
      // Only a useless directory is watched: a good one changes with every file beside its skills.
      sources.observe(chosen.installPath);
      flaw(id, `its "installPath" ${problem}: "${chosen.installPath}"`);
    }
  }
  reportMissing(switches, installed, own, diagnostics);
  return active;
}

function ownPlugin(
  host: Host,
  sources: Sources,
  diagnostics: Diagnostic[],
): ActivePlugin | undefined {
  const root = host.env("CLAUDE_PLUGIN_ROOT");
  if (root === undefined || !isAbsolutePath(root, host.platform)) return undefined;
  const name = asString(sources.readJson(pluginManifest(root), diagnostics)?.name);
  return name ? { name, root } : undefined;
}

/**
 * The list, by identifier, in its three forms: a flat object, version 1 (an object for each plugin) and version 2 (a
 * list for each plugin, one item for each scope and project). Items without an install path are left out and named.
 */
function readInstallations(
  sources: Sources,
  path: string,
  diagnostics: Diagnostic[],
): Installation[] {
  const table = pluginTable(sources.readJson(path, diagnostics) ?? {});
  return Object.keys(table).sort().flatMap((id) =>
    [table[id]].flat().flatMap((item) => {
      const fields = isFields(item) ? item : {};
      const installPath = asString(fields.installPath);
      const scope = asString(fields.scope) ?? "user";
      if (installPath) {
        return [{ id, scope, projectPath: asString(fields.projectPath), installPath }];
      }
      const message = `Cannot read installed plugin "${id}": "installPath" must be a string`;
      diagnostics.push(diagnose("plugin-unusable", path, message));
      return [];
    })
  );
}

/** A flat list may hold a plugin that is called "plugins": that one has an install path. */
function pluginTable(file: Fields): Fields {
  const { plugins } = file;
  if (isFields(plugins) && typeof plugins.installPath !== "string") return plugins;
  const { version: _version, ...flat } = file;
  return typeof file.version === "number" ? flat : file;
}

function scopeProblem({ scope, projectPath }: Installation): string | undefined {
  if (!SCOPES.includes(scope)) return `unknown scope "${scope}"`;
  return FOR_ONE_PROJECT.includes(scope) && projectPath === undefined
    ? `its scope "${scope}" needs a "projectPath"`
    : undefined;
}

function inScope(
  host: Host,
  items: readonly Installation[],
  projectDir: string | undefined,
): Installation | undefined {
  const isHere = ({ scope, projectPath }: Installation) =>
    !FOR_ONE_PROJECT.includes(scope) ||
    projectPath !== undefined && projectDir !== undefined &&
      isSamePlace(host, projectPath, projectDir);
  return SCOPES.map((scope) => items.find((item) => item.scope === scope && isHere(item)))
    .find((item) => item !== undefined);
}

function pathProblem(host: Host, path: string): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return "must be an absolute path";
  const kind = look(host, path)?.kind;
  if (kind === "directory") return undefined;
  return kind === undefined
    ? "does not exist or cannot be read, install it again or turn it off"
    : "is not a directory";
}

function reportMissing(
  files: readonly PluginSwitches[],
  installed: readonly Installation[],
  own: ActivePlugin | undefined,
  diagnostics: Diagnostic[],
): void {
  for (const { path, switches } of files) {
    for (const id of switches.keys()) {
      if (!isEnabled(files, id) || pluginName(id) === own?.name) continue;
      if (installed.some((item) => namesSamePlugin(item.id, id))) continue;
      const message = `Plugin "${id}" is enabled but not installed`;
      diagnostics.push(
        diagnose("plugin-not-installed", path, message, "Install it or turn it off"),
      );
    }
  }
}
