/**
 * Whether any skill waits for a file to be touched. Asked at every tool call on a file, so it reads one
 * small file and compares nothing; what it says is at most a minute old.
 */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { temporaryDirectory } from "../skill/places.ts";
import { directoryFlaw, type OwnFileHost, readOwnText } from "./own_file.ts";
import { contextKey, formatPointer, parsePointer, pointerName } from "./pointer.ts";

/** How long a pointer is believed without a look at the skills. */
const MAX_AGE_MS = 60_000;

/** What asking needs of the machine. */
export type WatchedHost =
  & OwnFileHost
  & Pick<Host, "env" | "platform" | "now" | "writeText">;

/**
 * @param host The machine.
 * @param projectDir The project, if any.
 * @returns `false` when certainly none did a minute ago; `undefined` when the registry has to be asked.
 */
export function watchesFiles(
  host: WatchedHost,
  projectDir: string | undefined,
): false | undefined {
  const place = pointerPlace(host, projectDir);
  if (place === undefined) return undefined;
  const file = readOwnText(host, place.path);
  if ("reason" in file) return undefined;
  const pointer = parsePointer(file.text, place.key);
  if (pointer === undefined || pointer.watchesFiles) return undefined;
  const age = host.now() - (host.linkStat(place.path)?.mtime ?? 0);
  return age >= 0 && age < MAX_AGE_MS ? false : undefined;
}

/**
 * Says that the registry was just looked at and holds: the pointer is believed for another minute.
 *
 * @param host The machine.
 * @param projectDir The project, if any.
 */
export function renewPointer(host: WatchedHost, projectDir: string | undefined): void {
  const place = pointerPlace(host, projectDir);
  const file = place === undefined ? undefined : readOwnText(host, place.path);
  if (place === undefined || file === undefined || "reason" in file) return;
  const pointer = parsePointer(file.text, place.key);
  if (pointer === undefined || pointer.watchesFiles) return;
  try {
    host.writeText(place.path, formatPointer(place.key, pointer), { mode: 0o600 });
  } catch (error) {
    // Only a cache: the next call asks the registry again.
    if (!(error instanceof HostError)) throw error;
  }
}

function pointerPlace(
  host: WatchedHost,
  projectDir: string | undefined,
): { path: string; key: string } | undefined {
  const directory = temporaryDirectory(host);
  if (directory === undefined || directoryFlaw(host, directory) !== undefined) return undefined;
  const key = contextKey(host, projectDir);
  return { path: joinPath(directory, pointerName(key)), key };
}
