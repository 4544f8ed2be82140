/** What is loaded where: every session marker, for `skillhook status` and the status report. */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { sessionsDirectory } from "./marker_path.ts";
import { areDirectories } from "./marker_tree.ts";
import type { MarkerRecord } from "./session_marker.ts";

/** A marker as it was found. */
export interface FoundMarker extends MarkerRecord {
  /** SHA-256 of what was loaded. */
  readonly digest: string;
  readonly marker: string;
}

/** What listing asks of the machine. */
export type ListHost = Pick<Host, "linkStat" | "list" | "readText">;

/** More is never of use to a reader. */
const MAX_MARKERS = 10_000;

/**
 * Lists the session markers.
 *
 * @param host The machine.
 * @param stateDirs From `stateDirectories`.
 * @param session Only this session's, if given.
 * @returns Oldest first; what is not a marker of ours is left out.
 */
export function listMarkers(
  host: ListHost,
  stateDirs: readonly string[],
  session?: string,
): FoundMarker[] {
  const found: FoundMarker[] = [];
  for (const stateDir of stateDirs) {
    const sessions = sessionsDirectory(stateDir);
    if (!areDirectories(host, [sessions])) continue;
    for (const own of directories(host, sessions)) {
      for (const context of directories(host, own)) collect(host, context, session, found);
    }
  }
  return found.sort((a, b) => a.since - b.since);
}

function collect(
  host: ListHost,
  directory: string,
  session: string | undefined,
  found: FoundMarker[],
): void {
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind !== "file" || !name.startsWith("skill-") || found.length >= MAX_MARKERS) continue;
    const marker = readMarker(host, joinPath(directory, name));
    if (marker === undefined) continue;
    // All markers of one directory are of one session.
    if (session !== undefined && marker.session !== session) return;
    found.push(marker);
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
