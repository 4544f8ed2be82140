import { assert, assertEquals } from "@std/assert";
import { type JsonNode, placeOfKey, readJson, readJsonTree } from "../../src/base/json_tree.ts";
import { placeOf } from "../../src/base/diagnostic.ts";
import { seededRandom } from "../support/random.ts";
import { assertLinear } from "../support/steps.ts";

/** The value a node stands for, put together from its parts. */
function build(text: string, node: JsonNode): unknown {
  if (node.kind === "array") return node.items.map((item) => build(text, item));
  if (node.kind === "scalar") return JSON.parse(text.slice(node.start, node.end));
  return Object.fromEntries(node.members.map(({ key, value }) => [key, build(text, value)]));
}

const TEXTS = [
  ...["{}", "[]", " [ ] ", '"a"', "1", "-0.5e+3", "true", "null", "[1,2]", '{"a":{"b":[{}]}}'],
  ...['{"a":1,"a":2}', '"\\ud83d\\ude00 \\n \\" \\\\"', '{"__proto__":1}', "\t{\r\n}\n", '""'],
  ...[
    "",
    " ",
    "{",
    "}",
    "[",
    '"',
    '"\\',
    '"\\u12',
    "01",
    "+1",
    ".5",
    "1.",
    "tru",
    "nul",
    "NaN",
    "'a'",
  ],
  ...[
    "{a:1}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "[1,]",
    "[,]",
    "[1 2]",
    "1 2",
    "{}}",
    '{"a":1 "b":2}',
  ],
  ...[
    "// x\n{}",
    "{/**/}",
    "#",
    '"\n"',
    '"\t"',
    "\u00a01",
    "\v1",
    "undefined",
    "-",
    "1e",
    "0x1",
    "[1]x",
  ],
];

Deno.test("readJsonTree() takes what JSON.parse takes, as the same value, and refuses the rest", () => {
  for (const text of TEXTS) checkAgainstEngine(text);
});

Deno.test("readJsonTree() agrees with JSON.parse on a thousand damaged texts", () => {
  const random = seededRandom(20261121);
  const base = '{"a": [1, -2.5e3, "x\\u00e9\\"", true, null, {"b": {}}], "c": ""}\n';
  const pieces = ['"', ",", ":", "{", "}", "[", "]", "\\", "0", "e", " ", "\n", "t", "/"];
  for (let round = 0; round < 1000; round++) {
    const at = random.below(base.length);
    const piece = random.pick(pieces);
    const length = random.below(3);
    checkAgainstEngine(
      base.slice(0, at) + (random.below(10) < 7 ? piece : "") + base.slice(at + length),
    );
  }
});

function checkAgainstEngine(text: string): void {
  const tree = readJsonTree(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    assert(error instanceof SyntaxError);
    assert("flaw" in tree, `takes ${JSON.stringify(text)}`);
    assert(tree.offset <= text.length);
    return;
  }
  assert(!("flaw" in tree), `refuses ${JSON.stringify(text)}: ${JSON.stringify(tree)}`);
  assertEquals(JSON.stringify(build(text, tree)), JSON.stringify(value));
}

Deno.test("readJson() says what is wrong in our own words, with line and column", () => {
  assertEquals(readJson('\ufeff{"a": [1]}'), { value: { a: [1] } });
  const rows: readonly (readonly [text: string, flaw: string, line: number, column: number])[] = [
    ['{"a": 1,\n}', "a comma stands before the end", 2, 1],
    ['{\n  "a" 1}', 'expected ":", got "1"', 2, 7],
    ["[1", 'it ends where "," or "]" is expected', 1, 3],
    ["[tru]", '"tru" is no JSON value', 1, 2],
  ];
  for (const [text, flaw, line, column] of rows) {
    const read = readJson(text);
    assert("flaw" in read);
    assertEquals([read.flaw, read.line, read.column], [flaw, line, column], text);
  }
});

Deno.test("readJsonTree() is linear", async () => {
  const shapes: readonly ((length: number) => string)[] = [
    (length) => "[".repeat(length),
    (length) => '"\\'.repeat(length / 2),
    (length) => `[${"1,".repeat(length / 2)}1]`,
    (length) => " ".repeat(length),
  ];
  for (const textOf of shapes) {
    await assertLinear(readJsonTree, textOf, { about: textOf(6) });
    readJsonTree(textOf(1e6));
  }
});

Deno.test("placeOfKey() finds the line of a key, or of the deepest part that is there", () => {
  const text =
    '{\n "hooks": {\n  "Stop": [\n   {"hooks": [\n    {"command": 1}\n   ]}\n  ]\n }\n}\n';
  const rows: [string, number | undefined][] = [
    ["hooks", 2],
    ["hooks.Stop", 3],
    ["hooks.Stop[0]", 4],
    ["hooks.Stop[0].hooks[0]", 5],
    ["hooks.Stop[0].hooks[0].command", 5],
    ["hooks.Stop[7].hooks[0]", 3],
    ["none", undefined],
  ];
  for (const [path, line] of rows) assertEquals(placeOfKey(text, path)?.line, line, path);
});

Deno.test("placeOf() counts lines and columns as editors do", () => {
  const rows: [string, number, number, number][] = [
    ["ab", 1, 1, 2],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 3, 2, 1],
    ["a\rb", 2, 2, 1],
    ["\ufeffab", 2, 1, 2],
    ["", 0, 1, 1],
  ];
  for (const [text, offset, line, column] of rows) {
    assertEquals(placeOf(text, offset), { line, column }, JSON.stringify(text));
  }
});
