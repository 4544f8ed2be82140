/** The file calls of the Node host; Bun runs them in the compiled binary. */
import type { Dirent, Stats } from "node:fs";
import { bun } from "./bun.ts";
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
import type { FileKind, FileStat, Host, WriteOptions } from "./host.ts";
import { kindsBy } from "./kinds.ts";
import { nodeFs, nodeProcess } from "./node_builtin.ts";
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

/** The bits of a mode that say what a file is, and what they say; Node keeps them on Windows too. */
const TYPE_BITS = 0o170000;
const KINDS: Readonly<Record<number, FileKind>> = {
  [0o100000]: "file",
  [0o040000]: "directory",
  [0o120000]: "link",
};
let windows: boolean | undefined;

/** Many of the files we ask for are absent, and an error with its stack costs ten times a look. */
const QUIET = { throwIfNoEntry: false } as const;

/** The file calls of `Host` on Node's APIs. */
export const NODE_FILES: Pick<Host, FileCalls> = {
  readText: (path) =>
    ifPresent(
      path,
      "read",
      () => sizeToRead(path) === undefined ? undefined : nodeFs().readFileSync(path, "utf8"),
    ),
  glance,
  kinds: kindsBy(stat),
  readBytes: (path, start, length) =>
    ifPresent(path, "read", () => {
      const size = sizeToRead(path);
      if (size === undefined) return undefined;
      const file = nodeFs().openSync(path, "r");
      try {
        return readRange(file, size, start, length);
      } finally {
        nodeFs().closeSync(file);
      }
    }),
  list: (path) =>
    ifPresent(path, "list", () =>
      nodeFs().readdirSync(path, { withFileTypes: true })
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))),
  stat,
  linkStat: (path) => ifPresent(path, "look at", () => toStat(nodeFs().lstatSync(path, QUIET))),
  // The plain function resolves link by link in JavaScript; the native one asks the system once.
  realPath: (path) => ifPresent(path, "resolve", () => nodeFs().realpathSync.native(path)),
  writeText,
  createText,
  appendText: (path, text, options) =>
    orFail(
      path,
      "append to",
      () => fillAndClose(nodeFs().openSync(path, "a", modeOf(options)), text),
    ),
  makeDirectory: (path, options) => {
    orFail(
      path,
      "make directory",
      () => nodeFs().mkdirSync(path, { recursive: true, mode: options?.mode ?? 0o777 }),
    );
  },
  remove: (path) =>
    ifPresent(path, "remove", () => {
      if (nodeFs().lstatSync(path).isDirectory()) nodeFs().rmdirSync(path);
      else nodeFs().unlinkSync(path);
      return true;
    }) ?? false,
  renameDirectory: (from, to) =>
    unlessTaken(
      from,
      to,
      () => nodeFs().renameSync(from, to),
      () => NODE_FILES.linkStat(to) !== undefined,
    ),
};

function glance(path: string): string | undefined {
  try {
    const mapped = bun()?.mmap?.(path, { shared: false });
    return mapped === undefined
      ? nodeFs().readFileSync(path, "utf8")
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(mapped);
  } catch {
    return undefined;
  }
}

/** Without the closure the others have: a warm start asks for hundreds of files before anything is compiled. */
function stat(path: string): FileStat | undefined {
  try {
    return toStat(nodeFs().statSync(path, QUIET));
  } catch (error) {
    return ifPresent(path, "look at", () => {
      throw error;
    });
  }
}

/** Before opening: a link to a device would be read for ever, and a pipe nobody writes to would block the open. */
function sizeToRead(path: string): number | undefined {
  const found = nodeFs().statSync(path, QUIET);
  if (found === undefined) return undefined;
  if (kindOf(found) === "other") throw notRegular(path);
  return found.size;
}

function readRange(file: number, size: number, start: number, length: number): Uint8Array {
  // Files made up by the kernel say 0 and still have content.
  const wanted = size > 0 ? Math.max(0, Math.min(length, size - start)) : length;
  const bytes = new Uint8Array(wanted);
  let filled = 0;
  while (filled < wanted) {
    const count = nodeFs().readSync(file, bytes, filled, wanted - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function kindOf(entry: Dirent | Stats): FileKind {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}

function toStat(found: Stats | undefined): FileStat | undefined {
  if (found === undefined) return undefined;
  windows ??= nodeProcess().platform === "win32";
  return {
    kind: KINDS[found.mode & TYPE_BITS] ?? "other",
    size: found.size,
    mtime: found.mtimeMs,
    ctime: found.ctimeMs,
    inode: found.ino,
    device: found.dev,
    mode: windows ? 0 : found.mode,
    owner: windows ? -1 : found.uid,
  };
}

/** A link is replaced, not followed: who wants its target written asks `realPath` first. */
function writeText(path: string, text: string, options?: WriteOptions): void {
  orFail(path, "write", () => {
    const temporary = temporaryPath(path, nodeProcess().pid, randomHex());
    createWhole(temporary, text, options);
    try {
      // No fsync: readers need an old or a new text, not one that survives a power cut, and it costs milliseconds.
      nodeFs().renameSync(temporary, path);
    } catch (error) {
      nodeFs().unlinkSync(temporary);
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
  const file = nodeFs().openSync(path, "wx", modeOf(options));
  try {
    fillAndClose(file, text);
    if (isForOthers(options)) nodeFs().chmodSync(path, options.mode);
  } catch (error) {
    nodeFs().unlinkSync(path);
    throw error;
  }
}

function fillAndClose(file: number, text: string): void {
  try {
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(nodeFs().writeSync(file, bytes));
  } finally {
    nodeFs().closeSync(file);
  }
}
