/**
 * The rules for touching the marker tree: its directories are ours alone (0700), and a symbolic link
 * in it is never followed or removed, whoever put it there.
 */
import type { FileKind, Host } from "../host/host.ts";
import { HostError } from "../host/host.ts";

const DIRECTORY_MODE = 0o700;
/** Permission bits of every file in the tree. */
export const FILE_MODE = 0o600;

/**
 * Makes the directories of a context that do not exist yet.
 *
 * @returns Why it cannot be done, or `undefined`.
 */
export function ensureDirectories(
  host: Pick<Host, "linkStat" | "makeDirectory">,
  directories: readonly string[],
): string | undefined {
  try {
    for (const path of directories) {
      const kind = host.linkStat(path)?.kind;
      if (kind === undefined) host.makeDirectory(path, { mode: DIRECTORY_MODE });
      else if (kind !== "directory") return `"${path}" is ${article(kind)}`;
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Whether all of them are directories and none is a link. */
export function areDirectories(
  host: Pick<Host, "linkStat">,
  directories: readonly string[],
): boolean {
  return directories.every((path) => host.linkStat(path)?.kind === "directory");
}

/**
 * Writes a file that may be there already, unless something else is in its place.
 *
 * @throws {HostError} It cannot be written.
 */
export function writeOwnFile(
  host: Pick<Host, "linkStat" | "writeText">,
  path: string,
  text: string,
): void {
  const kind = host.linkStat(path)?.kind;
  if (kind === undefined || kind === "file") host.writeText(path, text, { mode: FILE_MODE });
}

/**
 * @throws The error itself when it is none of a file call.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof HostError) return `${error.code} at "${error.path}"`;
  throw error;
}

function article(kind: FileKind): string {
  return kind === "link" ? "a symbolic link" : kind === "file" ? "a file" : "no directory";
}
