/** Which prompt is a shortcut, which a directive, and which is just text. */
import { assertEquals } from "@std/assert";
import { matchShortcut, mayBeShortcut } from "../../src/shortcuts/match.ts";
import { mergeShortcuts } from "../../src/shortcuts/builtin.ts";
import { DEFAULTS } from "../support/settings.ts";

const INSTALLED = mergeShortcuts(DEFAULTS);

/** A trimmed prompt and what it matches. */
const ROWS: readonly (readonly [prompt: string, typed: string | undefined])[] = [
  ...["s", "x", "xc", "r", "h", "hc", "ci", "?"].map((key) => [key, key] as const),
  ["S", undefined],
  ["XC", undefined],
  ["xx", undefined],
  ["x c", undefined],
  ["x\ns", undefined],
  ["x.", undefined],
  ["??", undefined],
  ["d: topic", "d:"],
  ["p: a task", "p:"],
  ["d:\ttopic", "d:"],
  ["d:\ntopic", "d:"],
  ["d:   topic", "d:"],
  ["d: x, /commit", "d:"],
  ["d:topic", undefined],
  ["d:", undefined],
  ["D: topic", undefined],
  ["d : topic", undefined],
  ["foo: bar", undefined],
  ["text\nd: topic", undefined],
  ["```\nd: topic\n```", undefined],
  ["- d: topic", undefined],
  ["s: topic", undefined],
  ["constructor", undefined],
  ["__proto__: x", undefined],
  ["", undefined],
];

Deno.test("matchShortcut() finds shortcuts and directives and nothing else", () => {
  for (const [prompt, typed] of ROWS) {
    assertEquals(matchShortcut(prompt, INSTALLED)?.typed, typed, JSON.stringify(prompt));
  }
});

Deno.test("mayBeShortcut() never says no to what matches", () => {
  for (const [prompt, typed] of ROWS) {
    if (typed !== undefined) assertEquals(mayBeShortcut(prompt), true, JSON.stringify(prompt));
  }
});

Deno.test("mayBeShortcut() says no to ordinary prompts without looking at settings", () => {
  const prompts = [
    "fix the bug",
    "fix: the bug".repeat(9),
    "x\ny",
    "a".repeat(33),
    "https://e.com/ is",
  ];
  assertEquals(prompts.filter(mayBeShortcut), ["fix: the bug".repeat(9)]);
});
