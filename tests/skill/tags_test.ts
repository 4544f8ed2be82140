import { assertEquals } from "@std/assert";
import { splitTags } from "../../src/skill/tags.ts";
import { stripHead } from "../../src/skill/strip_head.ts";
import { assertLinear } from "../support/steps.ts";

const ROWS: readonly [title: string, text: string, body: string, output: string | undefined][] = [
  ["both blocks", "<skill>\nA\n</skill>\n\n<output>\nB\n</output>\n", "A", "B"],
  ["names", "<skill name=\"x\">\nA\n</skill>\n<output name='y'>\nB\n</output>", "A", "B"],
  ["only the body", "<skill>\nA\n</skill>", "A", undefined],
  ["an output whose end was forgotten", "<skill>\nA\n</skill>\n<output>\nB\n", "A", "B"],
  [
    "a mention behind the body",
    "<skill>\nA\n</skill>\nSee <output>\nB",
    "A\n\nSee <output>\nB",
    undefined,
  ],
  ["only the output", "Text\n<output>\nB\n</output>", "Text", "B"],
  [
    "text around",
    "Before\n<skill>\nA\n</skill>\nBetween\n<output>\nB\n</output>\nAfter",
    "Before\n\nA\n\nBetween\n\nAfter",
    "B",
  ],
  [
    "the last output",
    "<skill>\n<output>\nno\n</output>\n</skill>\n<output>\nB\n</output>",
    "<output>\nno\n</output>",
    "B",
  ],
  [
    "a mention in a sentence",
    "<skill>\nThe <output> block\n</skill>\n<output>\nB\n</output>",
    "The <output> block",
    "B",
  ],
  ["a mention in the output", "<output>\nB of <output> here\n</output>", "", "B of <output> here"],
  [
    "a mention behind the output",
    "<output>\nB\n</output>\nSee <output> above",
    "See <output> above",
    "B",
  ],
  [
    "a code span",
    "<skill>\nUse `<output>` and `</skill>`\n</skill>\n<output>\nB\n</output>",
    "Use `<output>` and `</skill>`",
    "B",
  ],
  [
    "a span over two lines",
    "<skill>\na `x\n<output>` b\n</skill>\n<output>\nB\n</output>",
    "a `x\n<output>` b",
    "B",
  ],
  ["a lone back quote", "<skill>\na ` b\n</skill>\n\n<output>\nB\n</output>", "a ` b", "B"],
  [
    "a fence",
    "<skill>\n```\n<output>\nno\n</output>\n```\n</skill>\n<output>\nB\n</output>",
    "```\n<output>\nno\n</output>\n```",
    "B",
  ],
  [
    "a fence of tildes behind",
    "<output>\nB\n</output>\n~~~\n<output>no</output>\n~~~",
    "~~~\n<output>no</output>\n~~~",
    "B",
  ],
  [
    "a longer fence",
    "````\n```\n<output>\n```\n````\n<output>\nB\n</output>",
    "````\n```\n<output>\n```\n````",
    "B",
  ],
  ["a comment", "<!-- <skill> -->\n<output>\nB\n</output>", "<!-- <skill> -->", "B"],
  ["a comment with a fence", "<!--\n```\n-->\n<output>\nB\n</output>", "<!--\n```\n-->", "B"],
  [
    "fences in a list item",
    "1. a\n\n    ```\n    <output>\n    ```\n\n    ```\n    <skill>\n    ```\n\n<output>\nB\n</output>",
    "1. a\n\n    ```\n    <output>\n    ```\n\n    ```\n    <skill>\n    ```",
    "B",
  ],
  ["one line", "<skill>A</skill> <output>B</output>", "A", "B"],
  ["CRLF", "<skill>\r\nA\r\n</skill>\r\n<output>\r\nB\r\n</output>\r\n", "A", "B"],
  ["indentation", "<skill>\n  A\n</skill>", "  A", undefined],
  ["an empty output", "<skill>\nA\n</skill>\n<output>\n</output>", "A", ""],
  [
    "box drawing",
    "<skill>\n┌──┐\n│<x>│\n└──┘\n</skill>\n<output>\nB\n</output>",
    "┌──┐\n│<x>│\n└──┘",
    "B",
  ],
];

for (const [title, text, body, output] of ROWS) {
  Deno.test(`splitTags() takes a text with ${title} apart`, () => {
    const tagged = splitTags(text);
    // Blank lines where a tag stood are nobody's business.
    assertEquals(
      tagged?.body.replaceAll(/(?:\r?\n){2,}/g, "\n\n"),
      body.replaceAll(/\n{2,}/g, "\n\n"),
    );
    assertEquals(tagged?.output, output);
  });
}

Deno.test("splitTags() sees no tags where there are only mentions", () => {
  for (
    const text of [
      "plain",
      "<output>",
      "</output>\n<output>",
      "`<skill>` and `</skill>`",
      "```\n<skill>\nA\n</skill>\n<output>\nB\n</output>\n",
      "<!-- <skill>A</skill> -->",
      "<Skill>A</Skill>",
      '<skill other="x">A</skill>',
      "<skills>A</skills>",
    ]
  ) assertEquals(splitTags(text), undefined, text);
});

Deno.test("splitTags() takes time as its text is long, however hostile", async () => {
  for (
    const unit of [
      "<output>",
      "`",
      "``` ",
      "```\n",
      "~~~\n",
      "<!--",
      '<skill name="',
      "\\`",
      "a`b``c```d````e\n",
    ]
  ) {
    const textOf = (length: number) => "<output>" + unit.repeat(length / unit.length) + "</output>";
    await assertLinear(splitTags, textOf, { about: JSON.stringify(unit) });
  }
});

const HEADS: readonly [title: string, text: string, body: string][] = [
  ["frontmatter", "---\nname: x\n---\n\nA\n", "A\n"],
  ["a BOM and CRLF", "\ufeff---\r\nname: x\r\n---\r\nA\r\n", "A\r\n"],
  ["a licence in a comment", "<!-- Copyright 2026 -->\n\nA", "A"],
  [
    "a licence behind the frontmatter",
    "---\na: 1\n---\n<!--\nSPDX-License-Identifier: MIT\n-->\nA",
    "A",
  ],
  ["a licence before the frontmatter", "<!-- License -->\n---\na: 1\n---\nA", "A"],
  ["another comment", "<!-- for the model -->\nA", "<!-- for the model -->\nA"],
  ["an unclosed comment", "<!-- license A", "<!-- license A"],
  ["a rule and no frontmatter", "A\n\n---\n\nB", "A\n\n---\n\nB"],
  ["frontmatter that never ends", "---\na: 1\n", "---\na: 1\n"],
  ["indented first text", "\n    code\n", "    code\n"],
  ["nothing", "", ""],
];

for (const [title, text, body] of HEADS) {
  Deno.test(`stripHead() leaves the body of a text with ${title}`, () => {
    assertEquals(stripHead(text).body, body);
  });
}
