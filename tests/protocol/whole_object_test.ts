import { assertEquals } from "@std/assert";
import { isWholeObject } from "../../src/protocol/read_object.ts";

const ROWS: readonly [text: string, whole: boolean][] = [
  [`{"a":1}`, true],
  [`{"a":"}"}\n`, true],
  [`\uFEFF{"a":1}`, true],
  [`  {"prompt":"é"}`, true],
  [``, false],
  [`{`, false],
  [`{"a":1`, false],
  [`{"a":{"b":1}`, false],
  [`{"a":"}`, false],
  [`{"a":1}{"b":2}`, false],
  [`garbage}`, false],
  [`[1]`, false],
  [`"}"`, false],
  [`{"a":1}  `, false],
];

Deno.test("isWholeObject() says yes only to one object and nothing behind it", () => {
  for (const [text, whole] of ROWS) {
    assertEquals(isWholeObject(new TextEncoder().encode(text)), whole, text);
  }
});

Deno.test("isWholeObject() says no to a character cut in two", () => {
  const bytes = new TextEncoder().encode(`{"a":"é"}`);
  assertEquals(isWholeObject(bytes.subarray(0, 7)), false);
});
