/**
 * Whether a project's own settings choose where trust comes from. The agent sets the variables that a project's
 * settings name, also for us: a project that says where the plugins, the configuration or the approvals are would
 * say whom you trust. So where it sets one of these, no place is trusted, and no list of approvals counts.
 */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import { projectConfigDirectory } from "../catalog/places.ts";
import { attempt, type Host } from "../host/host.ts";

/** More than any text of a project that we read; a larger file is none for us. */
export const MAX_PROJECT_BYTES = 16 * 1024 * 1024;

/** Variables that say where you, your plugins or your approvals are. */
const ROOTS: readonly string[] = [
  ...["CLAUDE_PLUGIN_ROOT", "CLAUDE_CONFIG_DIR", "CLAUDE_PROJECT_DIR", "SKILLHOOK_TRUST_FILE"],
  ...["HOME", "XDG_CONFIG_HOME", "APPDATA", "USERPROFILE"],
];
const FILES = ["settings.json", "settings.local.json"];

/** What was found. */
export interface MovedTrust {
  readonly path: string;
  readonly variable: string;
}

/**
 * @param projectDir The project; where we run counts too, for the variable that names the project may be such a one.
 * @returns The first variable that a project's settings set; `undefined` when none does.
 */
export function movedTrust(
  host: Pick<Host, "cwd" | "env" | "platform" | "readText" | "realPath" | "stat">,
  projectDir: string | undefined,
  holds: (path: string) => boolean,
): MovedTrust | undefined {
  const starts = new Set([projectDir, host.cwd()]);
  const levels = new Set([...starts].flatMap((start) => findLevels(host, start).levels));
  for (const level of levels) {
    for (const name of FILES) {
      const path = joinPath(projectConfigDirectory(level), name);
      const variable = holds(path) ? variableIn(host, path) : undefined;
      if (variable !== undefined) return { path, variable };
    }
  }
  return undefined;
}

function variableIn(host: Pick<Host, "readText" | "stat">, path: string): string | undefined {
  const stat = attempt(() => host.stat(path));
  // What cannot be read, the agent has not read either.
  if (stat?.kind !== "file" || stat.size > MAX_PROJECT_BYTES) return undefined;
  try {
    const text = attempt(() => host.readText(path)) ?? "";
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const env = isFields(value) ? value.env : undefined;
    if (!isFields(env)) return undefined;
    return Object.keys(env).find((name) => ROOTS.includes(name.toUpperCase()));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
