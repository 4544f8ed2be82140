/** What the calls that change files do on every host. */
import process from "node:process";
import { type Fact, outcomeOf } from "./fact.ts";
import { type At, named } from "./read_facts.ts";

/** Does something that changes files, then tells all names, so that nothing left over stays unseen. */
function changing(name: string, expected: unknown, act: Fact<At>["act"]): Fact<At> {
  return {
    name,
    world: { "text": "old", "link": "-> text", "dangling": "-> nowhere", "dir/inner": "inside" },
    act: (host, at) => [
      outcomeOf(() => act(host, at)) ?? "done",
      host.list(at(""))?.map(named).sort().join(" "),
    ],
    expected,
  };
}

const UNTOUCHED = "dangling:link dir:directory link:link text:file";

/** Rows for everything that changes files. */
export const WRITE_FACTS: readonly Fact<At>[] = [
  changing("writeText() makes a file", [
    "neu",
    `dangling:link dir:directory link:link new:file text:file`,
  ], (host, at) => {
    host.writeText(at("new"), "neu");
    return host.readText(at("new"));
  }),
  changing("writeText() replaces a file and its mode", [["new", 0o600], UNTOUCHED], (host, at) => {
    host.writeText(at("text"), "new", { mode: 0o600 });
    return [host.readText(at("text")), (host.stat(at("text"))?.mode ?? 0) & 0o777];
  }),
  changing("writeText() replaces a link and leaves its target", [
    ["new", "old"],
    "dangling:link dir:directory link:file text:file",
  ], (host, at) => {
    host.writeText(at("link"), "new");
    return [host.readText(at("link")), host.readText(at("text"))];
  }),
  changing("writeText() writes an empty text", ["", UNTOUCHED], (host, at) => {
    host.writeText(at("text"), "");
    return host.readText(at("text"));
  }),
  changing("writeText() writes beside a name of 255 bytes", [1, UNTOUCHED], (host, at) => {
    const path = at("dir/" + "n".repeat(255));
    host.writeText(path, "x");
    return host.readText(path)?.length;
  }),
  changing("writeText() fails without its directory", ["error ENOENT", UNTOUCHED], (host, at) => {
    host.writeText(at("none/new"), "new");
  }),
  changing("writeText() over a directory fails and leaves nothing", [
    "error EISDIR",
    UNTOUCHED,
  ], (host, at) => host.writeText(at("dir"), "new")),
  changing("createText() makes a file once", [
    [true, false, "one", 0o600],
    "dangling:link dir:directory link:link new:file text:file",
  ], (host, at) => [
    host.createText(at("new"), "one", { mode: 0o600 }),
    host.createText(at("new"), "two"),
    host.readText(at("new")),
    (host.stat(at("new"))?.mode ?? 0) & 0o777,
  ]),
  changing("createText() gives a file the mode it is told, whatever the umask", [
    [0o640, 0o664],
    "dangling:link dir:directory link:link new:file text:file",
  ], (host, at) => {
    const umask = process.umask(0o077);
    try {
      host.createText(at("new"), "one", { mode: 0o640 });
      host.writeText(at("text"), "two", { mode: 0o664 });
    } finally {
      process.umask(umask);
    }
    return ["new", "text"].map((name) => (host.stat(at(name))?.mode ?? 0) & 0o777);
  }),
  changing(
    "createText() does not follow a dangling link",
    [false, UNTOUCHED],
    (host, at) => host.createText(at("dangling"), "trap"),
  ),
  changing(
    "createText() fails without its directory",
    ["error ENOENT", UNTOUCHED],
    (host, at) => host.createText(at("none/new"), "new"),
  ),
  changing("appendText() adds to a file and makes it", [
    ["old+", "first"],
    "dangling:link dir:directory link:link new:file text:file",
  ], (host, at) => {
    host.appendText(at("text"), "+");
    host.appendText(at("new"), "first");
    return [host.readText(at("text")), host.readText(at("new"))];
  }),
  changing(
    "appendText() fails for a directory",
    ["error EISDIR", UNTOUCHED],
    (host, at) => host.appendText(at("dir"), "x"),
  ),
  changing("makeDirectory() makes all parents and keeps what exists", [
    ["directory", 0o700, "inside"],
    "dangling:link dir:directory link:link p:directory text:file",
  ], (host, at) => {
    host.makeDirectory(at("p/q/r"), { mode: 0o700 });
    host.makeDirectory(at("p/q"));
    host.makeDirectory(at("dir"));
    const made = host.stat(at("p/q/r"));
    return [made?.kind, (made?.mode ?? 0) & 0o777, host.readText(at("dir/inner"))];
  }),
  changing(
    "makeDirectory() fails over a file",
    ["error EEXIST", UNTOUCHED],
    (host, at) => host.makeDirectory(at("text")),
  ),
  changing("remove() takes a file away", [
    [true, false],
    "dangling:link dir:directory link:link",
  ], (host, at) => [host.remove(at("text")), host.remove(at("text"))]),
  changing("remove() takes a link and not its target", [
    [true, true, "old"],
    "dir:directory text:file",
  ], (host, at) => [
    host.remove(at("link")),
    host.remove(at("dangling")),
    host.readText(at("text")),
  ]),
  changing("remove() fails for a full directory, takes an empty one", [
    ["error ENOTEMPTY", true, true],
    "dangling:link link:link text:file",
  ], (host, at) => [
    outcomeOf(() => host.remove(at("dir"))),
    host.remove(at("dir/inner")),
    host.remove(at("dir")),
  ]),
  changing("renameDirectory() moves a directory with what it holds", [
    [true, "inside", undefined],
    "dangling:link link:link new:directory text:file",
  ], (host, at) => [
    host.renameDirectory(at("dir"), at("new")),
    host.readText(at("new/inner")),
    host.stat(at("dir")),
  ]),
  changing("renameDirectory() takes no name that is taken, but for an empty directory's", [
    [false, false, true, "inside"],
    "dangling:link empty:directory full:directory link:link text:file",
  ], (host, at) => {
    host.makeDirectory(at("full/inner"));
    host.makeDirectory(at("empty"));
    return [
      host.renameDirectory(at("dir"), at("full")),
      host.renameDirectory(at("dir"), at("text")),
      host.renameDirectory(at("dir"), at("empty")),
      host.readText(at("empty/inner")),
    ];
  }),
  changing(
    "renameDirectory() fails when absent",
    ["error ENOENT", UNTOUCHED],
    (host, at) => host.renameDirectory(at("none"), at("new")),
  ),
];
