/**
 * The list of installed plugins in its three forms: design document 004's flat object, version 1 (an
 * object per plugin) and version 2 (a list per plugin, one item per scope and project).
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { readJsonObject } from "./read_json.ts";
import type { Sources } from "./sources.ts";

/** One installation of a plugin. */
export interface Installation {
  /** `name` or `name@marketplace`. */
  readonly id: string;
  /** `user` when the file does not say. */
  readonly scope: string;
  /** For scope `project` and `local`: the project it is for. */
  readonly projectPath: string | undefined;
  readonly installPath: string;
}

export function installedPluginsPath(configDir: string): string {
  return joinPath(configDir, "plugins/installed_plugins.json");
}

/**
 * Reads the list of installed plugins.
 *
 * @param sources Reads files and remembers what they looked like.
 * @returns The installations, by identifier; items without an install path are left out and named.
 */
export function readInstallations(
  sources: Sources,
  configDir: string,
  diagnostics: Diagnostic[],
): Installation[] {
  const path = installedPluginsPath(configDir);
  const file = readJsonObject(sources, path, diagnostics);
  if (file === undefined) return [];
  const found: Installation[] = [];
  for (const [id, value] of Object.entries(pluginTable(file)).sort(byKey)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const installation = toInstallation(id, item);
      if (installation !== undefined) found.push(installation);
      else {
        const message = `Cannot read installed plugin "${id}": "installPath" must be a string`;
        diagnostics.push(diagnose("plugin-unusable", path, message));
      }
    }
  }
  return found;
}

/** A flat list may hold a plugin that is called "plugins": that one has an install path. */
function pluginTable(file: Fields): Fields {
  const { plugins } = file;
  if (isFields(plugins) && typeof plugins.installPath !== "string") return plugins;
  const { version: _version, ...flat } = file;
  return typeof file.version === "number" ? flat : file;
}

function toInstallation(id: string, item: unknown): Installation | undefined {
  if (!isFields(item)) return undefined;
  const installPath = asString(item.installPath);
  if (installPath === undefined || installPath === "") return undefined;
  const scope = asString(item.scope) ?? "user";
  return { id, scope, projectPath: asString(item.projectPath), installPath };
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
