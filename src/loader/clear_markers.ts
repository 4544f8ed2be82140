/**
 * Removes session markers, so that the next use of a skill brings its whole text again: after a
 * compaction, `/clear`, a resume, and at the end of a session. They are made by `session_marker.ts`
 * when `load_skill.ts` loads a skill.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import {
  areDirectories,
  type MarkerPlace,
  markerPlace,
  reasonOf,
  sessionsDirectory,
} from "./marker_tree.ts";

/** What was done. */
interface Cleared {
  /** How many markers were removed. */
  readonly removed: number;
  /** What could not be removed or looked at, a line each. */
  readonly problems: readonly string[];
}

/** What clearing asks of the machine. */
type ClearHost = Pick<Host, "linkStat" | "list" | "remove" | "sha256">;

/**
 * Removes the markers of a session, or of one of its agents, in every state directory.
 *
 * @param stateDirs From `stateDirectories`.
 * @param agent Only this subagent's; `undefined`: the whole session's.
 * @returns What was done; markers of other sessions and symbolic links are left alone.
 */
export async function clearMarkers(
  host: ClearHost,
  stateDirs: readonly string[],
  session: string,
  agent?: string,
): Promise<Cleared> {
  const cleared = { removed: 0, problems: [] as string[] };
  for (const stateDir of stateDirs) {
    const place = await markerPlace(host, stateDir, session, agent);
    try {
      clearPlace(host, place, agent === undefined, cleared);
    } catch (error) {
      cleared.problems.push(reasonOf(error));
    }
  }
  return cleared;
}

function clearPlace(
  host: ClearHost,
  { directories: [sessions, own, context] }: MarkerPlace,
  everything: boolean,
  cleared: { removed: number; problems: string[] },
): void {
  const above = everything ? [sessions, own] : [sessions, own, context];
  if (!areDirectories(host, above)) return;
  if (everything) removeSession(host, own, cleared);
  else removeContext(host, context, cleared);
}

/**
 * Removes one session's directory with all that is ours in it.
 *
 * @param cleared What was done so far; added to.
 */
function removeSession(
  host: ClearHost,
  directory: string,
  cleared: { removed: number; problems: string[] },
): void {
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind === "directory") removeContext(host, joinPath(directory, name), cleared);
  }
  removeEmpty(host, directory);
}

function removeContext(
  host: ClearHost,
  directory: string,
  cleared: { removed: number; problems: string[] },
): void {
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind !== "file") continue;
    try {
      if (host.remove(joinPath(directory, name)) && name.startsWith("skill-")) cleared.removed++;
    } catch (error) {
      cleared.problems.push(reasonOf(error));
    }
  }
  removeEmpty(host, directory);
}

/** A directory may have got a new marker, or hold a link: then it stays. */
function removeEmpty(host: ClearHost, directory: string): void {
  if (host.list(directory)?.length !== 0) return;
  try {
    host.remove(directory);
  } catch (error) {
    reasonOf(error);
  }
}

// Forgets sessions that ended long ago without telling (a killed agent sends no event).

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that made no marker for so long is over. */
const MAX_AGE_MS = 30 * DAY_MS;
/** How many sessions one sweep looks at; the rest waits for tomorrow's. */
const MAX_SESSIONS = 2_000;
const STAMP_NAME = "swept";

/** What sweeping asks of the machine. */
type SweepHost = Pick<Host, "linkStat" | "list" | "now" | "remove" | "sha256" | "writeText">;

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
