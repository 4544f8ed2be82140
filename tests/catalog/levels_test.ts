/** The way up from where a session starts, as Claude Code 2.1.330 goes it. */
import { assertEquals } from "@std/assert";
import { findLevels } from "../../src/catalog/levels.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { fakeHost } from "../support/fake_host.ts";

type Files = Readonly<Record<string, string | FakeFile>>;
const DIRECTORY: FakeFile = { directory: true };
const WORKTREE: Files = {
  "/r/.git/worktrees/w/gitdir": "/wt/.git\n",
  "/wt/.git": "gitdir: /r/.git/worktrees/w\n",
};

const ROWS: readonly [
  about: string,
  files: Files,
  start: string,
  levels: readonly string[],
  top?: string,
  mainCheckout?: string,
][] = [
  ["the top of a repository", { "/r/.git": DIRECTORY }, "/r", ["/r"], "/r"],
  ["below it", { "/r/.git": DIRECTORY }, "/r/a/b", ["/r/a/b", "/r/a", "/r"], "/r"],
  ["a slash at the end", { "/r/.git": DIRECTORY }, "/r/a/", ["/r/a", "/r"], "/r"],
  ["dots on the way", { "/r/.git": DIRECTORY, "/r/a/x": "" }, "/r/a/../a", ["/r/a", "/r"], "/r"],
  ["a repository in a repository", { "/r/.git": DIRECTORY, "/r/a/.git/HEAD": "" }, "/r/a/b", [
    "/r/a/b",
    "/r/a",
  ], "/r/a"],
  ["a submodule", { "/r/.git": DIRECTORY, "/r/a/.git": "gitdir: ../.git/modules/a\n" }, "/r/a", [
    "/r/a",
  ], "/r/a"],
  ["a file that only calls itself .git", { "/r/a/.git": "" }, "/r/a/b", ["/r/a/b", "/r/a"], "/r/a"],
  ["no repository", {}, "/x/y", ["/x/y", "/x", "/"]],
  ["no repository, below home", {}, "/h/x/y", ["/h/x/y", "/h/x"]],
  ["a home that is a repository", { "/h/.git": DIRECTORY }, "/h/x/y", ["/h/x/y", "/h/x"]],
  ["a repository around the home", { "/.git": DIRECTORY }, "/h/x", ["/h/x"]],
  ["the home itself", {}, "/h", []],
  ["above the home", {}, "/", ["/"]],
  ["a directory that does not exist", {}, "/no/where", ["/no/where", "/no", "/"]],
  ["a worktree", WORKTREE, "/wt/a", ["/wt/a", "/wt"], "/wt", "/r"],
  [
    "a worktree that its repository does not know",
    { ...WORKTREE, "/r/.git/worktrees/w/gitdir": "/other/.git\n" },
    "/wt",
    ["/wt"],
    "/wt",
  ],
  [
    "a worktree whose repository is gone",
    { "/wt/.git": "gitdir: /r/.git/worktrees/w\n" },
    "/wt",
    ["/wt"],
    "/wt",
  ],
];

for (const [about, files, start, levels, top, mainCheckout] of ROWS) {
  Deno.test(`findLevels() goes up from ${about}`, () => {
    const host = fakeHost({ files, env: { HOME: "/h" } });
    assertEquals(findLevels(host, start), { levels, top, mainCheckout });
  });
}

Deno.test("findLevels() goes nowhere from nowhere, and has an end", () => {
  assertEquals(findLevels(fakeHost(), undefined).levels, []);
  assertEquals(findLevels(fakeHost(), "/a".repeat(500)).levels.length, 64);
});
