/**
 * Session markers: whether the instructions of a skill are already in this context. The markers are
 * removed again by `clear_markers.ts`, when the context loses what was loaded into it.
 *
 * A marker's name holds the hash of what was loaded. Making it is one exclusive create, so of two
 * loads at the same time exactly one is the first use; an edited skill has another hash and with it
 * another marker, and no marker is ever replaced in place.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { ensureDirectories, FILE_MODE, type MarkerPlace, reasonOf } from "./marker_tree.ts";

/** What a marker says for people and for `skillhook skill loaded`. */
export interface MarkerRecord {
  readonly session: string;
  readonly agent: string | null;
  /** Qualified name. */
  readonly skill: string;
  /** The companion. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** What a load may show. */
export interface Claim {
  readonly use: "first" | "later";
  /** Why the use could not be recorded. */
  readonly problem?: string;
}

/** What recording asks of the machine. */
export type MarkerHost = Pick<
  Host,
  "createText" | "linkStat" | "list" | "makeDirectory" | "remove"
>;

/**
 * Claims the first use of a skill in a context.
 *
 * @param digest SHA-256 of the companion and reference.
 * @returns `first` for exactly one caller per context and content; also `first`, with the problem,
 * when nothing can be recorded.
 */
export function claimFirstUse(
  host: MarkerHost,
  place: MarkerPlace,
  key: string,
  digest: string,
  record: MarkerRecord,
): Claim {
  const problem = ensureDirectories(host, place.directories);
  if (problem !== undefined) return { use: "first", problem };
  const directory = place.directories[2];
  const name = markerName(key, digest);
  const path = joinPath(directory, name);
  try {
    const text = `${digest}\n${JSON.stringify(record)}\n`;
    if (!host.createText(path, text, { mode: FILE_MODE })) {
      const kind = host.linkStat(path)?.kind;
      if (kind === "file") return { use: "later" };
      return { use: "first", problem: `"${path}" is not a file of ours` };
    }
    removeOlder(host, directory, `skill-${key}.`, name);
    return { use: "first" };
  } catch (error) {
    return { use: "first", problem: reasonOf(error) };
  }
}

/**
 * Takes a claim back: the text could not be shown after all.
 *
 * @param digest SHA-256 of the companion and reference.
 */
export function releaseFirstUse(
  host: Pick<Host, "remove">,
  place: MarkerPlace,
  key: string,
  digest: string,
): void {
  try {
    host.remove(joinPath(place.directories[2], markerName(key, digest)));
  } catch (error) {
    reasonOf(error);
  }
}

function markerName(key: string, digest: string): string {
  return `skill-${key}.${digest.slice(0, 16)}`;
}

/** Markers of what the skill said before it was edited: going back to it must be a first use again. */
function removeOlder(host: MarkerHost, directory: string, start: string, own: string): void {
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind === "file" && name.startsWith(start) && name !== own) {
      host.remove(joinPath(directory, name));
    }
  }
}
