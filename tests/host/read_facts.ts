/** What the calls that read and look at files do on every host. */
import type { DirectoryEntry, Host } from "../../src/host/host.ts";
import { type Fact, outcomeOf, type World } from "./fact.ts";

/** Turns a path below the root of the world into an absolute one. */
export type At = (path: string) => string;

const LINKS: World = {
  "text": "here",
  "link": "-> text",
  "chain": "-> link",
  "dangling": "-> nowhere",
  "loop": "-> pool",
  "pool": "-> loop",
  "dir/inner": "inside",
  "dirlink": "-> dir",
};

function reading(name: string, path: string, expected: unknown, world = LINKS): Fact<At> {
  return {
    name: `readText() ${name}`,
    world,
    act: (host, at) => outcomeOf(() => host.readText(at(path))),
    expected,
  };
}

function glancing(name: string, path: string, expected: unknown): Fact<At> {
  return {
    name: `glance() ${name}`,
    world: { ...LINKS, "marked": "\uFEFFmark" },
    act: (host, at) => outcomeOf(() => host.glance(at(path))),
    expected,
  };
}

function kinds(name: string, path: string, expected: unknown): Fact<At> {
  return {
    name: `kinds() ${name}`,
    world: { ...LINKS, "zero": "-> /dev/zero" },
    act: async (host, at) => await host.kinds([at(path), at("text")]),
    // As JSON has it.
    expected: [expected ?? null, "file"],
  };
}

function bytes(name: string, path: string, range: [number, number], expected: unknown): Fact<At> {
  return {
    name: `readBytes() ${name}`,
    world: { ...LINKS, "digits": "0123456789", "zero": "-> /dev/zero" },
    act: (host, at) =>
      outcomeOf(() => {
        const read = host.readBytes(at(path), ...range);
        return read === undefined ? undefined : new TextDecoder().decode(read);
      }),
    expected,
  };
}

function listing(name: string, path: string, expected: unknown): Fact<At> {
  return {
    name: `list() ${name}`,
    world: { ...LINKS, "empty": "/" },
    act: (host, at) => outcomeOf(() => host.list(at(path))?.map(named).sort()),
    expected,
  };
}

function looking(call: "stat" | "linkStat", name: string, path: string, expected: unknown) {
  return {
    name: `${call}() ${name}`,
    world: LINKS,
    act: (host: Host, at: At) =>
      outcomeOf(() => {
        const found = host[call](at(path));
        return found && [found.kind, found.kind === "file" ? found.size : 0];
      }),
    expected,
  };
}

function resolving(name: string, path: string, expected: string | undefined): Fact<At> {
  return {
    name: `realPath() ${name}`,
    world: LINKS,
    act: (host, at) => outcomeOf(() => host.realPath(at(path))?.replace(at(""), "")),
    expected,
  };
}

/** One entry as a word. @param entry The entry. @returns `name:kind`. */
export function named(entry: DirectoryEntry): string {
  return `${entry.name}:${entry.kind}`;
}

