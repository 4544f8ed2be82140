/**
 * Removes session markers, so that the next use of a skill brings its whole text again: after a compaction, `/clear`,
 * a resume, and at the end of a session. Also forgets sessions that ended long ago without telling, because a killed
 * agent sends no event.
 */
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { areDirectories, markerPlace, reasonOf, sessionsDirectory } from "./state_tree.ts";

/** How many markers were removed, and what could not be removed or looked at, a line each. */
interface Cleared {
  removed: number;
  readonly problems: string[];
}

/**
 * Removes the markers of a session, or of one of its agents, in every state directory. Markers of other sessions and
 * symbolic links are left alone.
 */
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
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind === "directory") removeContext(host, joinPath(directory, name), cleared);
  }
  removeEmpty(host, directory);
}

function removeContext(host: Host, directory: string, cleared: Cleared): void {
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
function removeEmpty(host: Host, directory: string): void {
  if (host.list(directory)?.length === 0) attempt(() => host.remove(directory));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that made no marker for so long is over. */
const MAX_AGE_MS = 30 * DAY_MS;
/** How many sessions one sweep looks at; the rest waits for tomorrow's. */
const MAX_SESSIONS = 2_000;

/**
 * Removes the markers of sessions older than 30 days, at most once a day; what fails is left for the next day. Returns
 * how many sessions went.
 */
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
  const old = (host.list(sessions) ?? []).slice(0, MAX_SESSIONS)
    .filter(({ kind }) => kind === "directory")
    .map(({ name }) => joinPath(sessions, name))
    .filter((directory) => lastUse(host, directory) < oldest);
  for (const directory of old) removeSession(host, directory, { removed: 0, problems: [] });
  return old.length;
}

/** A new marker changes the time of the directory it lies in. */
function lastUse(host: Host, directory: string): number {
  const inner = (host.list(directory) ?? []).filter(({ kind }) => kind === "directory")
    .map(({ name }) => joinPath(directory, name));
  return Math.max(...[directory, ...inner].map((path) => host.linkStat(path)?.mtime ?? 0));
}
