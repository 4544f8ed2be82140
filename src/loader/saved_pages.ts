/**
 * A text of several pages is kept beside its marker: its later pages are then of the same text, and
 * its commands are not run again for every page.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import type { MarkerPlace } from "./marker_path.ts";
import { areDirectories, ensureDirectories, reasonOf, writeOwnFile } from "./marker_tree.ts";

/** Keeps a text; when it cannot be kept, later pages are made anew. */
export function keepPages(
  host: Pick<Host, "linkStat" | "makeDirectory" | "writeText">,
  place: MarkerPlace,
  key: string,
  text: string,
): void {
  try {
    if (ensureDirectories(host, place.directories) !== undefined) return;
    writeOwnFile(host, pagePath(place, key), text);
  } catch (error) {
    reasonOf(error);
  }
}

/** The text that was kept last, if there is one. */
export function keptText(
  host: Pick<Host, "linkStat" | "readText">,
  place: MarkerPlace,
  key: string,
): string | undefined {
  const path = pagePath(place, key);
  try {
    if (!areDirectories(host, place.directories)) return undefined;
    return host.linkStat(path)?.kind === "file" ? host.readText(path) : undefined;
  } catch (error) {
    reasonOf(error);
    return undefined;
  }
}

function pagePath({ directories }: MarkerPlace, key: string): string {
  return joinPath(directories[2], `page-${key}`);
}
