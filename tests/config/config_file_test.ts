/** Settings files: absent is normal, a bad one is named and the other still counts. */
import { assertEquals } from "@std/assert";
import { diagnose } from "../../src/base/diagnostic.ts";
import { configPlaces, loadConfig } from "../../src/config/config_file.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { fakeHost } from "../support/fake_host.ts";

const PROJECT = "/p/.claude/skillhook.yaml";
const USER = "/h/.claude/skillhook.yaml";

/** A file's content, its fields, and what is said about it. */
const FILES: readonly (readonly [file: string | FakeFile, fields: unknown, message?: string])[] = [
  ["a: 1\n", { a: 1 }],
  ["\ufeffa: 1\n", { a: 1 }],
  ["a: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
  ["", undefined],
  ["# nothing\n", undefined],
  ["- a\n", undefined, 'Cannot read settings: expected "key: value" lines: got a list'],
  ["text", undefined, 'Cannot read settings: expected "key: value" lines: got a string'],
  [{ text: "a: 1", unreadable: true }, undefined, "Cannot read settings: EACCES"],
  [{ directory: true }, undefined, "Cannot read settings: EISDIR"],
];

Deno.test("configPlaces() names the project's files, nearest first, before the user's", () => {
  const files = { "/p/.git/HEAD": "" };
  const host = fakeHost({ files, env: { HOME: "/h" } });
  const names = (start: string) => configPlaces(host, start).map(({ path }) => path);
  assertEquals(names("/p"), [PROJECT, USER]);
  assertEquals(names("/p/a"), ["/p/a/.claude/skillhook.yaml", PROJECT, USER]);
  assertEquals(names("/h"), [USER]);
  assertEquals(configPlaces(host, undefined).map(({ path }) => path), [USER]);
  assertEquals(configPlaces(fakeHost({ files }), "/p").map(({ path }) => path), [PROJECT]);
  const moved = fakeHost({ env: { HOME: "/h", CLAUDE_CONFIG_DIR: "/c" } });
  assertEquals(configPlaces(moved, undefined).map(({ path }) => path), ["/c/skillhook.yaml"]);
});

Deno.test("loadConfig() answers at once, without reading, when there is no file", () => {
  const host = fakeHost({ files: { "/p/.git/HEAD": "" }, env: { HOME: "/h" } });
  assertEquals(loadConfig(host, "/p"), { layers: [], diagnostics: [] });
  assertEquals([host.calls.readText, host.calls.stat], [0, 3]);
});

Deno.test("loadConfig() reads what it can and names the rest", async () => {
  for (const [file, fields, message] of FILES) {
    const host = fakeHost({ env: { HOME: "/h" }, files: { [PROJECT]: file, [USER]: "u: 1" } });
    const { layers, diagnostics } = await loadConfig(host, "/p");
    assertEquals(layers.map(({ scope, fields }) => ({ scope, fields: { ...fields } })), [
      ...(fields === undefined ? [] : [{ scope: "project", fields }]),
      { scope: "user", fields: { u: 1 } },
    ] as never);
    assertEquals(
      diagnostics,
      message === undefined ? [] : [diagnose("settings-unreadable", PROJECT, message)],
    );
  }
});

Deno.test("loadConfig() takes no stranger's file above a directory that is in no repository", async () => {
  const above = "/x/.claude/skillhook.yaml";
  const paths = async (owner: number, more: Record<string, string> = {}) => {
    const files = { [above]: { text: "a: 1", owner }, ...more };
    const host = fakeHost({ files, user: 1000, env: { HOME: "/h" } });
    return (await loadConfig(host, "/x/y")).layers.map(({ path }) => path);
  };
  assertEquals([await paths(1001), await paths(1000), await paths(0)], [[], [above], [above]]);
  assertEquals(await paths(1001, { "/x/.git/HEAD": "" }), [above]);
});

Deno.test("loadConfig() says where YAML is wrong", async () => {
  const rows: [text: string, line: number, column: number, reason: string][] = [
    ["a: 1\nb: [1\nc: 2\n", 2, 4, '"[" is never closed'],
    ["a: 1\n\tb: 2\n", 2, 1, "a tab indents this line, YAML takes only blanks for that"],
    [`a: ${"x".repeat(256 * 1024)}`, 1, 1, "it is longer than 256 KB"],
  ];
  for (const [text, line, column, reason] of rows) {
    const host = fakeHost({ env: { HOME: "/h" }, files: { [PROJECT]: text } });
    const at = { path: PROJECT, line, column };
    const message = `Cannot read settings: ${reason}`;
    assertEquals(await loadConfig(host, "/p"), {
      layers: [],
      diagnostics: [diagnose("settings-unreadable", at, message)],
    });
  }
});
