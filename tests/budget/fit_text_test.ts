/** What a skill keeps when room is short. */
import { assertEquals } from "@std/assert";
import { BYTES, CHARACTERS, estimateTokens } from "../../src/budget/estimate.ts";
import { fitText } from "../../src/budget/fit_text.ts";
import { sections, sectionWorth } from "../../src/budget/sections.ts";
import { assertLinear } from "../support/steps.ts";

const FILL = "Something to read. ".repeat(20);
const SKILL = `---
name: demo
---
# Demo

Lead.

## Summary

Sum.

## Details

DETAILS ${FILL}

## Examples

Intro.

### First

FIRST

### Second

SECOND ${FILL}

## Core Rules

Rules.

### Inner rule

INNER

## More

MORE ${FILL}

## References

REFS ${FILL}

## Appendix A: Log

APPENDIX ${FILL}
`;

/** Limit in tokens, words that stay, words that go. */
const ROWS: readonly [max: number, stay: string[], go: string[]][] = [
  [1000, ["Lead", "DETAILS", "FIRST", "SECOND", "INNER", "MORE", "REFS", "APPENDIX"], []],
  [290, ["Lead", "Sum", "DETAILS", "FIRST", "INNER", "MORE"], ["SECOND", "REFS", "APPENDIX"]],
  [200, ["Lead", "Sum", "DETAILS", "FIRST", "INNER"], ["SECOND", "MORE", "REFS", "APPENDIX"]],
  [90, ["name: demo", "Lead", "Sum", "FIRST", "INNER"], ["SECOND", "DETAILS", "MORE", "REFS"]],
  [33, ["name: demo", "Sum", "INNER"], ["FIRST", "DETAILS"]],
  [20, ["name: demo"], ["INNER", "FIRST"]],
];
for (const [max, stay, go] of ROWS) {
  Deno.test(`fitText() keeps what matters most in ${max} tokens`, () => {
    const { text } = fitText(SKILL, max)!;
    assertEquals(stay.filter((word) => !text.includes(`${word}`)), [], text);
    assertEquals(go.filter((word) => text.includes(word)), [], text);
    assertEquals(text === SKILL || text.trimEnd().endsWith("]"), true);
  });
}

Deno.test("fitText() names what it left out, once", () => {
  const { text, leftOut } = fitText(SKILL, 290)!;
  assertEquals(leftOut, ["Second", "References", "Appendix A: Log"]);
  assertEquals(
    text.endsWith(
      ` from "Second", "References", "Appendix A: Log" to stay within the context budget]`,
    ),
    true,
    text,
  );
});

Deno.test("fitText() cuts a skill that has only ordinary sections", () => {
  const { text } = fitText(`# Title\n\nLead.\n\n## Steps\n\nSTEP ${FILL}${FILL}`, 100)!;
  assertEquals(text.startsWith("# Title\n\nLead.\n\n## Steps\n\nSTEP Something"), true);
  assertEquals(text.trimEnd().endsWith(` from "Steps"]`), true, text);
});

Deno.test("fitText() keeps the example behind a section that is cut", () => {
  const skill = `# Title\n\n## Steps\n\nSTEP ${FILL}${FILL}\n\n## Example\n\nEXAMPLE\n`;
  const { text, leftOut } = fitText(skill, 120)!;
  assertEquals(leftOut, ["Steps"]);
  assertEquals(text.includes("\n\n[cut]\n\n## Example\n\nEXAMPLE\n\n[skillhook: "), true, text);
});

Deno.test("fitText() gives up where not even a notice fits", () => {
  assertEquals(fitText(SKILL, 1), undefined);
});

const NOTICE = [() => "[cut]"];
const CODE = "code;\n";

