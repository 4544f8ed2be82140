/** Files through Deno's own APIs: its Node layer costs more to initialise than a whole hook. */
import { fileCalls } from "./file_calls.ts";
import type { FileKind, FileStat } from "./host.ts";

export const DENO_FILES = fileCalls<Deno.FsFile>({
  readText: (path) => Deno.readTextFileSync(path),
  open: (path, how, mode) =>
    Deno.openSync(
      path,
      how === "read"
        ? { read: true }
        : how === "create"
        ? { write: true, createNew: true, mode }
        : { append: true, create: true, mode },
    ),
  read(file, into, position) {
    if (position > 0) file.seekSync(position, Deno.SeekMode.Start);
    return file.readSync(into) ?? 0;
  },
  write: (file, bytes) => file.writeSync(bytes),
  close: (file) => file.close(),
  stat: (path) => toStat(Deno.statSync(path)),
  linkStat: (path) => toStat(Deno.lstatSync(path)),
  realPath: (path) => Deno.realPathSync(path),
  list: (path) =>
    Deno.readDirSync(path)[Symbol.iterator]().map((entry) => ({
      name: entry.name,
      kind: kindOf(entry),
    })),
  makeDirectory: (path, mode) => Deno.mkdirSync(path, { recursive: true, mode }),
  removeFile: (path) => Deno.removeSync(path),
  removeDirectory: (path) => Deno.removeSync(path),
  rename: (from, to) => Deno.renameSync(from, to),
  setMode(path, mode) {
    if (Deno.build.os !== "windows") Deno.chmodSync(path, mode);
  },
  processId: () => Deno.pid,
});

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