/** Rows for reading and looking. */
export const READ_FACTS: readonly Fact<At>[] = [
  glancing("gives the text of a file", "text", "here"),
  glancing("keeps a BOM", "marked", "\uFEFFmark"),
  glancing("gives nothing for an absent file", "none", undefined),
  glancing("gives nothing for a directory", "dir", undefined),
  kinds("tells a file", "text", "file"),
  kinds("tells a directory", "dir", "directory"),
  kinds("follows links", "chain", "file"),
  kinds("says nothing for an absent path", "none", undefined),
  kinds("says nothing for a path below a file", "text/none", undefined),
  kinds("says nothing for a dangling link", "dangling", undefined),
  kinds("says nothing for a link loop", "loop", undefined),
  kinds("tells of anything else that it is there", "zero", "other"),
  reading("reads a file", "text", "here"),
  reading("reads through links", "chain", "here"),
  reading("reads in a linked directory", "dirlink/inner", "inside"),
  reading("gives undefined when absent", "none", undefined),
  reading("gives undefined when the directory is absent", "none/none", undefined),
  reading("gives undefined below a file", "text/below", undefined),
  reading("gives undefined for a dangling link", "dangling", undefined),
  reading("gives undefined for a link loop", "loop", undefined),
  reading("gives undefined for a name that is too long", "x".repeat(300), undefined),
  reading("gives undefined for a name with a NUL", "te\0xt", undefined),
  reading("fails for a directory", "dir", "error EISDIR"),
  reading("fails for a device behind a link", "zero", "error EFTYPE", { "zero": "-> /dev/zero" }),
  reading("keeps a byte order mark", "bom", "\ufefftext", { ...LINKS, "bom": "\ufefftext" }),
  reading("replaces bytes that are not UTF-8", "cut", "a\ufffd", {
    ...LINKS,
    "cut": "bytes 61 f0 9f",
  }),
  reading("keeps CRLF, NUL and astral characters", "odd", "a\r\n\0😀", {
    ...LINKS,
    "odd": "a\r\n\0😀",
  }),
  bytes("reads from the middle", "digits", [3, 4], "3456"),
  bytes("reads less at the end", "digits", [8, 100], "89"),
  bytes("reads nothing past the end", "digits", [20, 4], ""),
  bytes("reads nothing when asked for nothing", "digits", [2, 0], ""),
  bytes("reads through links", "chain", [0, 2], "he"),
  bytes("gives undefined when absent", "none", [0, 4], undefined),
  bytes("fails for a device behind a link", "zero", [0, 4], "error EFTYPE"),
  bytes("fails for a directory", "dir", [0, 4], "error EISDIR"),
  listing("names files, directories and links", "", [
    "chain:link",
    "dangling:link",
    "dir:directory",
    "dirlink:link",
    "empty:directory",
    "link:link",
    "loop:link",
    "pool:link",
    "text:file",
  ]),
  listing("follows a link to a directory", "dirlink", ["inner:file"]),
  listing("gives nothing for an empty directory", "empty", []),
  listing("gives undefined when absent", "none", undefined),
  listing("gives undefined for a file", "text", undefined),
  listing("gives undefined for a link loop", "loop", undefined),
  looking("stat", "tells a file and its size in bytes", "text", ["file", 4]),
  looking("stat", "tells a directory", "dir", ["directory", 0]),
  looking("stat", "follows links", "chain", ["file", 4]),
  looking("stat", "gives undefined for a dangling link", "dangling", undefined),
  looking("stat", "gives undefined for a link loop", "loop", undefined),
  looking("stat", "gives undefined below a file", "text/below", undefined),
  looking("stat", "gives undefined when absent", "none", undefined),
  looking("linkStat", "tells a link", "chain", ["link", 0]),
  looking("linkStat", "tells a dangling link", "dangling", ["link", 0]),
  looking("linkStat", "tells a link in a loop", "loop", ["link", 0]),
  looking("linkStat", "tells a file", "text", ["file", 4]),
  looking("linkStat", "follows a link on the way", "dirlink/inner", ["file", 6]),
  looking("linkStat", "gives undefined when absent", "none", undefined),
  {
    name: "stat() tells one file by its number, ours by its owner",
    world: LINKS,
    act: (host, at) => {
      const [file, link, other] = ["text", "link", "dir"].map((path) => host.stat(at(path)));
      return [
        file?.inode === link?.inode && file?.device === link?.device,
        file?.inode !== other?.inode,
        file?.owner === host.userId(),
        file !== undefined && file.mtime > 1e12 && file.mtime < 1e13 && file.ctime > 1e12,
      ];
    },
    expected: [true, true, true, true],
  },
  resolving("resolves chains of links", "chain", "/text"),
  resolving("resolves a linked directory", "dirlink/inner", "/dir/inner"),
  resolving("resolves dots", "dir/../dirlink/./inner", "/dir/inner"),
  resolving("gives undefined when absent", "none", undefined),
  resolving("gives undefined for a dangling link", "dangling", undefined),
  resolving("gives undefined for a link loop", "loop", undefined),
];
