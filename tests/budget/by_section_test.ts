/** What a skill keeps when room is short. */
import { assertEquals } from "@std/assert";
import { sections, sectionWorth, truncateBySection } from "../../src/budget/by_section.ts";

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
  Deno.test(`truncateBySection() keeps what matters most in ${max} tokens`, () => {
    const { text } = truncateBySection(SKILL, max)!;
    assertEquals(stay.filter((word) => !text.includes(`${word}`)), [], text);
    assertEquals(go.filter((word) => text.includes(word)), [], text);
    assertEquals(text === SKILL || text.trimEnd().endsWith("]"), true);
  });
}

Deno.test("truncateBySection() names what it left out, once", () => {
  const { text, leftOut } = truncateBySection(SKILL, 290)!;
  assertEquals(leftOut, ["Second", "References", "Appendix A: Log"]);
  assertEquals(text.endsWith(`: "Second", "References", "Appendix A: Log"]\n`), true);
});

Deno.test("truncateBySection() cuts a skill that has only ordinary sections", () => {
  const { text } = truncateBySection(`# Title\n\nLead.\n\n## Steps\n\nSTEP ${FILL}${FILL}`, 100)!;
  assertEquals(text.startsWith("# Title\n\nLead.\n\n## Steps\n\nSTEP Something"), true);
  assertEquals(text.trimEnd().endsWith(`: "Steps"]`), true, text);
});

Deno.test("truncateBySection() keeps the example behind a section that is cut", () => {
  const skill = `# Title\n\n## Steps\n\nSTEP ${FILL}${FILL}\n\n## Example\n\nEXAMPLE\n`;
  const { text, leftOut } = truncateBySection(skill, 120)!;
  assertEquals(leftOut, ["Steps"]);
  assertEquals(text.includes(" tokens cut]\n\n## Example\n\nEXAMPLE\n\n[skillhook: "), true, text);
});

Deno.test("truncateBySection() gives up where not even a notice fits", () => {
  assertEquals(truncateBySection(SKILL, 1), undefined);
});

Deno.test("sections() takes a text apart without a loss", () => {
  for (
    const text of [SKILL, "", "plain", "---\na: b\n---\n", "## Example\n\n```\n# x\n```\ntail\n"]
  ) {
    const { frontmatter, pieces } = sections(text);
    assertEquals(frontmatter + pieces.map((piece) => piece.text).join(""), text);
  }
});

Deno.test("sections() keeps an example without parts up to its first code block", () => {
  const { pieces } = sections(
    "## Example\nsay\n```\n## no\n```\nagain\n```\nb\n```\n## Example 2\nx\n",
  );
  assertEquals(pieces.map(({ text, worth }) => [text, worth]), [
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
