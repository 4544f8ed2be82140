/**
 * The file calls of the Deno host. All of them are synchronous and none touches Deno's Node layer,
 * whose initialisation alone costs more than a whole hook.
 */
import {
  errorCode,
  ifPresent,
  isForOthers,
  modeOf,
  notRegular,
  orFail,
  temporaryPath,
  unlessTaken,
} from "./file_rules.ts";
import type { DirectoryEntry, FileKind, FileStat, Host, WriteOptions } from "./host.ts";
import { kindsBy } from "./kinds.ts";
import { randomHex } from "./hex.ts";

type FileCalls =
  | "readText"
  | "glance"
  | "kinds"
  | "readBytes"
  | "list"
  | "stat"
  | "linkStat"
  | "realPath"
  | "writeText"
  | "createText"
  | "appendText"
  | "makeDirectory"
  | "remove"
  | "renameDirectory";

/** The file calls of `Host` on Deno's APIs. */
export const DENO_FILES: Pick<Host, FileCalls> = {
  readText: (path) =>
    ifPresent(path, "read", () => {
      sizeToRead(path);
      return Deno.readTextFileSync(path);
    }),
  glance,
  kinds: kindsBy((path) => DENO_FILES.stat(path)),
  readBytes: (path, start, length) =>
    ifPresent(path, "read", () => {
      const size = sizeToRead(path);
      using file = Deno.openSync(path);
      return readRange(file, size, start, length);
    }),
  list: (path) =>
    ifPresent(path, "list", () => {
      const entries: DirectoryEntry[] = [];
      for (const entry of Deno.readDirSync(path)) {
        entries.push({ name: entry.name, kind: kindOf(entry) });
      }
      return entries;
    }),
  stat: (path) => ifPresent(path, "look at", () => toStat(Deno.statSync(path))),
  linkStat: (path) => ifPresent(path, "look at", () => toStat(Deno.lstatSync(path))),
  realPath: (path) => ifPresent(path, "resolve", () => Deno.realPathSync(path)),
  writeText,
  createText,
  appendText: (path, text, options) =>
    orFail(path, "append to", () => {
      using file = Deno.openSync(path, { append: true, create: true, mode: modeOf(options) });
      writeWhole(file, text);
    }),
  makeDirectory: (path, options) =>
    orFail(
      path,
      "make directory",
      () => Deno.mkdirSync(path, { recursive: true, mode: options?.mode ?? 0o777 }),
    ),
  remove: (path) =>
    ifPresent(path, "remove", () => {
      Deno.removeSync(path);
      return true;
    }) ?? false,
  renameDirectory: (from, to) =>
    unlessTaken(
      from,
      to,
      () => Deno.renameSync(from, to),
      () => DENO_FILES.linkStat(to) !== undefined,
    ),
};

function glance(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

/** Before opening: a link to a device would be read for ever, and a pipe nobody writes to would block the open. */
function sizeToRead(path: string): number {
  const found = Deno.statSync(path);
  if (kindOf(found) === "other") throw notRegular(path);
  return found.size;
}

function readRange(file: Deno.FsFile, size: number, start: number, length: number): Uint8Array {
  // Files made up by the kernel say 0 and still have content.
  const wanted = size > 0 ? Math.max(0, Math.min(length, size - start)) : length;
  if (start > 0) file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(wanted);
  let filled = 0;
  while (filled < wanted) {
    const count = file.readSync(bytes.subarray(filled));
    if (count === null || count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function kindOf(entry: { isFile: boolean; isDirectory: boolean; isSymlink: boolean }): FileKind {
  if (entry.isSymlink) return "link";
  if (entry.isDirectory) return "directory";
  return entry.isFile ? "file" : "other";
}

/** Deno offers whole milliseconds only. */
function toStat(found: Deno.FileInfo): FileStat {
  return {
    kind: kindOf(found),
    size: found.size,
    mtime: found.mtime?.getTime() ?? 0,
    ctime: found.ctime?.getTime() ?? 0,
    inode: found.ino ?? 0,
    device: found.dev,
    mode: found.mode ?? 0,
    owner: found.uid ?? -1,
  };
}

/** A link is replaced, not followed: who wants its target written asks `realPath` first. */
function writeText(path: string, text: string, options?: WriteOptions): void {
  orFail(path, "write", () => {
    const temporary = temporaryPath(path, Deno.pid, randomHex());
    createWhole(temporary, text, options);
    try {
      // No fsync: readers need an old or a new text, not one that survives a power cut, and it costs milliseconds.
      Deno.renameSync(temporary, path);
    } catch (error) {
      Deno.removeSync(temporary);
      throw error;
    }
  });
}

function createText(path: string, text: string, options?: WriteOptions): boolean {
  return orFail(path, "create", () => {
    try {
      createWhole(path, text, options);
      return true;
    } catch (error) {
      if (errorCode(error, path) === "EEXIST") return false;
      throw error;
    }
  });
}

/** O_CREAT with O_EXCL, which never follows a last link; a file we could not fill is removed again. */
function createWhole(path: string, text: string, options?: WriteOptions): void {
  const file = Deno.openSync(path, { write: true, createNew: true, mode: modeOf(options) });
  try {
    writeWhole(file, text);
    if (isForOthers(options) && Deno.build.os !== "windows") Deno.chmodSync(path, options.mode);
  } catch (error) {
    file.close();
    Deno.removeSync(path);
    throw error;
  }
  file.close();
}

function writeWhole(file: Deno.FsFile, text: string): void {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(file.writeSync(bytes));
}
