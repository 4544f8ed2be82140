/** The one reader of Markdown: what it finds, and that everybody who asks it hears the same. */
import { assert, assertEquals } from "@std/assert";
import { type CodeFence, readMarkdown } from "../../src/base/markdown.ts";
import { closingLine, openFence } from "../../src/base/markdown_ranges.ts";
import { truncateByLine } from "../../src/budget/cut.ts";
import { fitText } from "../../src/budget/fit_text.ts";
import { sections } from "../../src/budget/sections.ts";
import { localLinks } from "../../src/index/lint_body.ts";
import { fillText } from "../../src/loader/fill_text.ts";
import { splitTags } from "../../src/skill/tags.ts";
import { findTokens } from "../../src/payload/tokens.ts";
import { scan } from "../../src/skill/scan.ts";
import { bodyOffset } from "../../src/skill/frontmatter.ts";
import { seededRandom } from "../support/random.ts";
import { sharedFiles } from "../support/shared.ts";

/** Text → first and last line of each fence, counted from 1; `…` for one that is never closed. */
const FENCES: readonly [text: string, fences: string][] = [
  ["```\na\n```\n", "1-3"],
  ["a\n~~~ sh\nb\n~~~~  \nc", "2-4"],
  ["````\n```\n````\n", "1-3"],
  ["~~~\n```\n~~~\n", "1-3"],
  ["``` a`b\n", ""],
  ["    ```\n", ""],
  ["   ```\na\n   ```", "1-3"],
  ["```\na", "1-…"],
  ["```\r\na\r\n```\r\nb", "1-3"],
  ["```\ra\r```\rb", "1-3"],
  ["1. x\n\n   ```sh\n   a\n   ```\n2. y\n", "3-5"],
  ["- ```\n  a\n  ```\n- b", "1-3"],
  ["- a\n  - b\n\n    ```\n    c\n    ```\n", "4-6"],
  ["- a\n\n      ```\n", ""],
  ["- ```\nnot indented\n```\nb", "1-3"],
  ["- ```\n\n\n  a\n  ```\nb", "1-5"],
  ["> ```\n> a\n> ```\nb", "1-3"],
  ["> ```\n> a\n\n```\nb\n```", "1-2 4-6"],
  [">> ```\n>> a\n> b", "1-2"],
  ["- > ```\n  > a\n  > ```\nb", "1-3"],
  ["> - ~~~\n>   a\n>   ~~~\nb", "1-3"],
  ["> 1. x\n>\n>    ```\n>    a\n>    ```\n", "3-5"],
  ["<!--\n```\n-->\na", ""],
  ["a <!-- b\n```\n--> c", ""],
  ["```\n<!--\n```\n-->", "1-3"],
  ["`<!--`\n```\na\n```\n-->", "2-4"],
  ["<b>\n```\na\n```\n</b>", "2-4"],
  ["<!-- never\n```\n", ""],
];
for (const [text, fences] of FENCES) {
  Deno.test(`readMarkdown() finds the fences of ${JSON.stringify(text)}`, () => {
    const lines = (part: string) => part.replace(/(?:\r\n|\n|\r)$/, "").split(/\r\n|\n|\r/).length;
    const found = readMarkdown(text).filter((part) => part.kind === "fence");
    assertEquals(
      found.map(({ start, end, endedBy }) =>
        `${lines(`${text.slice(0, start)}x`)}-${
          endedBy === "nothing" ? "…" : lines(text.slice(0, end))
        }`
      ).join(" "),
      fences,
    );
  });
}

/** Text, titles of its headings. */
const HEADINGS: readonly [text: string, titles: string[]][] = [
  ["# a\n## b ##\n### c#\n", ["a", "b", "c#"]],
  ["#a\n####### b\n    # c\n", []],
  ["   # a\n#\n", ["a", ""]],
  ["```\n# no\n~~~\n```\n# yes\n", ["yes"]],
  ["````\n```\n# no\n````\n# yes", ["yes"]],
  ["~~~ md\n# no\n~~~~  \n# yes\n", ["yes"]],
  ["``` a`b\n# yes\n", ["yes"]],
  ["```\n# no\n", []],
  ["# a\r\n```\r\n# no\r\n```\r\n# b\r\n", ["a", "b"]],
  ["- x\n  # no\n> # no\n\n# yes\n", ["yes"]],
  ["1. x\n\n   ```sh\n# no\n   ```\n# yes\n", ["yes"]],
  ["<!--\n# no\n-->\n# yes\n", ["yes"]],
];
for (const [text, titles] of HEADINGS) {
  Deno.test(`readMarkdown() finds the headings of ${JSON.stringify(text)}`, () => {
    const found = readMarkdown(text).filter((part) => part.kind === "heading");
    assertEquals(found.map(({ title }) => title), titles);
  });
}

