/**
 * The plugins that count here: installed, turned on, and in scope for this project; and the plugin we
 * run from, which need not be in the installed list (`--plugin-dir`, a marketplace that is a directory).
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString } from "../base/json_type.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { type Installation, installedPluginsPath, readInstallations } from "./installed.ts";
import { readJsonObject } from "./read_json.ts";
import {
  isEnabled,
  namesSamePlugin,
  pluginName,
  type PluginSwitches,
  readPluginSwitches,
  usersFirst,
} from "./settings.ts";
import { isSamePlace, look, type Sources } from "./sources.ts";

/** A plugin whose skills count. */
export interface ActivePlugin {
  readonly name: string;
  /** Its root directory. */
  readonly root: string;
}

/** What finding plugins asks of the machine. */
export type PluginHost = Pick<Host, "env" | "platform" | "realPath" | "stat">;

/** The more a scope is about this place, the stronger; where a plugin is installed twice, the strongest counts. */
const SCOPES: readonly string[] = ["local", "project", "user", "managed"];

/**
 * Finds the active plugins.
 *
 * @param sources Reads files and remembers what they looked like.
 * @param configDir The agent's own directory, if any.
 * @param projectDir The project, if any.
 * @param isProjects Whether a file is the project's: then it overrules nothing that the user's settings say. Without it
 * the files rank as the agent ranks them.
 * @returns The plugin we run from first, the others by identifier.
 */
export function findPlugins(
  host: PluginHost,
  sources: Sources,
  configDir: string | undefined,
  projectDir: string | undefined,
  diagnostics: Diagnostic[],
  isProjects?: (path: string) => boolean,
): ActivePlugin[] {
  const own = ownPlugin(host, sources, diagnostics);
  const active: ActivePlugin[] = own === undefined ? [] : [own];
  const written = readPluginSwitches(sources, configDir, projectDir, diagnostics);
  const switches = isProjects === undefined
    ? written
    : usersFirst(written, isProjects, diagnostics);
  if (configDir === undefined) return active;
  const installed = readInstallations(sources, configDir, diagnostics);
  const path = installedPluginsPath(configDir);
  for (const [id, installations] of groupById(installed)) {
    const name = pluginName(id);
    if (name === own?.name || !isEnabled(switches, id)) continue;
    const chosen = inScope(host, installations, projectDir, path, diagnostics);
    if (chosen !== undefined && isUsable(host, sources, chosen, path, diagnostics)) {
      active.push({ name, root: chosen.installPath });
    }
  }
  reportMissing(switches, installed, own, diagnostics);
  return active;
}

function ownPlugin(
  host: PluginHost,
  sources: Sources,
  diagnostics: Diagnostic[],
): ActivePlugin | undefined {
  const root = host.env("CLAUDE_PLUGIN_ROOT");
  if (root === undefined || !isAbsolutePath(root, host.platform)) return undefined;
  const manifest = readJsonObject(
    sources,
    joinPath(root, ".claude-plugin/plugin.json"),
    diagnostics,
  );
  const name = asString(manifest?.name);
  return name === undefined || name === "" ? undefined : { name, root };
}

function groupById(installed: readonly Installation[]): Map<string, Installation[]> {
  return Map.groupBy(installed, ({ id }) => id);
}

function inScope(
  host: PluginHost,
  installations: readonly Installation[],
  projectDir: string | undefined,
  path: string,
  diagnostics: Diagnostic[],
): Installation | undefined {
  for (const { id, scope, projectPath } of installations) {
    const problem = !SCOPES.includes(scope)
      ? `unknown scope "${scope}"`
      : isForOneProject(scope) && projectPath === undefined
      ? `its scope "${scope}" needs a "projectPath"`
      : undefined;
    if (problem !== undefined) {
      diagnostics.push(diagnose("plugin-unusable", path, `Left out plugin "${id}": ${problem}`));
    }
  }
  for (const scope of SCOPES) {
    const found = installations.find((item) =>
      item.scope === scope &&
      (!isForOneProject(scope) || isHere(host, item.projectPath, projectDir))
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function isForOneProject(scope: string): boolean {
  return scope === "project" || scope === "local";
}

function isHere(host: PluginHost, projectPath: string | undefined, projectDir: string | undefined) {
  if (projectPath === undefined || projectDir === undefined) return false;
  return isSamePlace(host, projectPath, projectDir);
}

function isUsable(
  host: PluginHost,
  sources: Sources,
  { id, installPath }: Installation,
  path: string,
  diagnostics: Diagnostic[],
): boolean {
  const problem = isAbsolutePath(installPath, host.platform)
    ? problemOf(look(host, installPath)?.kind)
    : "must be an absolute path";
  if (problem === undefined) return true;
  // Only a useless directory is watched: a good one changes with every file beside its skills.
  sources.observe(installPath);
  const message = `Left out plugin "${id}": its "installPath" ${problem}: "${installPath}"`;
  diagnostics.push(diagnose("plugin-unusable", path, message));
  return false;
}

function problemOf(kind: string | undefined): string | undefined {
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
      if (installed.some((installation) => namesSamePlugin(installation.id, id))) continue;
      const message = `Plugin "${id}" is enabled but not installed`;
      diagnostics.push(
        diagnose("plugin-not-installed", path, message, "Install it or turn it off"),
      );
    }
  }
}