/** Text, limit in UTF-16 units, expected; the notice takes 7. */
const CUTS: readonly [name: string, text: string, limit: number, expected: string | undefined][] = [
  ["leaves a text alone that fits", "0123456789", 10, "0123456789"],
  ["gives whole lines", `${"x\n".repeat(9)}yyyyyyy\n`, 22, `${"x\n".repeat(7)}x\n\n[cut]`],
  ["gives nothing of a line that does not fit", "01234567890123456789", 15, undefined],
  [
    "takes a very long line apart between words",
    "word ".repeat(400),
    400,
    `${"word ".repeat(75).trimEnd()}\n\n[cut]`,
  ],
  ["never gives a heading alone", `a\nb\n# T\n${"y".repeat(60)}\n`, 40, "a\nb\n\n[cut]"],
  [
    "takes a heading and its line apart where together they are very long",
    `a\n# Title\n${"word ".repeat(102)}\n`,
    200,
    `a\n# Title\n${"word ".repeat(24).trimEnd()}\n\n[cut]`,
  ],
  [
    "closes a fence that is open at the cut",
    `\`\`\`\`ts\n${CODE.repeat(20)}\`\`\`\`\n`,
    50,
    `\`\`\`\`ts\n${CODE.repeat(5)}\`\`\`\`\n\n[cut]`,
  ],
  [
    "closes a fence in a list item where it stands",
    `1. x\n\n   \`\`\`ts\n${`   ${CODE}`.repeat(20)}   \`\`\`\n`,
    60,
    `1. x\n\n   \`\`\`ts\n${`   ${CODE}`.repeat(3)}   \`\`\`\n\n[cut]`,
  ],
  [
    "closes a fence in a quotation in the quotation",
    `> - ~~~~\n${`>   ${CODE}`.repeat(20)}>   ~~~~\n`,
    60,
    `> - ~~~~\n${`>   ${CODE}`.repeat(3)}>   ~~~~\n\n[cut]`,
  ],
  [
    "closes the frontmatter",
    `---\nname: a\ndescription: ${"b".repeat(60)}\n---\nText\n`,
    50,
    "---\nname: a\n---\n\n[cut]",
  ],
  ["gives up where nothing but the notice fits", "0123456789", 7, undefined],
];

for (const [name, text, limit, expected] of CUTS) {
  Deno.test(`fitText() ${name}`, () => {
    assertEquals(fitText(text, limit, CHARACTERS, NOTICE)?.text, expected);
  });
}

Deno.test("fitText() says how much is missing, shorter where room is short", () => {
  const text = "Some words.\n".repeat(800);
  const rows: readonly [max: number, notice: string][] = [
    [1000, "[skillhook: about 1419 tokens left out to stay within the context budget]"],
    [100, "[skillhook: 2310 tokens cut]"],
    [40, "[skillhook: cut]"],
    [10, "[cut]"],
  ];
  for (const [max, notice] of rows) {
    assertEquals(fitText(text, max, BYTES)!.text.split("\n").at(-1), notice);
  }
  assertEquals(fitText(text, 1, BYTES), undefined);
});

Deno.test("fitText() gives a large skill nearly all of a limit that it misses by little", () => {
  const steps = Array.from({ length: 90 }, (_, index) => `## Step ${index}\n\n${FILL}\n`);
  const skill = `---\nname: big\n---\n# Big\n\n## Core Rules\n\nRules.\n\n${steps.join("\n")}`;
  const whole = estimateTokens(skill);
  const given = estimateTokens(fitText(skill, whole - 266)!.text);
  assertEquals(given > whole - 266 - 150, true, `${given} of ${whole}`);
});

Deno.test("fitText() stays linear on one endless character, and on endless lines", async () => {
  const combining = (length: number) => "e" + "\u0301".repeat(length);
  await assertLinear((text) => void fitText(text, 10_000), combining, {
    about: "one character",
    length: 50_000,
  });
  await assertLinear((text) => void fitText(text, 60_000), (length) => "\n \n- a".repeat(length), {
    about: "many lines",
    length: 50_000,
  });
});

Deno.test("sections() takes a text apart without a loss", () => {
  for (
    const text of [SKILL, "", "plain", "---\na: b\n---\n", "## Example\n\n```\n# x\n```\ntail\n"]
  ) {
    const pieces = sections(text).map(({ start, end }) => text.slice(start, end));
    assertEquals(pieces.join(""), text);
  }
});

Deno.test("sections() keeps an example without parts up to its first code block", () => {
  const text = "## Example\nsay\n```\n## no\n```\nagain\n```\nb\n```\n## Example 2\nx\n";
  assertEquals(sections(text).map(({ start, end, worth }) => [text.slice(start, end), worth]), [
    ["## Example\nsay\n```\n## no\n```\n", "example"],
    ["again\n```\nb\n```\n", "expendable"],
    ["## Example 2\nx\n", "expendable"],
  ]);
});

const TITLES: Readonly<Record<string, ReturnType<typeof sectionWorth>>> = {
  "Summary": "essential",
  "1. Executive Summary": "essential",
  "**Core Rules**": "essential",
  "6.3 Core rules": "essential",
  "Examples": "example",
  "Example: a commit": "example",
  "Detailed Examples": "example",
  "10. References": "expendable",
  "Appendix B": "expendable",
  "API Reference": "ordinary",
  "Summary of changes": "ordinary",
  "Counterexamples": "ordinary",
  "2026": "ordinary",
  "": "ordinary",
};
for (const [title, role] of Object.entries(TITLES)) {
  Deno.test(`sectionWorth() takes "${title}" for ${role}`, () =>
    assertEquals(sectionWorth(title), role));
}
