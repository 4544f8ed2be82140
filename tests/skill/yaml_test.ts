/** YAML as the program reads it: what is read, what is refused before the library sees it, and the words for what is wrong. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { loadYaml, YamlError } from "../../src/skill/yaml.ts";
import { assertLinear } from "../support/steps.ts";

const parseYaml = await loadYaml();

/** What looks like something that is refused, and is none. */
const READ: readonly (readonly [text: string, value: unknown])[] = [
  ["\ufeffa: 1", { a: 1 }],
  ["a:\tb\n", { a: "b" }],
  ["-\ta\n", ["a"]],
  ['a: "x\n\ty"\n', { a: "x y" }],
  ["a: [\n\tb,\n\tc\n]\n", { a: ["b", "c"] }],
  ["a:\n  b: 1\n\t\n\t# about c\n  c: 2\n", { a: { b: 1, c: 2 } }],
  ["a: |\n  x\n  \ty\nb: 2\n", { a: "x\n\ty\n", b: 2 }],
  ["a: >-\n  x\n\n  y\nb: 2\n", { a: "x\ny", b: 2 }],
  ["a: x\n  \ty\n", { a: "x y" }],
  ['a: he said\n  "x\nb: 1\n', { a: 'he said "x', b: 1 }],
  ["- |\n x\n- b: |\n   y\n  c: 1\n", ["x\n", { b: "y\n", c: 1 }]],
  ["a: 'it''s'\nb: don't\nc: [don't, 'x]']\n", { a: "it's", b: "don't", c: ["don't", "x]"] }],
  ["a: x#y\nb: x # [\n", { a: "x#y", b: "x" }],
  ["---\na: 1\n...\n# end\n", { a: 1 }],
  ["a: |\n  ---\n  b\n", { a: "---\nb\n" }],
  ["base: &base {a: 1}\nb:\n  <<: *base\n", { base: { a: 1 }, b: { a: 1 } }],
  ["a: &a word\nb: *a\n", { a: "word", b: "word" }],
  ["a: R&D and *stars* of **any** kind\n", { a: "R&D and *stars* of **any** kind" }],
  [`a: y ${"*x ".repeat(100)}\nb: &z 1`, undefined],
  [`a: "${"[".repeat(200)}"\nb: '${"{".repeat(200)}'`, undefined],
  [`a: |\n  ${"[".repeat(200)}\n`, undefined],
  [`a: ${"[".repeat(60)}${"]".repeat(60)}`, undefined],
  [`a: ${"- ".repeat(60)}b`.slice(3), undefined],
];

const MISFIT =
  "this line does not fit those above it, look at its indentation or put the value in quotes";

