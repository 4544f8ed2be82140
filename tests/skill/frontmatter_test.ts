import { assert, assertEquals } from "@std/assert";
import { extract } from "@std/front-matter/yaml";
import { splitFrontmatter } from "../../src/skill/frontmatter.ts";
import { assertLinear } from "../support/steps.ts";

const ROWS: [about: string, text: string, yaml: string | undefined, body: string][] = [
  ["a plain file", "---\nname: a\n---\nbody\n", "name: a\n", "body\n"],
  ["CRLF", "---\r\nname: a\r\n---\r\nbody\r\n", "name: a\r\n", "body\r\n"],
  ["a BOM", "\ufeff---\nname: a\n---\nbody", "name: a\n", "body"],
  ["blanks behind the hyphens", "--- \nname: a\n---\t \nbody", "name: a\n", "body"],
  ["no line behind the end", "---\nname: a\n---", "name: a\n", ""],
  ["nothing inside", "---\n---\nbody", "", "body"],
  [
    "an indented --- in a block scalar",
    "---\na: |\n  x\n  ---\n  y\n---\nb",
    "a: |\n  x\n  ---\n  y\n",
    "b",
  ],
  ["--- within a value", "---\na: b --- c\nd: ---e\n---\nb", "a: b --- c\nd: ---e\n", "b"],
  ["a longer line of hyphens", "---\na: b\n----\n---\nb", "a: b\n----\n", "b"],
  ["a rule in the body", "---\na: b\n---\nx\n---\ny", "a: b\n", "x\n---\ny"],
];

for (const [about, text, yaml, body] of ROWS) {
  Deno.test(`splitFrontmatter() finds the parts of a file with ${about}`, () => {
    const found = splitFrontmatter(text);
    assert(typeof found === "object");
    assertEquals([found.yaml, found.body, found.yamlLine], [yaml, body, 2]);
    assertEquals(text.slice(found.bodyOffset), body);
  });
}

Deno.test("splitFrontmatter() finds nothing where nothing is", () => {
  const rows: [string, "none" | "unclosed"][] = [
    ["", "none"],
    ["# Title\n---\na: b\n---\n", "none"],
    ["\n---\na: b\n---\n", "none"],
    [" ---\na: b\n---\n", "none"],
    ["----\na: b\n---\n", "none"],
    ["--- yaml\na: b\n---\n", "none"],
    ["---", "unclosed"],
    ["---\n", "unclosed"],
    ["---\na: b\n", "unclosed"],
    ["---\na: b\n ---\n", "unclosed"],
    ["---\na: b\n...\n", "unclosed"],
  ];
  for (const [text, expected] of rows) assertEquals(splitFrontmatter(text), expected, text);
});

Deno.test("splitFrontmatter() agrees with @std/front-matter on well-formed files", () => {
  const yamls = [
    "name: a",
    "name: a\ndescription: b",
    "a: |\n  x\n  ---\n  y",
    "a:\n  - b\n  - c",
    "a: 'x: y'",
  ];
  const bodies = ["body", "# Title\n\ntext\n", "x\n---\ny\n", ""];
  for (const yaml of yamls) {
    for (const body of bodies) {
      for (const start of ["", "\ufeff"]) {
        const text = `${start}---\n${yaml}\n---\n${body}`;
        const found = splitFrontmatter(text);
        assert(typeof found === "object");
        const oracle = extract(text);
        assertEquals(found.yaml.trimEnd(), oracle.frontMatter.trimEnd(), text);
        assertEquals(found.body.trim(), oracle.body.trim(), text);
      }
    }
  }
});

Deno.test("splitFrontmatter() takes linear time on hostile text", async () => {
  const hostile = [["---\n", "--- x\n"], ["---", " "], ["---\n", "---- \n"], ["---\n", " ---\n"]];
  for (const [head, unit] of hostile as [string, string][]) {
    const textOf = (length: number) => head + unit.repeat(length / unit.length);
    await assertLinear(splitFrontmatter, textOf, { about: JSON.stringify(head + unit) });
  }
});
