/** Forgets sessions that ended long ago without telling (a killed agent sends no event). */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { removeSession } from "./clear_markers.ts";
import { sessionsDirectory } from "./marker_path.ts";
import { areDirectories, reasonOf } from "./marker_tree.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that made no marker for so long is over. */
const MAX_AGE_MS = 30 * DAY_MS;
/** How many sessions one sweep looks at; the rest waits for tomorrow's. */
const MAX_SESSIONS = 2_000;
const STAMP_NAME = "swept";

/** What sweeping asks of the machine. */
export type SweepHost = Pick<Host, "linkStat" | "list" | "now" | "remove" | "sha256" | "writeText">;

/**
 * Removes the markers of sessions older than 30 days, at most once a day; a failure is left for the
 * next day, because nobody waits for a sweep.
 */
export function sweepMarkers(host: SweepHost, stateDir: string): number {
  const sessions = sessionsDirectory(stateDir);
  const stamp = joinPath(sessions, STAMP_NAME);
  try {
    if (!areDirectories(host, [sessions])) return 0;
    const swept = host.linkStat(stamp);
    if (swept !== undefined && host.now() - swept.mtime < DAY_MS) return 0;
    if (swept !== undefined && swept.kind !== "file") return 0;
    // Written first: a sweep that fails must not be tried again at every load.
    host.writeText(stamp, "", { mode: 0o600 });
    return sweep(host, sessions);
  } catch (error) {
    reasonOf(error);
    return 0;
  }
}

function sweep(host: SweepHost, sessions: string): number {
  const oldest = host.now() - MAX_AGE_MS;
  let removed = 0;
  for (const { name, kind } of (host.list(sessions) ?? []).slice(0, MAX_SESSIONS)) {
    const directory = joinPath(sessions, name);
    if (kind !== "directory" || lastUse(host, directory) >= oldest) continue;
    removeSession(host, directory, { removed: 0, problems: [] });
    removed++;
  }
  return removed;
}

/** A new marker changes the time of the directory it lies in. */
function lastUse(host: SweepHost, directory: string): number {
  let latest = host.linkStat(directory)?.mtime ?? 0;
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind !== "directory") continue;
    latest = Math.max(latest, host.linkStat(joinPath(directory, name))?.mtime ?? 0);
  }
  return latest;
}
