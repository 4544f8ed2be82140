/** The file system of the fake host: a tree in memory with links, owners and a clock. */
import { type FileKind, type FileStat, HostError } from "../../src/host/host.ts";

/** One file of the world; a string stands for `{ text }`. */
export interface FakeFile {
  readonly text?: string;
  /** Content that is not text; wins over `text`. */
  readonly bytes?: Uint8Array;
  /** Makes it a symbolic link to this path (absolute, or relative to the link's directory). */
  readonly link?: string;
  /** Makes it a directory; only needed for empty ones and for those with a mode or an owner. */
  readonly directory?: true;
  /** Makes it something else, such as a socket. */
  readonly other?: true;
  /** Every read or listing of it, and of what lies in it, fails with EACCES. */
  readonly unreadable?: boolean;
  /** Every write to it, and every change of names in it, fails with EACCES. */
  readonly unwritable?: boolean;
  readonly mtime?: number;
  readonly ctime?: number;
  /** Permission bits. */
  readonly mode?: number;
  readonly owner?: number;
}

/** A place in the tree. */
export interface FakeNode {
  readonly kind: FileKind;
  bytes: Uint8Array;
  link: string;
  unreadable: boolean;
  unwritable: boolean;
  mtime: number;
  ctime: number;
  inode: number;
  /** Permission bits. */
  mode: number;
  owner: number;
}

const TYPE_BITS: Record<FileKind, number> = {
  file: 0o100000,
  directory: 0o040000,
  link: 0o120000,
  other: 0o140000,
};
/** As many as Linux follows. */
const LINK_LIMIT = 40;

const STEPS_REGEXP = /\/\.{0,2}(?:\/|$)/;

/** Nothing is there, by whatever name. */
const ABSENT = ["ENOENT", "ENOTDIR", "ELOOP"];

/** The tree; every method throws {@linkcode HostError} with a POSIX name where a real one would fail. */
export class FakeFiles {
  readonly #nodes = new Map<string, FakeNode>();
  readonly #now: () => number;
  readonly #cwd: () => string;
  readonly #owner: number;
  #inodes = 100;
  /** Neither links nor forbidden places: then a path without steps is where it says, or nowhere. */
  #isPlain = true;

  constructor(now: () => number, cwd: () => string, owner: number) {
    this.#now = now;
    this.#cwd = cwd;
    this.#owner = owner;
    this.#nodes.set("/", this.#node("directory", {}));
  }

  /** The clock files are stamped with. */
  now(): number {
    return this.#now();
  }

  /** Puts a file there, whatever was there before; its directories are implied. */
  put(path: string, file: string | FakeFile): void {
    const full = this.absolute(path);
    for (let end = full.indexOf("/", 1); end > 0; end = full.indexOf("/", end + 1)) {
      const parent = full.slice(0, end);
      if (!this.#nodes.has(parent)) this.#nodes.set(parent, this.#node("directory", {}));
    }
    const row = typeof file === "string" ? { text: file } : file;
    this.#nodes.set(full, this.#node(kindOf(row), row));
  }

  /** Takes a path and all below it away. */
  drop(path: string): void {
    const full = this.absolute(path);
    for (const key of this.#nodes.keys()) {
      if (key === full || key.startsWith(full + "/")) this.#nodes.delete(key);
    }
  }

  /** Every path with its text; links as `-> target`; directories are left out. */
  texts(): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const [path, node] of [...this.#nodes].sort(([a], [b]) => a < b ? -1 : 1)) {
      if (node.kind === "link") texts[path] = `-> ${node.link}`;
      else if (node.kind === "file") texts[path] = new TextDecoder().decode(node.bytes);
    }
    return texts;
  }

  /** The absolute path without `.`, `..` or doubled slashes; links are not looked at. */
  absolute(path: string): string {
    const segments: string[] = [];
    const full = path.startsWith("/") ? path : `${this.#cwd()}/${path}`;
    for (const segment of full.split("/")) {
      if (segment === "..") segments.pop();
      else if (segment !== "" && segment !== ".") segments.push(segment);
    }
    return "/" + segments.join("/");
  }

  /**
   * Walks to a path as a system does.
   *
   * @param follow Whether a last link is followed.
   * @returns The path without links, and what is there.
   */
  walk(path: string, follow = true): { path: string; node: FakeNode | undefined } {
    const found = this.#go(path, follow);
    if (typeof found === "string") throw failure(found, path);
    return found;
  }

  /** What is there; `undefined` when nothing is. Most looks find nothing, and an error costs more than the look. */
  peek(path: string, follow = true): { path: string; node: FakeNode } | undefined {
    if (this.#isPlain && path.startsWith("/") && !STEPS_REGEXP.test(path)) {
      const node = this.#nodes.get(path);
      return node === undefined ? undefined : { path, node };
    }
    const found = this.#go(path, follow);
    if (typeof found === "string") {
      if (ABSENT.includes(found)) return undefined;
      throw failure(found, path);
    }
    return found.node === undefined ? undefined : { path: found.path, node: found.node };
  }

