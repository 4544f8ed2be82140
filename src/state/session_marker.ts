/**
 * Session markers: whether a skill's instructions are already in this context. A name holds the hash of what was
 * loaded, and making it is one exclusive create: of two loads exactly one is the first use, and an edited skill has
 * another marker.
 */
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { ensureDirectories, FILE_MODE, type MarkerPlace, pathsIn, reasonOf } from "./state_tree.ts";

export interface MarkerRecord {
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

/**
 * Claims the first use of a skill in a context: `first` for exactly one caller per context and `digest` (SHA-256 of
 * companion and reference), and, with the problem, when nothing can be recorded.
 */
export function claimFirstUse(
  host: Host,
  place: MarkerPlace,
  key: string,
  digest: string,
  record: MarkerRecord,
): Claim {
  const problem = ensureDirectories(host, place.directories);
  if (problem !== undefined) return { use: "first", problem };
  const path = markerPath(place, key, digest);
  try {
    const text = `${digest}\n${JSON.stringify(record)}\n`;
    if (!host.createText(path, text, { mode: FILE_MODE })) {
      if (host.linkStat(path)?.kind === "file") return { use: "later" };
      return { use: "first", problem: `"${path}" is not a file of ours` };
    }
    removeOlder(host, place.directories[2], key, path);
    return { use: "first" };
  } catch (error) {
    return { use: "first", problem: reasonOf(error) };
  }
}

/** Takes a claim back: the text could not be shown after all. */
export function releaseFirstUse(host: Host, place: MarkerPlace, key: string, digest: string): void {
  attempt(() => host.remove(markerPath(place, key, digest)));
}

function markerPath({ directories }: MarkerPlace, key: string, digest: string): string {
  return joinPath(directories[2], `skill-${key}.${digest.slice(0, 16)}`);
}

/** Markers of what the skill said before it was edited: going back to it must be a first use again. */
function removeOlder(host: Host, directory: string, key: string, own: string): void {
  for (const path of pathsIn(host, directory, "file", `skill-${key}.`)) {
    if (path !== own) host.remove(path);
  }
}