/** [text, line, column, what is wrong]: the first ones are refused, the last ones are what the library says, reworded. */
const WRONG: readonly (readonly [string, number, number, string])[] = [
  ["a: 1\nb:\n\tc: 2\n", 3, 1, "a tab indents this line, YAML takes only blanks for that"],
  ["a:\n  \tb: 1\n", 2, 3, "a tab indents this line, YAML takes only blanks for that"],
  ["a: |\n\tb\n", 2, 1, "a tab indents this line, YAML takes only blanks for that"],
  ["a: b\n\tc\n", 2, 1, "a tab indents this line, YAML takes only blanks for that"],
  ["a: x\0\n", 1, 5, "the control character U+0000 cannot stand in YAML"],
  ["a: 1 # \x07\n", 1, 8, "the control character U+0007 cannot stand in YAML"],
  ["a: 1\n---\nb: 2\n", 2, 1, "a second document begins here"],
  ["a: 1\n...\nb: 2\n", 3, 1, "a second document begins here"],
  ["a: &x false\nb: *x\n", 2, 4, 'the alias "*x" stands for an empty value, write it out'],
  ["a: &x\n  # none\n  0\nb: *x\n", 4, 4, 'the alias "*x" stands for an empty value, write it out'],
  ["a: &x |\nb: *x\n", 2, 4, 'the alias "*x" stands for an empty value, write it out'],
  [
    `a: &a 1\nb: [${"*a,".repeat(33)}]`,
    2,
    101,
    "a text of this length may not have over 32 aliases",
  ],
  [
    `a: &a\n${"  k: 1\n".repeat(5_000)}b: [${"*a, ".repeat(8)}]`,
    5002,
    33,
    "a text of this length may not have over 7 aliases",
  ],
  ["a: &a [*a]", 1, 8, "with each alias written out it is far longer, or never ends"],
  ["[".repeat(65), 1, 65, "it nests more than 64 lists and mappings in each other"],
  ["- ".repeat(65) + "a", 1, 129, "it nests more than 64 lists and mappings in each other"],
  ["? ".repeat(65) + "a", 1, 129, "it nests more than 64 lists and mappings in each other"],
  [nested(70), 65, 65, "it nests more than 64 lists and mappings in each other"],
  ["a: !x y\n", 1, 4, 'the tag "!x" is not known'],
  ["a: !!map # none\n  b: 1\n", 1, 4, 'the tag "!!map" has no value on its line'],

  ["a: 'x\nb: 1\n", 1, 4, '"\'" is never closed'],
  ['a: "x\nb: 1\n', 1, 4, '"\\"" is never closed'],
  ["a: [b, [c]\nd: 1\n", 1, 4, '"[" is never closed'],
  ["a: [b\nc: 1\nd: 2\n", 1, 4, '"[" is never closed'],
  ["a: [b, {c: 1\n", 1, 8, '"{" is never closed'],
  ["a: 1\nb: 2\na: 3\n", 3, 1, 'the key "a" is there twice'],
  ["a: 1\nb: *none\n", 2, 9, 'the alias "*none" has no anchor "&none" before it'],
  ["a: !!int x\n", 1, 11, 'a tag ("!name") is not known, or does not fit what it stands before'],
  ["%TAG x\n---\na: 1", 1, 1, 'a directive ("%NAME") is not understood'],
  ["a: [b c: d e: f]", 1, 13, "a comma is missing between two entries in brackets"],
  [
    'a: "\\d"',
    1,
    6,
    "a backslash and what follows it mean nothing in double quotes, use single quotes",
  ],
  ["<<: 1", 1, 6, '"<<" takes a mapping, or a list of mappings'],
  ["a: |x\n b", 1, 5, 'what stands behind "|" or ">" is not understood'],
  ["a: Use when: always", 1, 12, '":" and a blank are in the middle of a value, put it in quotes'],
  ["a: @x", 1, 4, 'a value cannot begin with "@", put it in quotes'],
  ["a: `x`", 1, 4, 'a value cannot begin with "`", put it in quotes'],
  ["a: 1]\nb: ]", 2, 4, '"]" closes nothing'],
  [": a\n", 1, 1, 'a ":" has no key before it'],
  ["a: 1\n b: 2\n", 2, 3, MISFIT],
  ["a:\n  b: 1\n c: 2\n", 3, 2, MISFIT],
];

Deno.test("a YAML text is read although it looks like one that is refused", () => {
  for (const [text, value] of READ) {
    if (value === undefined) {
      assert(!isRefused(text), JSON.stringify(text));
    } else {
      assertEquals(parseYaml(text), value, JSON.stringify(text));
    }
  }
});

Deno.test("what is wrong with a YAML text is said in our own words, with its place", () => {
  for (const [text, line, column, reason] of WRONG) {
    const error = assertThrows(() => parseYaml(text), YamlError);
    const about = JSON.stringify(text.slice(0, 60));
    assertEquals([about, error.line, error.column, error.reason], [about, line, column, reason]);
  }
});

