/**
 * Directories below the start whose skills a session has, because a file there was touched (docs/protocol.md). Asked at
 * every prompt with a slash: so nothing but this is loaded for it.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { quickHash } from "../base/quick_hash.ts";
import type { QuickHost } from "../host/host.ts";
import { sharedStateDirectory } from "../state/state_directory.ts";

/** More than a session has; so that a stray one cannot make every prompt slow. */
export const MAX_DIRECTORIES = 100;

export function readTouched(host: QuickHost, session: string | undefined): readonly string[] {
  const path = touchedPath(host, session);
  const text = path === undefined ? undefined : host.glance(path);
  if (text === undefined) return [];
  const found = text.split("\n").flatMap((written) => {
    const line = parseJson(written);
    if (!isFields(line) || line.session !== session || !Array.isArray(line.directories)) return [];
    return line.directories.filter((one) => typeof one === "string");
  });
  return [...new Set(found)].slice(0, MAX_DIRECTORIES);
}

/** One of 4096 files, however many sessions end without a word: a session that loses its place is back at its next touch. */
export function touchedPath(host: QuickHost, session: string | undefined): string | undefined {
  const stateDir = sharedStateDirectory(host);
  if (stateDir === undefined || session === undefined || session.trim() === "") return undefined;
  return joinPath(stateDir, `touched/${quickHash(session).slice(0, 3)}.json`);
}
