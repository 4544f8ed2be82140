/**
 * Session markers: whether a skill's instructions are already in this context. Making one is one exclusive create: of
 * two loads exactly one is the first use. Its name holds the hash of what was loaded: an edited skill has another.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  FILE_MODE,
  type MarkerPlace,
  markerPlace,
  pathsIn,
  reasonOf,
  sessionsDirectory,
} from "./state_tree.ts";

interface MarkerRecord {
  readonly session: string;
  readonly agent: string | null;
  readonly skill: string;
  readonly path: string;
  readonly since: number;
}

/** What a load may show, and why the use could not be recorded. */
export interface Claim {
  readonly use: "first" | "later";
  readonly problem?: string;
}

/** `first` once for each context and `digest` (SHA-256 of companion and reference), and, with why, if nothing is recorded. */
export function claimFirstUse(
  host: Host,
  place: MarkerPlace,
  key: string,
  digest: string,
  record: MarkerRecord,
): Claim {
  const problem = ensureDirectories(host, place);
  if (problem !== undefined) return { use: "first", problem };
  const path = markerPath(place, key, digest);
  try {
    const text = `${digest}\n${JSON.stringify(record)}\n`;
    if (!host.createText(path, text, { mode: FILE_MODE })) {
      if (host.linkStat(path)?.kind === "file") return { use: "later" };
      return { use: "first", problem: `"${path}" is not a file of ours` };
    }
    // Going back to what the skill said before it was edited must be a first use again.
    for (const older of pathsIn(host, place[2], "file", `skill-${key}.`)) {
      if (older !== path) host.remove(older);
    }
    return { use: "first" };
  } catch (error) {
    return { use: "first", problem: reasonOf(error) };
  }
}

/** Takes a claim back: the text could not be shown after all. */
export function releaseFirstUse(host: Host, place: MarkerPlace, key: string, digest: string): void {
  attempt(() => host.remove(markerPath(place, key, digest)));
}

function markerPath([, , context]: MarkerPlace, key: string, digest: string): string {
  return joinPath(context, `skill-${key}.${digest.slice(0, 16)}`);
}

export interface FoundMarker extends MarkerRecord {
  readonly digest: string;
  readonly marker: string;
}

const MAX_MARKERS = 10_000;

/** What is loaded where, oldest first; with a session, no other is looked at. */
export async function listMarkers(host: Host, stateDirs: readonly string[], session?: string) {
  const owns = await Promise.all(stateDirs.map(async (stateDir) => {
    const [sessions, own] = await markerPlace(host, stateDir, session ?? "");
    if (!areDirectories(host, [sessions])) return [];
    if (session === undefined) return pathsIn(host, sessions, "directory");
    return areDirectories(host, [own]) ? [own] : [];
  }));
  return owns.flat().flatMap((own) => pathsIn(host, own, "directory"))
    .flatMap((context) => pathsIn(host, context, "file", "skill-")).slice(0, MAX_MARKERS)
    .flatMap((path) => readMarker(host, path) ?? []).sort((a, b) => a.since - b.since);
}

function readMarker(host: Host, path: string): FoundMarker | undefined {
  const [digest = "", line = ""] = (attempt(() => host.readText(path)) ?? "").split("\n", 2);
  const record = parseJson(line);
  if (!isFields(record)) return undefined;
  const { session, agent, skill, path: companion, since } = record;
  if (typeof session !== "string" || typeof skill !== "string") return undefined;
  if (typeof companion !== "string" || typeof since !== "number") return undefined;
  const subagent = typeof agent === "string" ? agent : null;
  return { session, agent: subagent, skill, path: companion, since, digest, marker: path };
}

/**
 * Removes the markers of a session, or of one of its agents, in every state directory; never symbolic links.
 * @returns What could not be removed or looked at, a line each.
 */
export async function clearMarkers(
  host: Host,
  stateDirs: readonly string[],
  session: string,
  agent?: string,
): Promise<string[]> {
  const problems: string[] = [];
  for (const stateDir of stateDirs) {
    const place = await markerPlace(host, stateDir, session, agent);
    const [sessions, own, context] = place;
    try {
      if (!areDirectories(host, agent === undefined ? [sessions, own] : place)) continue;
      if (agent === undefined) removeSession(host, own, problems);
      else removeContext(host, context, problems);
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  return problems;
}

function removeSession(host: Host, directory: string, problems: string[]): void {
  for (const path of pathsIn(host, directory, "directory")) removeContext(host, path, problems);
  removeEmpty(host, directory);
}

function removeContext(host: Host, directory: string, problems: string[]): void {
  for (const path of pathsIn(host, directory, "file")) {
    try {
      host.remove(path);
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  removeEmpty(host, directory);
}

/** A directory may have got a new marker, or hold a link: then it stays. */
function removeEmpty(host: Host, directory: string): void {
  if (host.list(directory)?.length === 0) attempt(() => host.remove(directory));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that made no marker for so long is over: a killed agent sends no event. */
const MAX_AGE_MS = 30 * DAY_MS;
/** One sweep looks at so many; the rest waits for tomorrow's. */
const MAX_SESSIONS = 2_000;

/** Removes markers of old sessions, at most once a day, as far as it can. */
export function sweepMarkers(host: Host, stateDir: string): void {
  const sessions = sessionsDirectory(stateDir);
  const stamp = joinPath(sessions, "swept");
  attempt(() => {
    if (!areDirectories(host, [sessions])) return;
    const swept = host.linkStat(stamp);
    if (swept !== undefined && (swept.kind !== "file" || host.now() - swept.mtime < DAY_MS)) return;
    // Written first: a sweep that fails must not be tried again at every load.
    host.writeText(stamp, "", { mode: FILE_MODE });
    for (const own of pathsIn(host, sessions, "directory").slice(0, MAX_SESSIONS)) {
      // A new marker changes the time of the directory it lies in.
      const times = [own, ...pathsIn(host, own, "directory")]
        .map((path) => host.linkStat(path)?.mtime ?? 0);
      if (Math.max(...times) < host.now() - MAX_AGE_MS) removeSession(host, own, []);
    }
  });
}
