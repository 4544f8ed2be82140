/**
 * Whether a project's own settings choose where trust comes from. The agent sets the variables that a project's
 * settings name, also for us: a project that says where the plugins, the configuration or the approvals are would
 * say whom you trust. So where it sets one of these, no place is trusted, and no list of approvals counts.
 */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import { projectConfigDirectory } from "../catalog/places.ts";
import { attempt, type Host } from "../host/host.ts";

/** More than any text of a project that we read; a larger file is none for us. */
export const MAX_PROJECT_BYTES = 16 * 1024 * 1024;

/** Variables that say where you are, and those that say where your plugins or your approvals are. */
const PLACES: readonly string[] = ["HOME", "USERPROFILE", "CLAUDE_CONFIG_DIR"];
const ROOTS: readonly string[] = [
  ...PLACES,
  ...["CLAUDE_PLUGIN_ROOT", "CLAUDE_PROJECT_DIR", "SKILLHOOK_TRUST_FILE"],
  ...["XDG_CONFIG_HOME", "APPDATA"],
];
const FILES = ["settings.json", "settings.local.json"];

export interface MovedTrust {
  readonly path: string;
  readonly variable: string;
  /** Your own files cannot be told from the project's: what calls itself your home may be anywhere. */
  readonly isPlace: boolean;
}

/** Variable → the project's settings file that sets it, and the value. */
export type ProjectVariables = ReadonlyMap<
  string,
  { readonly path: string; readonly value: unknown }
>;

/** @returns The gravest variable that a project's settings set and that was not pinned for us. */
export function movedTrust(host: Host, variables: ProjectVariables): MovedTrust | undefined {
  const found = [...variables].flatMap(([variable, { path }]) => {
    const name = variable.toUpperCase();
    const counts = ROOTS.includes(name) && !host.pinned?.has(name);
    return counts ? [{ path, variable, isPlace: PLACES.includes(name) }] : [];
  });
  return found.find(({ isPlace }) => isPlace) ?? found[0];
}

/** @param projectDir The project; where we run counts too, for the variable that names the project may be such a one. */
export function projectVariables(
  host: Host,
  projectDir: string | undefined,
  holds: (path: string) => boolean,
): ProjectVariables {
  // What calls itself the home directory may be the project.
  const levels = [projectDir, host.cwd()].flatMap((start) => findLevels(host, start, "").levels);
  const paths = levels.flatMap((level) =>
    FILES.map((name) => joinPath(projectConfigDirectory(level), name))
  );
  return new Map(
    [...new Set(paths)].filter(holds).flatMap((path) =>
      Object.entries(variablesIn(host, path))
        .map(([name, value]) => [name, { path, value }] as const)
    ),
  );
}

function variablesIn(host: Host, path: string): Fields {
  const stat = attempt(() => host.stat(path));
  // What cannot be read, the agent has not read either.
  if (stat?.kind !== "file" || stat.size > MAX_PROJECT_BYTES) return {};
  const text = attempt(() => host.readText(path)) ?? "";
  const value = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  return isFields(value) && isFields(value.env) ? value.env : {};
}
