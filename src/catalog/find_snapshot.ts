/**
 * The snapshot in the temporary directory, found and checked. Every failure is a miss with a reason; nothing
 * here is ever an error.
 *
 * A warm start reads two files (pointer and snapshot) and asks for the state of every source, about
 * 2 µs each: a directory's tells that no file was added or removed, a SKILL.md's own is needed to notice
 * an edit in place. It reads no skill file and loads no YAML library.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { hasFingerprint } from "./fingerprint.ts";
import { directoryFlaw, type OwnFileHost, readOwnText } from "./own_file.ts";
import { temporaryDirectory } from "./places.ts";
import { parsePointer, pointerName } from "./pointer.ts";
import { parseSnapshot, type Snapshot } from "./snapshot.ts";
import { look } from "./sources.ts";

/** What finding asks of the machine. */
export type FindingHost = OwnFileHost & Pick<Host, "env" | "platform">;

/** A search's end: the snapshot that holds, or why none does. */
export interface Finding {
  readonly snapshot: Snapshot | undefined;
  /** Why not; empty for a hit. */
  readonly reason: string;
  /** The snapshot's path, as soon as the pointer named one. */
  readonly path: string | undefined;
  /** Sources compared. */
  readonly checked: number;
}

/**
 * Finds the snapshot for a context.
 *
 * @param key From `contextKey`.
 * @returns The snapshot, if every source still looks as it did.
 */
export function findSnapshot(host: FindingHost, key: string): Finding {
  const directory = temporaryDirectory(host);
  if (directory === undefined) return miss("there is no temporary directory");
  const flaw = directoryFlaw(host, directory);
  if (flaw !== undefined) return miss(flaw);
  const pointer = readOwnText(host, joinPath(directory, pointerName(key)));
  if ("reason" in pointer) return miss(`no pointer: ${pointer.reason}`);
  const name = parsePointer(pointer.text, key);
  if (name === undefined) return miss("the pointer is not for this project");
  return checkSnapshot(host, joinPath(directory, name), key);
}

function checkSnapshot(host: FindingHost, path: string, key: string): Finding {
  const file = readOwnText(host, path);
  if ("reason" in file) return miss(`no snapshot: ${file.reason}`, path);
  const snapshot = parseSnapshot(file.text);
  if (snapshot === undefined) return miss("the snapshot is damaged or of another version", path);
  if (snapshot.key !== key) return miss("the snapshot is for another project", path);
  if (!snapshot.settled) return miss("a source had changed less than 2 s before", path);
  const { paths, watched, fingerprints } = snapshot;
  const count = paths.length + watched.length;
  for (let index = 0; index < count; index++) {
    const source = index < paths.length ? paths[index]! : watched[index - paths.length]!;
    if (hasFingerprint(fingerprints, index, look(host, source))) continue;
    return miss(`"${source}" changed`, path, index + 1);
  }
  return { snapshot, reason: "", path, checked: count };
}

function miss(reason: string, path?: string, checked = 0): Finding {
  return { snapshot: undefined, reason, path, checked };
}