  /** Walks; the name of what stands in the way, if anything does. */
  #go(path: string, follow: boolean): { path: string; node: FakeNode | undefined } | string {
    let links = 0;
    const ahead = (path.startsWith("/") ? path : `${this.#cwd()}/${path}`).split("/");
    let here = "/";
    while (ahead.length > 0) {
      const segment = ahead.shift()!;
      if (segment === "" || segment === ".") continue;
      if (segment === "..") {
        here = parentOf(here);
        continue;
      }
      const parent = this.#nodes.get(here);
      if (parent === undefined) return "ENOENT";
      if (parent.kind !== "directory") return "ENOTDIR";
      if (parent.unreadable) return "EACCES";
      const next = here === "/" ? `/${segment}` : `${here}/${segment}`;
      const node = this.#nodes.get(next);
      const last = ahead.every((rest) => rest === "" || rest === ".");
      if (node?.kind !== "link" || (last && !follow)) {
        here = next;
        continue;
      }
      if (++links > LINK_LIMIT) return "ELOOP";
      if (node.link.startsWith("/")) here = "/";
      ahead.unshift(...node.link.split("/"));
    }
    return { path: here, node: this.#nodes.get(here) };
  }

  /** Like {@linkcode walk}, but something must be there. */
  find(path: string, follow = true): { path: string; node: FakeNode } {
    const found = this.walk(path, follow);
    if (found.node === undefined) throw failure("ENOENT", path);
    return { path: found.path, node: found.node };
  }

  /** Opens a file for writing. @returns It; an empty one when it was not there. */
  open(path: string, mode: number): FakeNode {
    const found = this.walk(path);
    if (found.node === undefined) return this.add(found.path, "file", mode);
    if (found.node.kind === "directory") throw failure("EISDIR", path);
    if (found.node.unwritable) throw failure("EACCES", path);
    return found.node;
  }

  /** Makes something new in a directory that must exist. */
  add(path: string, kind: FileKind, mode: number): FakeNode {
    const node = this.#node(kind, { mode });
    this.set(path, node);
    return node;
  }

  /** Gives a place in the tree a name. */
  set(path: string, node: FakeNode): void {
    this.#touchParent(path);
    this.#nodes.set(path, node);
  }

  /** Takes one name away. */
  delete(path: string): void {
    this.#touchParent(path);
    this.#nodes.delete(path);
  }

  /** Gives a path and all below it another name. */
  move(from: string, to: string): void {
    const moved = [...this.#nodes].filter(([key]) => key === from || key.startsWith(`${from}/`));
    for (const [key] of moved) this.#nodes.delete(key);
    for (const [key, node] of moved) this.#nodes.set(to + key.slice(from.length), node);
    this.#touchParent(to);
    this.#touchParent(from);
  }

  /** Names directly in a directory with what they are. */
  children(path: string): [name: string, node: FakeNode][] {
    const start = path === "/" ? 1 : path.length + 1;
    return [...this.#nodes]
      .filter(([key]) => key !== "/" && parentOf(key) === path)
      .map(([key, node]) => [key.slice(start), node]);
  }

  stat(node: FakeNode): FileStat {
    return {
      kind: node.kind,
      size: node.kind === "link" ? node.link.length : node.bytes.length,
      mtime: node.mtime,
      ctime: node.ctime,
      inode: node.inode,
      device: 1,
      mode: TYPE_BITS[node.kind] | node.mode,
      owner: node.owner,
    };
  }

  #touchParent(path: string): void {
    const parent = this.#nodes.get(parentOf(path));
    if (parent === undefined) throw failure("ENOENT", path);
    if (parent.kind !== "directory") throw failure("ENOTDIR", path);
    if (parent.unwritable) throw failure("EACCES", path);
    parent.mtime = parent.ctime = this.#now();
  }

  #node(kind: FileKind, file: FakeFile): FakeNode {
    if (kind === "link" || file.unreadable === true) this.#isPlain = false;
    return {
      kind,
      bytes: file.bytes ?? new TextEncoder().encode(file.text ?? ""),
      link: file.link ?? "",
      unreadable: file.unreadable ?? false,
      unwritable: file.unwritable ?? false,
      mtime: file.mtime ?? this.#now(),
      ctime: file.ctime ?? file.mtime ?? this.#now(),
      inode: this.#inodes++,
      mode: file.mode ?? (kind === "directory" ? 0o755 : kind === "link" ? 0o777 : 0o644),
      owner: file.owner ?? this.#owner,
    };
  }
}

/** Makes the error a real host throws. */
export function failure(code: string, path: string): HostError {
  return new HostError(code, path, `Cannot use "${path}": ${code}`);
}

function kindOf(file: FakeFile): FileKind {
  if (file.link !== undefined) return "link";
  if (file.directory) return "directory";
  return file.other ? "other" : "file";
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
