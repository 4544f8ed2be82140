/**
 * Where skillhook keeps what it must remember between two runs: session markers, slow results. The
 * agent's hooks see `$CLAUDE_PLUGIN_DATA`; a directive in a skill and a shell do not, so whoever looks
 * for everything that is remembered has to look in every place.
 */
import { isAbsolutePath, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";

/** What finding the directory asks of the machine. */
export type StateHost = Pick<Host, "env" | "platform">;

/**
 * The directory to write to: `$CLAUDE_PLUGIN_DATA`, else `$XDG_STATE_HOME/skillhook`, else
 * `~/.local/state/skillhook`, on Windows `%LOCALAPPDATA%/skillhook`.
 *
 * @returns An absolute path, which may be absent; `undefined` when nothing says where.
 */
export function stateDirectory(host: StateHost): string | undefined {
  return stateDirectories(host)[0];
}

/**
 * Every directory that another run of ours may have written to.
 *
 * @returns Absolute paths, the one to write to first, without repetitions.
 */
export function stateDirectories(host: StateHost): string[] {
  const places = [host.env("CLAUDE_PLUGIN_DATA"), below(host.env("XDG_STATE_HOME"), "skillhook")];
  if (host.platform === "windows") places.push(below(host.env("LOCALAPPDATA"), "skillhook"));
  else places.push(below(host.env("HOME"), ".local/state/skillhook"));
  const usable = places.filter((place) =>
    place !== undefined && isAbsolutePath(place, host.platform)
  );
  return [...new Set(usable as string[])];
}

/**
 * The directory that hooks, directives and shells all know.
 *
 * @returns An absolute path, which may be absent; `undefined` when nothing says where.
 */
export function sharedStateDirectory(host: StateHost): string | undefined {
  const data = host.env("CLAUDE_PLUGIN_DATA");
  return stateDirectories(host).find((place) => place !== data);
}

function below(parent: string | undefined, child: string): string | undefined {
  return parent === undefined ? undefined : joinPath(parent, child);
}
