/**
 * Where skillhook keeps what it must remember between two runs. The agent's hooks see `$CLAUDE_PLUGIN_DATA`; a
 * directive in a skill and a shell do not.
 */
import { isAbsolutePath, joinPath } from "../base/path.ts";
import type { QuickHost } from "../host/host.ts";

/** The one to write to, which may be absent; `undefined` when nothing says where. */
export function stateDirectory(host: QuickHost): string | undefined {
  return stateDirectories(host)[0];
}

/** Every directory that another run of ours may have written to, the one to write to first. */
export function stateDirectories(host: QuickHost): string[] {
  const isWindows = host.platform === "windows";
  const below = (variable: string, child: string) => {
    const parent = host.env(variable);
    return parent === undefined ? undefined : joinPath(parent, child);
  };
  const places = [
    host.env("CLAUDE_PLUGIN_DATA"),
    below("XDG_STATE_HOME", "skillhook"),
    isWindows ? below("LOCALAPPDATA", "skillhook") : below("HOME", ".local/state/skillhook"),
  ].filter((place) => place !== undefined);
  return [...new Set(places.filter((place) => isAbsolutePath(place, host.platform)))];
}

export function sharedStatePath(host: QuickHost, name: string): string | undefined {
  const state = sharedStateDirectory(host);
  return state && joinPath(state, name);
}

/** The directory that hooks, directives and shells all know; `undefined` when nothing says where. */
export function sharedStateDirectory(host: QuickHost): string | undefined {
  const data = host.env("CLAUDE_PLUGIN_DATA");
  return stateDirectories(host).find((place) => place !== data);
}
