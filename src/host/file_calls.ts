/** The file calls of every real host, from the few an engine has; synchronous: faster for a one-shot process. */
import { bun, randomHex } from "./built_ins.ts";
import { errorCode, ifPresent, isAbsence, orFail, unlessAbsent } from "./file_rules.ts";
import { attempt, HostError } from "./host.ts";
import type { DirectoryEntry, FileCalls, FileKind, FileStat, WriteOptions } from "./host.ts";

/** What an engine does with files, each in one call; what goes wrong is thrown as the engine throws it. */
export interface EngineFiles<File> {
  readonly readText: (path: string) => string;
  /** `create` is O_CREAT with O_EXCL, which never follows a last link. */
  readonly open: (path: string, how: "read" | "append" | "create", mode: number) => File;
  /** @returns How many bytes came; 0 at the end. */
  readonly read: (file: File, into: Uint8Array, position: number) => number;
  readonly write: (file: File, bytes: Uint8Array) => number;
  readonly close: (file: File) => void;
  /** May be `undefined` for what is absent. */
  readonly stat: (path: string) => FileStat | undefined;
  readonly linkStat: (path: string) => FileStat | undefined;
  readonly realPath: (path: string) => string;
  readonly list: (path: string) => Iterable<DirectoryEntry>;
  readonly makeDirectory: (path: string, mode: number) => void;
  readonly removeFile: (path: string) => void;
  readonly removeDirectory: (path: string) => void;
  readonly rename: (from: string, to: string) => void;
  /** Does nothing where there are no modes. */
  readonly setMode: (path: string, mode: number) => void;
  readonly processId: () => number;
}

/** A text that is not in place an hour after it was written belongs to a run that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;
const TEMPORARY_REGEXP = /^\.skillhook-\d+-[0-9a-f]{16}\.tmp$/;
/** What systems say when a directory's new name is taken; Windows says the last one. */
const TAKEN = new Set(["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM", "EACCES"]);

export function fileCalls<File>(engine: EngineFiles<File>): FileCalls {
  const calls: FileCalls = {
    readText(path) {
      const read = () => sizeToRead(path) === undefined ? undefined : engine.readText(path);
      return ifPresent(path, "read", read);
    },
    glance(path) {
      try {
        const mapped = bun()?.mmap?.(path, { shared: false });
        if (mapped === undefined) return engine.readText(path);
        return new TextDecoder("utf-8", { ignoreBOM: true }).decode(mapped);
      } catch {
        return undefined;
      }
    },
    kinds: (paths) => Promise.all(paths.map(kindAt)),
    readBytes: (path, start, length) =>
      ifPresent(path, "read", () => readRange(path, start, length)),
    list: (path) => ifPresent(path, "list", () => [...engine.list(path)]),
    stat,
    linkStat,
    realPath: (path) => ifPresent(path, "resolve", () => engine.realPath(path)),
    writeText: (path, text, options) =>
      orFail(path, "write", () => {
        const slash = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
        const directory = path.slice(0, slash + 1);
        // Here, because a rename is atomic only within one file system; without the target's name, which may have 255 bytes.
        const temporary = `${directory}.skillhook-${engine.processId()}-${randomHex()}.tmp`;
        // No fsync: readers need an old or a new text, not one that survives a power cut, and it costs milliseconds.
        createWhole(temporary, text, options, () => engine.rename(temporary, path));
        sweep(directory);
      }),
    createText: (path, text, options) =>
      orFail(path, "create", () => {
        try {
          createWhole(path, text, options);
          return true;
        } catch (error) {
          if (errorCode(error, path) === "EEXIST") return false;
          throw error;
        }
      }),
    appendText: (path, text, { mode = 0o644 } = {}) =>
      orFail(path, "append to", () => fill(engine.open(path, "append", mode), text)),
    makeDirectory: (path, { mode = 0o777 } = {}) =>
      orFail(path, "make directory", () => engine.makeDirectory(path, mode)),
    remove: (path) =>
      ifPresent(path, "remove", () => {
        const kind = engine.linkStat(path)?.kind;
        if (kind === "directory") engine.removeDirectory(path);
        else if (kind !== undefined) engine.removeFile(path);
        return kind !== undefined;
      }) ?? false,
    renameDirectory: (from, to) =>
      orFail(from, "rename", () => {
        try {
          engine.rename(from, to);
          return true;
        } catch (error) {
          if (TAKEN.has(errorCode(error, to)) && linkStat(to) !== undefined) return false;
          throw error;
        }
      }),
  };
  return calls;

  /** Without the others' closure: a warm start asks for hundreds of files before anything is compiled. */
  function stat(path: string): FileStat | undefined {
    try {
      return engine.stat(path);
    } catch (error) {
      return unlessAbsent(error, path, "look at");
    }
  }

  function linkStat(path: string): FileStat | undefined {
    return ifPresent(path, "look at", () => engine.linkStat(path));
  }

  /** Mapping a file says at once that there is none; Bun's look starts threads, which takes five times as long. */
  async function kindAt(path: string): Promise<FileKind | undefined> {
    const engine = bun();
    try {
      if (engine === undefined) return stat(path)?.kind;
      if (engine.mmap?.(path, { shared: false })) return "file";
    } catch (error) {
      const code = errorCode(error, path);
      if (isAbsence(code)) return undefined;
      if (code === "EISDIR") return "directory";
      if (engine === undefined) return "other";
    }
    // An empty file and what is no file cannot be mapped.
    try {
      const found = await engine.file(path).stat();
      return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
    } catch (error) {
      return isAbsence(errorCode(error, path)) ? undefined : "other";
    }
  }

  /** Before opening: a device would be read for ever, and a pipe without a writer would block the open. */
  function sizeToRead(path: string): number | undefined {
    const found = engine.stat(path);
    if (found?.kind !== "other") return found?.size;
    throw new HostError("EFTYPE", path, `Cannot read "${path}": it is not a regular file`);
  }

  function readRange(path: string, start: number, length: number): Uint8Array | undefined {
    const size = sizeToRead(path);
    if (size === undefined) return undefined;
    // Files made up by the kernel say 0 and still have content.
    const wanted = size > 0 ? Math.max(0, Math.min(length, size - start)) : length;
    const bytes = new Uint8Array(wanted);
    const file = engine.open(path, "read", 0);
    try {
      let filled = 0;
      while (filled < wanted) {
        const count = engine.read(file, bytes.subarray(filled), start + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    } finally {
      engine.close(file);
    }
  }

  function createWhole(path: string, text: string, { mode }: WriteOptions = {}, use?: () => void) {
    const file = engine.open(path, "create", mode ?? 0o644);
    try {
      fill(file, text);
      // A umask may have cut it; a private mode comes out whole, without a second call.
      if (mode !== undefined && (mode & 0o077) !== 0) engine.setMode(path, mode);
      use?.();
    } catch (error) {
      engine.removeFile(path);
      throw error;
    }
  }

  function fill(file: File, text: string): void {
    try {
      let bytes = new TextEncoder().encode(text);
      while (bytes.length > 0) bytes = bytes.subarray(engine.write(file, bytes));
    } finally {
      engine.close(file);
    }
  }

  /** Removes what killed runs left; what cannot be removed may be another user's. */
  function sweep(directory: string): void {
    for (const { name, kind } of attempt(() => calls.list(directory || ".")) ?? []) {
      if (kind !== "file" || !TEMPORARY_REGEXP.test(name)) continue;
      attempt(() => {
        const age = Date.now() - (linkStat(directory + name)?.mtime ?? Infinity);
        if (age > ABANDONED_MS) calls.remove(directory + name);
      });
    }
  }
}
