/** Where one character ends, and what texts cost. */
import { assertEquals } from "@std/assert";
import { graphemeEdge } from "../../src/budget/cut.ts";
import { BETTER, BYTES, estimateTokens } from "../../src/budget/estimate.ts";

const GRAPHEMES: readonly [text: string, index: number, expected: number][] = [
  ["ab", 1, 1],
  ["a\r\nb", 2, 1],
  ["e\u0301x", 1, 0],
  ["e\u0301x", 2, 2],
  ["漢字", 1, 1],
  ["🇫🇷🇯🇵", 2, 0],
  ["🇫🇷🇯🇵", 4, 4],
  ["1\ufe0f\u20e3", 1, 0],
  ["한글", 1, 1],
  ["ab", 0, 0],
  ["ab", 2, 2],
];
for (const [text, index, expected] of GRAPHEMES) {
  Deno.test(`graphemeEdge() moves ${index} to ${expected} in ${JSON.stringify(text)}`, () => {
    assertEquals(graphemeEdge(text, index), expected);
  });
}

Deno.test("the estimate by bytes counts what an encoder writes", () => {
  for (
    const text of [
      "",
      "a",
      "é",
      "漢",
      "👍",
      "\ud800",
      "a\udc00b",
      "\ud83d\ud83d\udc4d",
      "\u07ff\u0800",
    ]
  ) {
    assertEquals(BYTES.measure(text, Infinity).units, new TextEncoder().encode(text).length);
  }
});

Deno.test("estimateTokens() rounds up once, at the end", () => {
  const rows: readonly [string, number, number][] = [
    ["", 0, 0],
    ["a", 1, 2],
    ["four", 1, 2],
    ["hello world", 3, 3],
    ["----------", 3, 3],
    ["漢字", 2, 2],
  ];
  for (const [text, bytes, better] of rows) {
    assertEquals([estimateTokens(text), estimateTokens(text, BETTER)], [bytes, better], text);
  }
});
