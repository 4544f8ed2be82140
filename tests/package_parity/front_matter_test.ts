/** `@std/front-matter` under either import map: the same two parts of a text. */
import { assertEquals, assertThrows } from "@std/assert";
import { extract } from "@std/front-matter/yaml";
import { YamlSyntaxError } from "@std/yaml/types";

Deno.test("extract() splits the same front matter with either package", () => {
  const rows: [string, string, string, unknown][] = [
    ["---\na: 1\n---\nBody\n", "a: 1", "Body\n", { a: 1 }],
    ["---\r\na: 1\r\n---\r\nBody", "a: 1", "Body", { a: 1 }],
    ["\ufeff---\na: 1\n---\nBody", "a: 1", "Body", { a: 1 }],
    ["---\na: 1\n---\n\n\n  Body", "a: 1", "  Body", { a: 1 }],
    ["---\na: 1\nb: 010\n---", "a: 1\nb: 010", "", { a: 1, b: 8 }],
    ["---\na: 1\n---\n---\nb\n---\n", "a: 1", "---\nb\n---\n", { a: 1 }],
  ];
  for (const [text, frontMatter, body, attrs] of rows) {
    assertEquals(extract(text), { frontMatter, body, attrs }, text);
  }
  for (const text of ["", "Body", "---\na: 1\n", "x\n---\na: 1\n---\n"]) {
    assertThrows(() => extract(text), TypeError);
  }
  assertEquals(assertThrows(() => extract("---\na: 1\nb: c: d\n---\n"), YamlSyntaxError).line, 2);
});
