/** Settings files: absent is normal, a bad one is named and the others still count. */
import { assertEquals } from "@std/assert";
import { diagnose, formatDiagnostic } from "../../src/base/diagnostic.ts";
import { configPlaces, findConfig, loadConfig } from "../../src/config/config_file.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { fakeHost } from "../support/fake_host.ts";
import { configOf, DEFAULTS } from "../support/settings.ts";

const PROJECT = "/p/.claude/skillhook.yaml";
const USER = "/h/.claude/skillhook.yaml";

/** A file's content, the total it asks for, and what is said about it. */
const FILES: readonly (readonly [file: string | FakeFile, total: number, message?: string])[] = [
  ["budget: { total: 5 }\n", 5],
  ["\ufeffbudget: { total: 5 }\n", 5],
  ["budget:\r\n  total: 5\r\n", 5],
  ["", 1],
  ["# nothing\n", 1],
  ["budget:\n  # total: 5\n", 1],
  ["- a\n", 1, 'Cannot read settings: expected "key: value" lines: got a list'],
  ["text", 1, 'Cannot read settings: expected "key: value" lines: got a string'],
  [{ text: "a: 1", unreadable: true }, 1, "Cannot read settings: EACCES"],
  [{ directory: true }, 1, "Cannot read settings: EISDIR"],
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

Deno.test("findConfig() answers at once, without reading, when there is no file", async () => {
  const host = fakeHost({ files: { "/p/.git/HEAD": "" }, env: { HOME: "/h" } });
  assertEquals(findConfig(host, "/p"), undefined);
  assertEquals([host.calls.readText, host.calls.stat], [0, 3]);
  const { settings, ...rest } = await loadConfig(host, "/p");
  assertEquals([settings, rest], [DEFAULTS, { layers: [], diagnostics: [] }]);
});

Deno.test("loadConfig() reads what it can, each file once, and names the rest", async () => {
  for (const [file, total, message] of FILES) {
    const files = { [PROJECT]: file, [USER]: "budget: { total: 1 }" };
    const host = fakeHost({ env: { HOME: "/h" }, files });
    const { settings, layers, diagnostics } = await loadConfig(host, "/p");
    assertEquals([settings.budget.total, host.calls.readText], [total, 2]);
    assertEquals(layers.at(-1)?.path, USER);
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
    const { layers, diagnostics } = await loadConfig(host, "/p");
    assertEquals([layers, diagnostics], [[], [diagnose("settings-unreadable", at, message)]]);
  }
});

Deno.test("settings of several files are merged by the rule of each", async () => {
  const { settings, diagnostics } = await configOf(
    "failure: { Stop: closed }\nbreaker: off\nhttp: { allow: one }\njudge: a b\n" +
      "subagents: { agents: { A: [x] } }\nindex: { session-start: no }\n",
    "failure: ask\nbreaker: true\nhttp: { allow: [two] }\njudge: { command: c }\n" +
      "subagents: { agents: { A: { skills: y, strategy: minimal }, B: z } }\nlog: on\n" +
      "index: { session-start: true, budget: 7 }\n",
  );
  assertEquals(diagnostics, []);
  const { failure, breaker, http, judge, agent, subagents, index, log } = settings;
  assertEquals([...failure], [["default", "ask"], ["Stop", "closed"]]);
  assertEquals([breaker, http.allow, judge, agent], [
    0,
    ["one", "two"],
    { command: "a b" },
    undefined,
  ]);
  assertEquals([...subagents.agents], [
    ["A", { skills: ["x"], strategy: "standard" }],
    ["B", { skills: ["z"], strategy: "standard" }],
  ]);
  assertEquals([subagents["fallback-skill"], index, log], [
    "ct-task-executor",
    { "session-start": false, budget: 7 },
    true,
  ]);
});

/** What used to be taken without a word, or is easily got wrong; each with what is said about it. */
const SLIPS: readonly (readonly [text: string, said: string])[] = [
  ["budgets:\n  total: 1\n", '1:1: Unknown key "budgets": did you mean "budget"?'],
  ["budget: {totl: 3}\n", '1:10: Unknown key "budget.totl": did you mean "total"?'],
  ["shortcut: {}\n", '1:1: Unknown key "shortcut": did you mean "shortcuts"?'],
  ["fialure: closed\n", '1:1: Unknown key "fialure": did you mean "failure"?'],
  ["colour: red\n", '1:1: Unknown key "colour"'],
  [
    "failure:\n  PreToolUes: closed\n",
    '2:3: "failure.PreToolUes" counts for a handler of that text only: did you mean "PreToolUse"?',
  ],
  [
    "failure:\n  defualt: closed\n",
    '2:3: "failure.defualt" counts for a handler of that text only: did you mean "default"?',
  ],
  [
    "failure: close\n",
    '1:1: Cannot use "failure": expected one of "open", "closed", "ask" or a mapping: ' +
    'got "close": did you mean "closed"?',
  ],
  [
    "failure:\n",
    '1:1: Cannot use "failure": expected one of "open", "closed", "ask" or a mapping: ' +
    "got nothing",
  ],
  [
    "breaker: 0\n",
    '1:1: Cannot use "breaker": expected a whole number of failures from 1, true or false: got 0',
  ],
  [
    "budget:\n  total: 1.5\n",
    '2:3: Cannot use "budget.total": expected a whole number of tokens: got 1.5',
  ],
  [
    "budget:\n  total:\n",
    '2:3: Cannot use "budget.total": expected a whole number of tokens: got nothing',
  ],
  ["judge: { comand: x }\n", '1:10: Unknown key "judge.comand": did you mean "command"?'],
  ["judge: {}\n", '1:1: Cannot use "judge": "command" is missing'],
  [
    "http:\n  allow:\n    - a\n    - [b]\n",
    '4:7: Cannot use "http.allow[1]": expected a host: got a list',
  ],
  ["http: [a]\n", '1:1: Cannot use "http": expected "key: value" lines: got a list'],
  ["? [a]\n: 1\n", '1:1: Unknown key "a"'],
  ["__proto__: 1\n", '1:1: Unknown key "__proto__"'],
  ["constructor: 1\n", '1:1: Unknown key "constructor"'],
];

Deno.test("a slip of the hand is named with its place, and the rest counts", async () => {
  for (const [text, said] of SLIPS) {
    const { settings, diagnostics } = await configOf(
      text + "breaker: 3\n".slice(text.startsWith("breaker") ? 11 : 0),
    );
    assertEquals(diagnostics.map(formatDiagnostic), [`/1.yaml:${said}`], text);
    if (!text.startsWith("breaker")) assertEquals(settings.breaker, 3, text);
  }
});

Deno.test("a project's file has no say in what is the user's alone", async () => {
  const { settings, diagnostics } = await configOf("log: true\n", "");
  assertEquals(settings.log, false);
  assertEquals(diagnostics.map(({ code, severity, line }) => [code, severity, line]), [
    ["settings-not-yours", "warning", 1],
  ]);
});

Deno.test("of very many flaws, some are named and the others counted", async () => {
  const text = Array.from({ length: 250 }, (_, index) => `key${index}: 1\n`).join("");
  const { diagnostics } = await configOf(text);
  assertEquals(diagnostics.length, 101);
  assertEquals(diagnostics.at(-1)?.message, "150 more flaws of this file");
});
