/** Files through Node's APIs; Bun runs them in the compiled binary. */
import type { Dirent, Stats } from "node:fs";
import { fileCalls } from "./file_calls.ts";
import type { FileKind, FileStat } from "./host.ts";
import { nodeFs, nodeProcess } from "./node_builtin.ts";

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
const FLAGS = { read: "r", create: "wx", append: "a" } as const;

export const NODE_FILES = fileCalls<number>({
  readText: (path) => nodeFs().readFileSync(path, "utf8"),
  open: (path, how, mode) => nodeFs().openSync(path, FLAGS[how], mode),
  read: (file, into, position) => nodeFs().readSync(file, into, 0, into.length, position),
  write: (file, bytes) => nodeFs().writeSync(file, bytes),
  close: (file) => nodeFs().closeSync(file),
  stat: (path) => toStat(nodeFs().statSync(path, QUIET)),
  linkStat: (path) => toStat(nodeFs().lstatSync(path, QUIET)),
  // The plain function resolves link by link in JavaScript; the native one asks the system once.
  realPath: (path) => nodeFs().realpathSync.native(path),
  list: (path) =>
    nodeFs().readdirSync(path, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  makeDirectory: (path, mode) => void nodeFs().mkdirSync(path, { recursive: true, mode }),
  removeFile: (path) => nodeFs().unlinkSync(path),
  removeDirectory: (path) => nodeFs().rmdirSync(path),
  rename: (from, to) => nodeFs().renameSync(from, to),
  setMode: (path, mode) => nodeFs().chmodSync(path, mode),
  processId: () => nodeProcess().pid,
});

function kindOf(entry: Dirent): FileKind {
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
