/** What is loaded where: session markers, for `skillhook skill loaded` and the reports. Oldest first. */
import { isFields, parseJson } from "../base/json_type.ts";
import { attempt, type Host } from "../host/host.ts";
import type { MarkerRecord } from "./session_marker.ts";
import { areDirectories, markerPlace, pathsIn, sessionsDirectory } from "./state_tree.ts";

export interface FoundMarker extends MarkerRecord {
  /** SHA-256 of what was loaded. */
  readonly digest: string;
  readonly marker: string;
}

/** More is never of use to a reader. */
const MAX_MARKERS = 10_000;

export function listMarkers(host: Host, stateDirs: readonly string[]): FoundMarker[] {
  const roots = stateDirs.map(sessionsDirectory).filter((path) => areDirectories(host, [path]));
  return found(host, roots.flatMap((sessions) => pathsIn(host, sessions, "directory")));
}

/** The markers of one session; no other is looked at. */
export async function listSessionMarkers(
  host: Host,
  stateDirs: readonly string[],
  session: string,
): Promise<FoundMarker[]> {
  const places = stateDirs.map((directory) => markerPlace(host, directory, session, undefined));
  const own = (await Promise.all(places)).map((
    { directories: [sessions, own] },
  ) => [sessions, own]);
  return found(host, own.filter((path) => areDirectories(host, path)).map(([, own]) => own!));
}

function found(host: Host, sessions: readonly string[]): FoundMarker[] {
  const markers: FoundMarker[] = [];
  for (const context of sessions.flatMap((own) => pathsIn(host, own, "directory"))) {
    for (const path of pathsIn(host, context, "file", "skill-")) {
      const marker = markers.length < MAX_MARKERS ? readMarker(host, path) : undefined;
      if (marker !== undefined) markers.push(marker);
    }
  }
  return markers.sort((a, b) => a.since - b.since);
}

/** A half-written or foreign file is no marker. */
function readMarker(host: Host, path: string): FoundMarker | undefined {
  const text = attempt(() => host.readText(path)) ?? "";
  const [digest = "", line = ""] = text.split("\n", 2);
  const record = parseJson(line);
  if (!isFields(record)) return undefined;
  const { session, agent, skill, path: companion, since } = record;
  if (typeof session !== "string" || typeof skill !== "string") return undefined;
  if (typeof companion !== "string" || typeof since !== "number") return undefined;
  const subagent = typeof agent === "string" ? agent : null;
  return { session, agent: subagent, skill, path: companion, since, digest, marker: path };
}
