/** Where cuts fall and what they say. */
import { assertEquals } from "@std/assert";
import { cutText, graphemeEdge, plainCut } from "../../src/budget/cut.ts";
import {
  BETTER,
  BYTES,
  CHARACTERS,
  estimateTokens,
  utf8Length,
} from "../../src/budget/estimate.ts";
import { assertLinear } from "../support/steps.ts";

const NOTICE = [() => "[cut]"];

/** Text, limit in UTF-16 units, expected; the notice takes 7. */
const CUTS: readonly [name: string, text: string, limit: number, expected: string | undefined][] = [
  ["leaves a text alone that fits", "0123456789", 10, "0123456789"],
  ["cuts where no edge is near", "01234567890123456789", 15, "01234567\n\n[cut]"],
  [
    "prefers a line edge within a tenth",
    `${"x".repeat(37)}\n${"y".repeat(30)}`,
    46,
    `${"x".repeat(37)}\n\n[cut]`,
  ],
  [
    "takes no line edge farther away",
    `xx\n${"y".repeat(60)}`,
    47,
    `xx\n${"y".repeat(37)}\n\n[cut]`,
  ],
  [
    "prefers a section edge to a later line edge",
    `${"x".repeat(90)}\n# T\na\n${"y".repeat(40)}`,
    106,
    `${"x".repeat(90)}\n\n[cut]`,
  ],
  [
    "takes a hash in a fence for no section",
    `${"x".repeat(80)}\n\`\`\`\n# no\n${"y".repeat(30)}`,
    103,
    `${"x".repeat(80)}\n\`\`\`\n# no\n\`\`\`\n\n[cut]`,
  ],
  [
    "closes a fence that is open at the cut",
    `\`\`\`\`ts\n${"code;\n".repeat(20)}\`\`\`\`\n`,
    50,
    `\`\`\`\`ts\n${"code;\n".repeat(5)}\`\`\`\`\n\n[cut]`,
  ],
  [
    "closes a fence in a list item where it stands",
    `1. x\n\n   \`\`\`ts\n${"   code;\n".repeat(20)}   \`\`\`\n`,
    60,
    `1. x\n\n   \`\`\`ts\n${"   code;\n".repeat(3)}   c\n   \`\`\`\n\n[cut]`,
  ],
  [
    "closes a fence that begins behind a list marker",
    `- \`\`\`ts\n${"  code;\n".repeat(20)}  \`\`\`\n`,
    40,
    `- \`\`\`ts\n${"  code;\n".repeat(2)}  c\n  \`\`\`\n\n[cut]`,
  ],
  [
    "closes a fence in a quotation in the quotation",
    `> - ~~~~\n${">   code;\n".repeat(20)}>   ~~~~\n`,
    60,
    `> - ~~~~\n${">   code;\n".repeat(3)}>   c\n>   ~~~~\n\n[cut]`,
  ],
  [
    "closes nothing where a quotation's fence is over",
    `> \`\`\`\n> code;\n\n${"word ".repeat(20)}`,
    40,
    "> ```\n> code;\n\nword word word wor\n\n[cut]",
  ],
  [
    "closes nothing where a comment holds the fence",
    `<!--\n\`\`\`\n-->\n${"word ".repeat(20)}`,
    36,
    "<!--\n```\n-->\nword word word w\n\n[cut]",
  ],
  ["keeps a family together", `ab👩‍👩‍👧‍👦${"z".repeat(20)}`, 15, "ab\n\n[cut]"],
  ["gives up where nothing but the notice fits", "0123456789", 7, undefined],
];

for (const [name, text, limit, expected] of CUTS) {
  Deno.test(`cutText() ${name}`, () => {
    assertEquals(cutText(text, limit, CHARACTERS, NOTICE), expected);
  });
}

Deno.test("cutText() says how much is missing, shorter where room is short", () => {
  const text = "word ".repeat(2000);
  assertEquals(
    cutText(text, 1000, BYTES)!.split("\n").at(-1),
    "[skillhook: cut here to stay within the context budget: about 1522 tokens left out]",
  );
  assertEquals(cutText(text, 20, BYTES)!.endsWith("word wo\n\n[skillhook: cut]"), true);
  assertEquals(cutText(text, 10, BYTES)!.endsWith("word wor\n\n[cut]"), true);
  assertEquals(cutText(text, 3, BYTES), "word\n\n[cut]");
  assertEquals(cutText(text, 1, BYTES), undefined);
});

Deno.test("cutText() stays linear on one endless character", async () => {
  const act = (text: string) => {
    assertEquals(cutText(text, 10_000, BYTES)!.isWellFormed(), true);
    assertEquals(cutText(text, 1000, BYTES), undefined);
  };
  const textOf = (length: number) => "e" + "\u0301".repeat(length);
  await assertLinear(act, textOf, { about: "one character", length: 50_000 });
});

Deno.test("plainCut() cuts at the limit on a code point edge", () => {
  assertEquals(plainCut("0123456789", 2, BYTES), "01234567");
  assertEquals(utf8Length(plainCut("a" + "é".repeat(9), 1, BYTES)), 3);
  assertEquals(plainCut("👍👍", 1, BYTES), "👍");
  assertEquals(plainCut("👍👍", 1, CHARACTERS), "");
});

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

Deno.test("utf8Length() counts what an encoder writes", () => {
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
    assertEquals(utf8Length(text), new TextEncoder().encode(text).length);
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
