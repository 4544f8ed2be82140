/**
 * Removes session markers, so that the next use of a skill brings its whole text again: after a
 * compaction, `/clear`, a resume, and at the end of a session. They are made by `session_marker.ts`
 * when `load_skill.ts` loads a skill.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { type MarkerPlace, markerPlace } from "./marker_path.ts";
import { areDirectories, reasonOf } from "./marker_tree.ts";

/** What was done. */
export interface Cleared {
  /** How many markers were removed. */
  readonly removed: number;
  /** What could not be removed or looked at, a line each. */
  readonly problems: readonly string[];
}

/** What clearing asks of the machine. */
export type ClearHost = Pick<Host, "linkStat" | "list" | "remove" | "sha256">;

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
export function removeSession(
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
