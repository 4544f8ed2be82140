/**
 * Removes session markers, so that the next use of a skill brings its whole text again: after a compaction, `/clear`,
 * a resume, and at the end of a session. Also forgets sessions that ended long ago without telling, because a killed
 * agent sends no event.
 */
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { areDirectories, markerPlace, pathsIn, reasonOf, sessionsDirectory } from "./state_tree.ts";

/** How many markers were removed, and what could not be removed or looked at, a line each. */
interface Cleared {
  removed: number;
  readonly problems: string[];
}

/** Removes the markers of a session, or of one of its agents, in every state directory; never symbolic links. */
export async function clearMarkers(
  host: Host,
  stateDirs: readonly string[],
  session: string,
  agent?: string,
): Promise<Cleared> {
  const cleared: Cleared = { removed: 0, problems: [] };
  for (const stateDir of stateDirs) {
    const { directories } = await markerPlace(host, stateDir, session, agent);
    const [sessions, own, context] = directories;
    try {
      if (agent !== undefined) {
        if (areDirectories(host, directories)) removeContext(host, context, cleared);
      } else if (areDirectories(host, [sessions, own])) removeSession(host, own, cleared);
    } catch (error) {
      cleared.problems.push(reasonOf(error));
    }
  }
  return cleared;
}

function removeSession(host: Host, directory: string, cleared: Cleared): void {
  for (const path of pathsIn(host, directory, "directory")) removeContext(host, path, cleared);
  removeEmpty(host, directory);
}

function removeContext(host: Host, directory: string, cleared: Cleared): void {
  const start = joinPath(directory, "skill-");
  for (const path of pathsIn(host, directory, "file")) {
    try {
      if (host.remove(path) && path.startsWith(start)) cleared.removed++;
    } catch (error) {
      cleared.problems.push(reasonOf(error));
    }
  }
  removeEmpty(host, directory);
}

/** A directory may have got a new marker, or hold a link: then it stays. */
function removeEmpty(host: Host, directory: string): void {
  if (host.list(directory)?.length === 0) attempt(() => host.remove(directory));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that made no marker for so long is over. */
const MAX_AGE_MS = 30 * DAY_MS;
/** How many sessions one sweep looks at; the rest waits for tomorrow's. */
const MAX_SESSIONS = 2_000;

/** Removes markers of sessions older than 30 days, at most once a day, as far as it can; returns how many went. */
export function sweepMarkers(host: Host, stateDir: string): number {
  const sessions = sessionsDirectory(stateDir);
  const stamp = joinPath(sessions, "swept");
  return attempt(() => {
    if (!areDirectories(host, [sessions])) return 0;
    const swept = host.linkStat(stamp);
    const isDue = swept === undefined ||
      swept.kind === "file" && host.now() - swept.mtime >= DAY_MS;
    if (!isDue) return 0;
    // Written first: a sweep that fails must not be tried again at every load.
    host.writeText(stamp, "", { mode: 0o600 });
    return sweep(host, sessions);
  }) ?? 0;
}

function sweep(host: Host, sessions: string): number {
  const oldest = host.now() - MAX_AGE_MS;
  const old = pathsIn(host, sessions, "directory").slice(0, MAX_SESSIONS)
    .filter((directory) => lastUse(host, directory) < oldest);
  for (const directory of old) removeSession(host, directory, { removed: 0, problems: [] });
  return old.length;
}

/** A new marker changes the time of the directory it lies in. */
function lastUse(host: Host, directory: string): number {
  const inner = pathsIn(host, directory, "directory");
  return Math.max(...[directory, ...inner].map((path) => host.linkStat(path)?.mtime ?? 0));
}
