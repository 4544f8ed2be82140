import { assertEquals } from "@std/assert";
import { textDiff } from "../../src/trust/approval_text.ts";

const ROWS: readonly [before: string, after: string, diff: string][] = [
  ["a", "a", ""],
  ["a", "b", "- a|+ b"],
  ["a b c", "a x c", "  …|- b|+ x|  …"],
  ["a b", "a b c", "  …|+ c"],
  ["a b c", "c", "- a|- b|  …"],
];

for (const [before, after, diff] of ROWS) {
  Deno.test(`textDiff() shows ${before} → ${after}`, () => {
    assertEquals(textDiff(before.split(" "), after.split(" ")).join("|"), diff);
  });
}

Deno.test("textDiff() does not compare long texts", () => {
  const long = new Array<string>(501).fill("x");
  assertEquals(textDiff(long, ["x"]), ["(too long to compare: 501 lines before, 1 now)"]);
});
