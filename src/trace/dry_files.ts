/**
 * File calls that change nothing: what is written stays in memory, and reading sees it. So the real handler
 * runs as in a hook, and the next hook finds everything as it was.
 */
import { lastSegment } from "../base/path.ts";
import type { DirectoryEntry, FileStat, Host, WriteOptions } from "../host/host.ts";

/** The calls that touch files. */
export type FileCalls = Pick<
  Host,
  | ("readText" | "glance" | "kinds" | "readBytes" | "list" | "stat" | "linkStat" | "realPath")
  | (
    | "writeText"
    | "createText"
    | "appendText"
    | "makeDirectory"
    | "remove"
    | "renameDirectory"
  )
>;

/** What stands in a path's place: a text, a directory, or nothing. */
type Change = { readonly text: string; readonly mode: number } | "directory" | "gone";

const FILE_MODE = 0o100000;
const DIRECTORY_MODE = 0o040000;

/**
 * @param host The machine, which is only read.
 */
export function dryFiles(host: Host): FileCalls {
  const changes = new Map<string, Change>();

  function look(path: string, real: () => FileStat | undefined): FileStat | undefined {
    const change = changes.get(path);
    if (change === undefined) return real();
    return change === "gone" ? undefined : statOf(change, host);
  }

  function textOf(path: string): string | undefined {
    const change = changes.get(path);
    if (change === undefined) return host.readText(path);
    return typeof change === "string" ? undefined : change.text;
  }

  function write(path: string, text: string, options: WriteOptions = {}): void {
    changes.set(path, { text, mode: options.mode ?? 0o644 });
  }

  return {
    readText: textOf,
    glance: (path) => changes.has(path) ? textOf(path) : host.glance(path),
    async kinds(paths) {
      const real = await host.kinds(paths);
      return paths.map((path, index) => {
        const change = changes.get(path);
        if (change === undefined) return real[index];
        return change === "gone" ? undefined : change === "directory" ? change : "file";
      });
    },
    readBytes(path, start, length) {
      if (!changes.has(path)) return host.readBytes(path, start, length);
      const text = textOf(path);
      return text === undefined
        ? undefined
        : new TextEncoder().encode(text).slice(start, start + length);
    },
    list(path) {
      const change = changes.get(path);
      if (change === "gone") return undefined;
      const real = change === undefined || host.stat(path) !== undefined ? host.list(path) : [];
      return real && withChanges(path, real, changes, host.platform);
    },
    stat: (path) => look(path, () => host.stat(path)),
    linkStat: (path) => look(path, () => host.linkStat(path)),
    realPath(path) {
      const change = changes.get(path);
      if (change === "gone") return undefined;
      return change === undefined ? host.realPath(path) : path;
    },
    writeText: write,
    createText(path, text, options) {
      if (look(path, () => host.linkStat(path)) !== undefined) return false;
      write(path, text, options);
      return true;
    },
    appendText: (path, text, options) => write(path, (textOf(path) ?? "") + text, options),
    makeDirectory(path) {
      if (look(path, () => host.stat(path)) === undefined) changes.set(path, "directory");
    },
    remove(path) {
      const isThere = look(path, () => host.linkStat(path)) !== undefined;
      if (isThere) changes.set(path, "gone");
      return isThere;
    },
    // Only the command line does this, never what is watched.
    renameDirectory: () => false,
  };
}

function withChanges(
  path: string,
  real: readonly DirectoryEntry[],
  changes: ReadonlyMap<string, Change>,
  platform: string,
): DirectoryEntry[] {
  const entries = new Map(real.map((entry) => [entry.name, entry]));
  for (const [changed, change] of changes) {
    const name = lastSegment(changed, platform);
    if (changed !== `${path}/${name}`) continue;
    if (change === "gone") entries.delete(name);
    else entries.set(name, { name, kind: change === "directory" ? "directory" : "file" });
  }
  return [...entries.values()];
}

function statOf(change: Exclude<Change, "gone">, host: Host): FileStat {
  const now = host.now();
  const isDirectory = change === "directory";
  return {
    ...{ kind: isDirectory ? "directory" : "file", mtime: now, ctime: now, inode: 0, device: 0 },
    size: isDirectory ? 0 : new TextEncoder().encode(change.text).length,
    mode: isDirectory ? DIRECTORY_MODE | 0o700 : FILE_MODE | change.mode,
    owner: host.userId(),
  };
}
