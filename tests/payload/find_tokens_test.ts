import { assertEquals } from "@std/assert";
import { findTokens, TOKEN_NAMES, type TokenName } from "../../src/payload/tokens.ts";
import { assertLinear } from "../support/steps.ts";

const ALL = TOKEN_NAMES;

const FORMS: Readonly<Record<TokenName, string>> = {
  file: "@file.md",
  glob: "@dir/*.md",
  variable: "{{NAME}}",
  environment: "${NAME}",
  command: "!`command`",
};

/** A text, and what counts in it. */
const ROWS: readonly [text: string, found: readonly string[]][] = [
  ["@docs/spec.md", ["@docs/spec.md"]],
  ["see @docs/spec.md.", ["@docs/spec.md"]],
  ["- @a.md, @b.md; (@c.md)", ["@a.md", "@b.md", "@c.md"]],
  ['"@docs/b.md", **@a*.md** [@c.md](c.md) (@d.md, too)', [
    "@docs/b.md",
    "@a*.md",
    "@c.md",
    "@d.md",
  ]],
  ["> @a.md", ["@a.md"]],
  ["\t@A.MD", ["@A.MD"]],
  ["@skills/ct-*/*.md", ["@skills/ct-*/*.md"]],
  ["me@example.md and a@b.md", []],
  ["@Component @app.route('/x.md') @std/yaml @alice", []],
  ["@media (x) { } @types/node", []],
  ["`@a.md` and ` @b.md `", []],
  ["```\n@a.md\n```\n@b.md", ["@b.md"]],
  ["~~~\n@a.md\n~~~", []],
  ["<!-- @a.md -->", []],
  ["---\nsee: @a.md\n---\n@b.md", ["@b.md"]],
  ["@.md @a.mdx @a.md#part", []],
  ["{{TASK_ID}} {{A1_}}", ["{{TASK_ID}}", "{{A1_}}"]],
  ["{{task}} {{ TASK }} {{}} {{A-B}} {A}", []],
  ["{{{TASK_ID}}}", ["{{TASK_ID}}"]],
  ["```\n{{TASK_ID}}\n```", ["{{TASK_ID}}"]],
  ["${HOME} ${lower} $HOME ${A-b} ${}", ["${HOME}"]],
  ["!`date` x!`no`", ["!`date`"]],
  ["!`echo {{A}} ${B} @c.md`", ["!`echo {{A}} ${B} @c.md`"]],
  ["```!\ndate\n```", ["```!\ndate\n```"]],
  ["{{A}}{{A}}${B}", ["{{A}}", "{{A}}", "${B}"]],
  [`{{${"A".repeat(300)}}}`, [`{{${"A".repeat(300)}}}`]],
  ["", []],
];

Deno.test("findTokens() finds what counts and nothing else", () => {
  for (const [text, found] of ROWS) {
    assertEquals(findTokens(text, ALL).map(({ raw }) => raw), found, text);
  }
});

Deno.test("findTokens() gives offsets that cut the text into itself", () => {
  for (const [text] of ROWS) {
    for (const { start, end, raw } of findTokens(text, ALL)) {
      assertEquals(text.slice(start, end), raw);
    }
  }
});

Deno.test("every kind of token has a form that it finds itself", () => {
  for (const [kind, form] of Object.entries(FORMS)) {
    const [token] = findTokens(form, ALL);
    assertEquals([token?.kind, token?.raw], [kind, form]);
  }
});

Deno.test("findTokens() grows about as its text, whatever the text", async () => {
  const shapes = [
    "@",
    "{{",
    "${",
    "{{A",
    "${A",
    "@a.md ",
    "!`a",
    " !`a` ",
    "@a.md`",
    "@*",
    "{{A}}",
    "<!--",
  ];
  for (const shape of shapes) {
    const textOf = (length: number) => shape.repeat(length / shape.length);
    await assertLinear((text) => findTokens(text, ALL), textOf, { about: JSON.stringify(shape) });
  }
});
