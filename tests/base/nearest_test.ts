/** Suggestions: near words only, and never a wild guess. */
import { assertEquals } from "@std/assert";
import { nearestWord } from "../../src/base/nearest.ts";

const WORDS = ["hook", "parse", "next", "registry", "json", "no-cache"];

const ROWS: readonly (readonly [typed: string, nearest: string | undefined])[] = [
  ["pasre", "parse"],
  ["prase", "parse"],
  ["parses", "parse"],
  ["pars", "parse"],
  ["regsitry", "registry"],
  ["regitsry", "registry"],
  ["registri", "registry"],
  ["nxt", "next"],
  ["jsn", "json"],
  ["nocache", "no-cache"],
  ["hook", "hook"],
  ["xyz", undefined],
  ["", undefined],
  ["deploy", undefined],
  ["p", undefined],
  ["p".repeat(100_000), undefined],
];

Deno.test("nearestWord() suggests what was probably meant", () => {
  for (const [typed, nearest] of ROWS) {
    assertEquals(nearestWord(typed, WORDS), nearest, typed.slice(0, 20));
  }
});

Deno.test("nearestWord() knows nothing among no words", () => {
  assertEquals(nearestWord("x", []), undefined);
});
