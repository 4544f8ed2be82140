/** The file calls of the fake host, on the tree of `fake_files.ts`. */
import { type FileStat, type Host, HostError, type WriteOptions } from "../../src/host/host.ts";
import { failure, type FakeFiles, type FakeNode } from "./fake_files.ts";

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

const ABSENT = ["ENOENT", "ENOTDIR", "ELOOP"];

/**
 * Builds the file calls.
 *
 * @param tick Called before every change, so that later changes are newer.
 */
export function fileCalls(tree: FakeFiles, tick: () => void): Pick<Host, FileCalls> {
  function readable(path: string): FakeNode | undefined {
    const node = tree.peek(path)?.node;
    if (node === undefined) return undefined;
    if (node.unreadable) throw failure("EACCES", path);
    if (node.kind === "directory") throw failure("EISDIR", path);
    if (node.kind === "other") throw failure("EFTYPE", path);
    return node;
  }

  function readText(path: string): string | undefined {
    const node = readable(path);
    return node && decode(node.bytes);
  }

  function statOf(node: FakeNode | undefined): FileStat | undefined {
    return node && tree.stat(node);
  }

  function fill(node: FakeNode, bytes: Uint8Array): void {
    node.bytes = bytes;
    node.mtime = node.ctime = tree.now();
  }

  return {
    readText,
    glance: (path) => {
      try {
        return readText(path);
      } catch (error) {
        if (error instanceof HostError) return undefined;
        throw error;
      }
    },
    kinds: (paths) =>
      Promise.resolve(paths.map((path) => {
        try {
          return tree.peek(path)?.node.kind;
        } catch (error) {
          if (error instanceof HostError) return "other";
          throw error;
        }
      })),
    readBytes: (path, start, length) => readable(path)?.bytes.slice(start, start + length),
    list(path) {
      const found = tree.peek(path);
      if (found?.node.kind !== "directory") return undefined;
      if (found.node.unreadable) throw failure("EACCES", path);
      return tree.children(found.path).map(([name, node]) => ({ name, kind: node.kind }));
    },
    stat: (path) => statOf(tree.peek(path)?.node),
    linkStat: (path) => statOf(tree.peek(path, false)?.node),
    realPath: (path) => tree.peek(path)?.path,
    writeText(path, text, options) {
      tick();
      const found = tree.walk(path, false);
      if (found.node?.kind === "directory") throw failure("EISDIR", path);
      fill(tree.add(found.path, "file", modeOf(options)), encode(text));
    },
    createText(path, text, options) {
      tick();
      const found = tree.walk(path, false);
      if (found.node !== undefined) return false;
      fill(tree.add(found.path, "file", modeOf(options)), encode(text));
      return true;
    },
    appendText(path, text, options) {
      tick();
      const node = tree.open(path, modeOf(options));
      fill(node, encode(decode(node.bytes) + text));
    },
    makeDirectory(path, options) {
      tick();
      const segments = tree.absolute(path).split("/").slice(1);
      segments.forEach((_, index) => {
        const found = tree.walk("/" + segments.slice(0, index + 1).join("/"));
        if (found.node === undefined) tree.add(found.path, "directory", options?.mode ?? 0o755);
        else if (found.node.kind !== "directory") throw failure("EEXIST", path);
      });
    },
    remove(path) {
      return ifPresent(() => {
        const found = tree.find(path, false);
        const full = found.node.kind === "directory" && tree.children(found.path).length > 0;
        if (full) throw failure("ENOTEMPTY", path);
        tick();
        tree.delete(found.path);
        return true;
      }) ?? false;
    },
    renameDirectory(from, to) {
      const source = tree.find(from, false);
      const target = tree.walk(to, false);
      const isTaken = target.node !== undefined &&
        (target.node.kind !== "directory" || tree.children(target.path).length > 0);
      if (isTaken) return false;
      tick();
      tree.move(source.path, target.path);
      return true;
    },
  };
}

function ifPresent<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof HostError && ABSENT.includes(error.code)) return undefined;
    throw error;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function modeOf(options?: WriteOptions): number {
  return options?.mode ?? 0o644;
}
