/** `@std/yaml` under either import map: the same values and the same places in broken texts. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { YamlSyntaxError } from "@std/yaml/types";

/** [YAML, value] */
const YAML_VALUES: [string, unknown][] = [
  ["", null],
  ["\n\n", null],
  ["# nothing\n", null],
  ["---\n", null],
  ["\ufeffa: 1", { a: 1 }],
  ["a: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
  ["a:", { a: null }],
  ["a: ~", { a: null }],
  ["[a, 'b', \"c\\n\"]", ["a", "b", "c\n"]],
  ["a: {b: [1, 2]}", { a: { b: [1, 2] } }],
  ["a: |\n  x\n  y\n", { a: "x\ny\n" }],
  ["a: >-\n  x\n  y\n", { a: "x y" }],
  ["a: &x 1\nb: *x", { a: 1, b: 1 }],
  ["x: &x {a: 1}\ny: {<<: *x, b: 2}", { x: { a: 1 }, y: { a: 1, b: 2 } }],
  ["a: true\nb: False\nc: TRUE", { a: true, b: false, c: true }],
  ["a: yes\nb: no\nc: on", { a: "yes", b: "no", c: "on" }],
  ["a: 12\nb: -3\nc: +4", { a: 12, b: -3, c: 4 }],
  ["a: 010\nb: 08\nc: 0o7", { a: 8, b: "08", c: "0o7" }],
  ["a: 0x1F\nb: 0b11\nc: 1_000", { a: 31, b: 3, c: 1000 }],
  ["a: 1.5\nb: 1e3\nc: .5\nd: 1.2.3", { a: 1.5, b: 1000, c: 0.5, d: "1.2.3" }],
  ["a: .inf\nb: -.inf\nc: .nan", { a: Infinity, b: -Infinity, c: NaN }],
  ["a: 1:30", { a: "1:30" }],
  ["a: 2024-01-02", { a: new Date("2024-01-02T00:00:00Z") }],
  ["a: 2024-01-02T03:04:05Z", { a: new Date("2024-01-02T03:04:05Z") }],
  ["a: '2024-01-02'", { a: "2024-01-02" }],
  ["a: 0.1.0", { a: "0.1.0" }],
  ["a: x # y\nb: x#y", { a: "x", b: "x#y" }],
  ["a: Read, Bash(git *)", { a: "Read, Bash(git *)" }],
  ["1: a\ntrue: b", { 1: "a", true: "b" }],
  ['default-exit: ["/handoff --commit", /commit]', {
    "default-exit": ["/handoff --commit", "/commit"],
  }],
];

/** [YAML, line, column] of what is wrong in it, counted from 1. */
const YAML_ERRORS: [string, number, number][] = [
  ["description: Use when: always", 1, 22],
  ["a: 1\nb: c: d\n", 2, 5],
  ["a: 'x", 2, 1],
  ["a: [1, 2", 2, 1],
  ["a: @x", 1, 4],
  ["a: `x`", 1, 4],
  ["a: *missing", 1, 12],
  ["a: !<tag:x> y", 1, 14],
  ["a: 1\na: 2\n", 2, 1],
  ["a: 1\n b: 2\n", 2, 3],
];

Deno.test("parse() reads the same YAML values from either package", () => {
  for (const [text, value] of YAML_VALUES) assertEquals(parse(text), value, text);
});

Deno.test("parse() names the same place in a broken text with either package", () => {
  for (const [text, line, column] of YAML_ERRORS) {
    const error = assertThrows(() => parse(text), YamlSyntaxError);
    assert(error instanceof SyntaxError);
    assertEquals([text, error.line, error.column], [text, line, column]);
  }
});

Deno.test("parse() refuses two documents", () => {
  assertThrows(() => parse("a\n---\nb\n"), SyntaxError);
});

Deno.test("parse() keeps __proto__ an ordinary key", () => {
  const value = parse("__proto__: {x: 1}") as Record<string, unknown>;
  assertEquals([Object.keys(value), value.x], [["__proto__"], undefined]);
});