const LEADS = ["", "   ", "- ", "1. ", "> ", "> - ", "- > ", "* 1. "];
const MARKS = ["```", "~~~", "````", "~~~~~"];
/** A text made of what disagreements come from: fences in lists, quotations and comments, closed and not. */
function someText(next: ReturnType<typeof seededRandom>): string {
  const blocks = Array.from({ length: 1 + next.below(6) }, () => someBlock(next));
  return (next.below(3) === 0 ? "---\nname: a\n---\n" : "") + blocks.join("\n");
}

function someBlock(next: ReturnType<typeof seededRandom>): string {
  const plain = ["# Title\n", "## Summary\n", "## Example\n", "Some text.\n", "- an item\n", "\n"];
  if (next.below(2) === 0) return next.text([...plain, "<!-- a\n", "-->\n", "a ` b\n"], 5);
  const lead = next.pick(LEADS);
  const mark = next.pick(MARKS);
  const rest = lead.replaceAll(/[^>\s]/g, " ");
  const code = ["code\n", "# no title\n", "\n", "- no item\n", "``\n"];
  const lines = Array.from({ length: next.below(8) }, () => rest + next.pick(code));
  const close = next.below(5) === 0 ? "" : `${rest}${mark}\n`;
  return `${lead}${mark}${next.pick(["", "sh", "!"])}\n${lines.join("")}${close}`;
}

const corpus = sharedFiles("corpus/skills", ".md");
const random = seededRandom(12);
const TEXTS = [...corpus, ...Array.from({ length: 2_000 }, () => someText(random))];

/** Lines that every reader of Markdown reacts to, unless they are code. */
const PROBE = ["x !`probe` [x](probe.md) @probe.md $0 <output>probe</output>", "", "# Probe", ""];

/** Who reacts to {@linkcode PROBE} in a text. */
const READERS: Readonly<Record<string, (text: string) => boolean>> = {
  directives: (text) => scan(text).some((part) => "command" in part && part.command === "probe"),
  links: (text) => localLinks(text).some(({ target }) => target === "probe.md"),
  tokens: (text) => findTokens(text, ["file"]).some(({ name }) => name === "probe.md"),
  arguments: (text) => fillText(text, FILLINGS).includes("@probe.md given "),
  tags: (text) => splitTags(text)?.output === "probe",
  sections: (text) => sections(text).some(({ title }) => title === "Probe"),
};
const FILLINGS = { variables: {}, given: { whole: "", list: ["given"] }, names: [] };

Deno.test("everybody who reads Markdown takes the same lines for code", () => {
  for (const text of TEXTS) {
    if (text.includes("<output") || text.includes("<skill") || bodyOffset(text) > 0) continue;
    for (const fence of readMarkdown(text).filter(({ kind }) => kind === "fence").slice(0, 3)) {
      const { start, end, endedBy } = fence as CodeFence;
      const inside = closingLine(text, fence as CodeFence).replace(/[`~]+$/, "");
      const code = text.indexOf("\n", start) + 1;
      if (code > 0) assertReaders(text, code, PROBE.map((line) => `${inside}${line}\n`), []);
      if (endedBy !== "nothing") {
        assertReaders(text, end, ["\n", ...PROBE.map((line) => `${line}\n`)], Object.keys(READERS));
      }
    }
  }
});

function assertReaders(text: string, at: number, lines: string[], expected: string[]): void {
  const probed = text.slice(0, at) + lines.join("") + text.slice(at);
  const found = Object.keys(READERS).filter((name) => READERS[name]!(probed));
  assertEquals(found, expected, JSON.stringify(probed));
}

/** Every way to shorten a text; `undefined` when nothing fits. */
const CUTS: Readonly<Record<string, (text: string, max: number) => string | undefined>> = {
  fitText: (text, max) => fitText(text, max)?.text,
  truncateByLine: (text, max) => truncateByLine(text, max),
};

for (const [name, cut] of Object.entries(CUTS)) {
  Deno.test(`${name}() never ends inside an open fence, and its notice is no code`, () => {
    const next = seededRandom(name.length);
    for (const text of TEXTS) {
      const max = 1 + next.below(Math.ceil(text.length / 4));
      const shorter = cut(text, max);
      if (shorter === undefined || shorter === text) continue;
      const notice = shorter.trimEnd().lastIndexOf("\n");
      const from = bodyOffset(shorter);
      const about = JSON.stringify([text, max, shorter]);
      assertEquals(openFence(shorter, from), undefined, about);
      const fences = readMarkdown(shorter, from).filter(({ kind }) => kind === "fence");
      assert(fences.every((fence) => (fence as CodeFence).end <= notice + 1), about);
    }
  });
}