Deno.test("a frontmatter is read as the same text elsewhere, whatever its library trims", () => {
  const rows = [
    "",
    "a: 1",
    "a: 1\n",
    "a: 1\r\n",
    "  a: 1\n  b: 2\n",
    "\n\n  # about\n  a: 1\n",
    "a: |+\n  x\n\n\n",
    "a: >\n  x\n\n",
    "a: x\n  y\n",
    "a: |\n  ---\n  x",
    "- a\n-\n",
    ...WRONG.map(([text]) => text).filter((text) => !/^---/m.test(text)),
  ];
  for (const text of rows) {
    assertEquals(outcome(text, true), outcome(text, false), JSON.stringify(text));
  }
  const refused: [text: string, line: number, column: number, reason: string][] = [
    ["a: 1\n= YAML =\nb: 2\n", 2, 1, "this line looks like the end of the frontmatter"],
    ["a: 1\n---\u00a0\n", 2, 1, "this line looks like the end of the frontmatter"],
    [`a: 1${"\n".repeat(501)}`, 1, 5, "over 500 blanks stand together here"],
  ];
  for (const [text, line, column, reason] of refused) {
    assertEquals(outcome(text, true), `${line}:${column} ${reason}`);
  }
});

Deno.test("a YAML text is read or refused in linear time, whatever is in it", async () => {
  const keys = (length: number) =>
    Array.from({ length: length / 8 }, (_, at) => `  k${at}: 1\n`).join("");
  const rows: readonly (readonly [string, (length: number) => string])[] = [
    [
      "merges of large mappings",
      (length) => `a: &a\n${keys(length / 2)}b:\n${"  <<: *a\n".repeat(length / 20)}`,
    ],
    [
      "merges of what is merged",
      (length) =>
        Array.from(
          { length: length / 30 },
          (_, at) => `a${at}: &a${at}\n  <<: *a${at - 1}\n  k${at}: 1\n`,
        )
          .join(""),
    ],
    [
      "a few merges of a large mapping",
      (length) => `a: &a\n${keys(length)}b: {<<: [${"*a, ".repeat(31)}]}\n`,
    ],
    [
      "aliases of aliases",
      (length) =>
        Array.from(
          { length: length / 20 },
          (_, at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]\n`,
        )
          .join(""),
    ],
    ["anchors before anchors", (length) => "&a ".repeat(length / 4) + "\nb: *a"],
    ["brackets", (length) => "[".repeat(length)],
    ["keys in a line", (length) => "a: ".repeat(length / 3)],
    ["question marks", (length) => "? ".repeat(length / 2)],
    ["dashes", (length) => "- ".repeat(length / 2)],
    ["backslashes", (length) => `a: "${"\\".repeat(length)}`],
    ["quotes", (length) => `a: ${"'".repeat(length)}`],
    ["the same key", (length) => "a:\n".repeat(length / 3)],
    ["blank lines", (length) => `a: |+\n${"\n".repeat(length)}`],
    ["blanks", (length) => `a: x${" ".repeat(length)}\n${" ".repeat(length)}`],
    ["comments", (length) => "# x\n".repeat(length / 4)],
    ["a long key", (length) => `${"x".repeat(length)}: [`],
    ["a long flow mapping", (length) => `{${"a, ".repeat(length / 3)}`],
    ["tags", (length) => `a: ${"!".repeat(length)}`],
    ["stars and anchors", (length) => `a: ${"*a &b ".repeat(length / 6)}`],
  ];
  for (const [about, textOf] of rows) {
    await assertLinear((text) => isRefused(text), textOf, { about });
  }
});

function outcome(text: string, isFrontmatter: boolean): unknown {
  try {
    return parseYaml(text, isFrontmatter);
  } catch (error) {
    if (error instanceof YamlError) return `${error.line}:${error.column} ${error.reason}`;
    throw error;
  }
}

function isRefused(text: string): boolean {
  try {
    parseYaml(text);
    return false;
  } catch (error) {
    if (error instanceof YamlError) return true;
    throw error;
  }
}

function nested(depth: number): string {
  return Array.from({ length: depth }, (_, at) => `${" ".repeat(at)}a:\n`).join("");
}
