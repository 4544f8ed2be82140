/** Where the first whole object ends, whatever the chunks look like. */
import { assert, assertEquals } from "@std/assert";
import { JsonScanner, MAX_DEPTH } from "../../src/protocol/read_object.ts";
import { seededRandom } from "../support/random.ts";

/** A text, and how many of its bytes the first object or list has; `undefined`: it is not whole. */
const WHOLE: readonly (readonly [text: string, length: number | undefined])[] = [
  ["{}", 2],
  ['{"a":1}', 7],
  [' \r\n\t{"a":1} ', 11],
  ["\ufeff{}", 5],
  ["{}{}", 2],
  ['{"a":1}\n{"b":2}\n', 7],
  ["{} trailing garbage }{", 2],
  ['{"a":"}"}', 9],
  ['{"a":"\\"}"}', 11],
  ['{"a":"\\\\"}', 10],
  ['{"a":"\\\\\\"}"}', 13],
  ['{"a":{"b":[{"c":"]"}]}}', 23],
  ['{"ü":"\u{1f600}"}', 13],
  ["[{}]", 4],
  ["[]{}", 2],
  ['{"a":1', undefined],
  ['{"a":"', undefined],
  ['{"a":"}', undefined],
  ['{"a":"\\', undefined],
  ["", undefined],
  ["  \n", undefined],
  ["\ufeff", undefined],
];

/** Texts that can never become an object: reading stops, and nothing is called whole. */
const HOPELESS = ["null", "5", '"text"', "}", "]", "x{}", "true {}"];

function scan(text: string, size: number): { length: number | undefined; done: boolean } {
  const scanner = new JsonScanner();
  const bytes = new TextEncoder().encode(text);
  let done = false;
  for (let start = 0; start < bytes.length && !done; start += size) {
    done = scanner.push(bytes.subarray(start, start + size));
  }
  return { length: scanner.length, done };
}

Deno.test("JsonScanner finds the object's end in chunks of every size", () => {
  for (const [text, length] of WHOLE) {
    for (const size of [1, 2, 3, 4, 5, 7, 100]) {
      assertEquals(scan(text, size), { length, done: length !== undefined }, `${text} by ${size}`);
    }
  }
});

Deno.test("JsonScanner stops where no object can come any more", () => {
  for (const text of HOPELESS) {
    for (const size of [1, 3, 100]) {
      assertEquals(scan(text, size), { length: undefined, done: true }, `${text} by ${size}`);
    }
  }
});

Deno.test("JsonScanner agrees with JSON.stringify on 2,000 random objects in random chunks", () => {
  const random = seededRandom(7);
  const pieces = ['"', "\\", "{", "}", "[", "]", "é", "\u{1f600}", "\n", "a", "\\\\", '\\"'];
  for (let round = 0; round < 2_000; round++) {
    const value = {
      [random.text(pieces, 6)]: random.text(pieces, 12),
      b: [random.text(pieces, 4)],
    };
    const text = JSON.stringify(value);
    const { length } = new TextEncoder().encode(text);
    assertEquals(scan(text + random.text(pieces, 6), 1 + random.below(9)).length, length, text);
  }
});

Deno.test("JsonScanner gives up what is nested without sense, and looks at nothing behind it", () => {
  const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assertEquals(scan(deep(MAX_DEPTH), 65_536), { length: 2 * MAX_DEPTH, done: true });
  for (const start of ["", '{"a":']) {
    const scanner = new JsonScanner();
    assertEquals(scanner.push(new TextEncoder().encode(start)), false);
    let looks = 0;
    const endless = new Proxy(new Uint8Array(60_000_000).fill("[".charCodeAt(0)), {
      get: (bytes, key) => (looks++, Reflect.get(bytes, key)),
    });
    assertEquals([scanner.push(endless), scanner.isTooDeep], [true, true]);
    assert(looks <= 3 * MAX_DEPTH + 10, `${looks} looks`);
  }
});
