/** What is loaded where: every session marker, for `skillhook skill loaded` and the status report. */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { areDirectories, markerPlace, sessionsDirectory } from "./marker_tree.ts";
import type { MarkerRecord } from "./session_marker.ts";

/** A marker as it was found. */
export interface FoundMarker extends MarkerRecord {
  /** SHA-256 of what was loaded. */
  readonly digest: string;
  readonly marker: string;
}

/** What listing asks of the machine. */
export type ListHost = Pick<Host, "linkStat" | "list" | "readText" | "sha256">;

/** More is never of use to a reader. */
const MAX_MARKERS = 10_000;

/**
 * Lists the session markers of every session.
 *
 * @param stateDirs From `stateDirectories`.
 * @returns Oldest first; what is not a marker of ours is left out.
 */
export function listMarkers(host: ListHost, stateDirs: readonly string[]): FoundMarker[] {
  const found: FoundMarker[] = [];
  for (const sessions of stateDirs.map(sessionsDirectory)) {
    if (!areDirectories(host, [sessions])) continue;
    for (const own of directories(host, sessions)) collect(host, own, found);
  }
  return found.sort(byTime);
}

/**
 * Lists the session markers of one session, without looking at any other.
 *
 * @param stateDirs From `stateDirectories`.
 * @returns Oldest first; what is not a marker of ours is left out.
 */
export async function listSessionMarkers(
  host: ListHost,
  stateDirs: readonly string[],
  session: string,
): Promise<FoundMarker[]> {
  const found: FoundMarker[] = [];
  for (const stateDir of stateDirs) {
    const { directories: [sessions, own] } = await markerPlace(host, stateDir, session, undefined);
    if (areDirectories(host, [sessions, own])) collect(host, own, found);
  }
  return found.sort(byTime);
}

function byTime(a: FoundMarker, b: FoundMarker): number {
  return a.since - b.since;
}

/** Takes the markers of all contexts of a session. */
function collect(host: ListHost, own: string, found: FoundMarker[]): void {
  for (const context of directories(host, own)) {
    for (const { name, kind } of host.list(context) ?? []) {
      if (kind !== "file" || !name.startsWith("skill-") || found.length >= MAX_MARKERS) continue;
      const marker = readMarker(host, joinPath(context, name));
      if (marker !== undefined) found.push(marker);
    }
  }
}

function directories(host: ListHost, parent: string): string[] {
  return (host.list(parent) ?? []).filter(({ kind }) => kind === "directory")
    .map(({ name }) => joinPath(parent, name));
}

function readMarker(host: ListHost, path: string): FoundMarker | undefined {
  try {
    const [digest = "", line = ""] = (host.readText(path) ?? "").split("\n", 2);
    const record: unknown = JSON.parse(line);
    if (!isFields(record)) return undefined;
    const { session, agent, skill, path: companion, since } = record;
    if (typeof session !== "string" || typeof skill !== "string") return undefined;
    if (typeof companion !== "string" || typeof since !== "number") return undefined;
    const subagent = typeof agent === "string" ? agent : null;
    return { session, agent: subagent, skill, path: companion, since, digest, marker: path };
  } catch (error) {
    // A half-written or foreign file is no marker.
    if (error instanceof SyntaxError || error instanceof HostError) return undefined;
    throw error;
  }
}
