/** The transport's escape, both ways. */
import { assertEquals } from "@std/assert";
import {
  escapeArgs,
  escapeOwnArgs,
  unescapeArgs,
  unescapeOwnArgs,
} from "../../src/continuation/chain.ts";

/** Arguments and how they look inside an entry. */
const ENTRY: readonly (readonly [args: string, written: string])[] = [
  ["", ""],
  ["plans/foo", "plans/foo"],
  ["a, b", "a, b"],
  ["a, /b", "a\\, /b"],
  ["a,/b", "a\\,/b"],
  ["a,\t /b", "a\\,\t /b"],
  ["a,, b", "a\\,, b"],
  ["a,", "a\\,"],
  ["a]b", "a\\]b"],
  ["[a]", "[a\\]"],
  ["C:\\new", "C:\\\\new"],
  ["a\\", "a\\\\"],
  ["a\nb\r\nc", "a\\nb\\r\\nc"],
  ["a,\n/b", "a,\\n/b"],
  ["[CONTINUATION: /x]", "\\[CONTINUATION: /x\\]"],
  ["\\[CONTINUATION:", "\\\\\\[CONTINUATION:"],
  ['say "hi"', 'say "hi"'],
];

/** Own arguments and how they stand before a suffix. */
const OWN: readonly (readonly [args: string, written: string])[] = [
  ["a, /b ] \\ \n", "a, /b ] \\ \n"],
  ["[CONTINUATION: /x]", "\\[CONTINUATION: /x]"],
  ["a\\[CONTINUATION: /x]", "a\\\\\\[CONTINUATION: /x]"],
  ["[CONTINUATION-PASSING]\nCurrent: /a", "\\[CONTINUATION-PASSING]\nCurrent: /a"],
  ["[CONTINUATION x]", "[CONTINUATION x]"],
  ["[CONTINUATION:[CONTINUATION:", "\\[CONTINUATION:\\[CONTINUATION:"],
];

Deno.test("escapeArgs() and unescapeArgs() undo each other", () => {
  for (const [args, written] of ENTRY) {
    assertEquals(escapeArgs(args), written, args);
    assertEquals(unescapeArgs(written), args, written);
  }
});

Deno.test("unescapeArgs() leaves a backslash that people write as it is", () => {
  for (const text of ["C:\\temp", "a\\ b", "\\", "a\\/b", "\\x41", '\\"'] as const) {
    assertEquals(unescapeArgs(text), text);
  }
});

Deno.test("escapeOwnArgs() and unescapeOwnArgs() undo each other", () => {
  for (const [args, written] of OWN) {
    assertEquals(escapeOwnArgs(args), written, args);
    assertEquals(unescapeOwnArgs(written), args, written);
  }
});
