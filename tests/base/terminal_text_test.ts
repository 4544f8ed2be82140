import { assertEquals } from "@std/assert";
import { terminalText } from "../../src/base/terminal_text.ts";

const ROWS: readonly [text: string, safe: string][] = [
  ["plain 漢字 é 👩‍👩‍👧 ✔️", "plain 漢字 é 👩‍👩‍👧 ✔️"],
  ["two\nlines\tand a tab", "two\nlines\tand a tab"],
  ["windows\r\nlines", "windows\nlines"],
  ["back\rover", "back\\u000dover"],
  ["\x1b]0;title\x07\x1b[2J", "\\u001b]0;title\\u0007\\u001b[2J"],
  ["\x9b31m \x7f \0", "\\u009b31m \\u007f \\u0000"],
  ["\u202egnp.exe\u2066\u200f", "\\u202egnp.exe\\u2066\\u200f"],
  ["\u2028\ufeff", "\\u2028\\ufeff"],
  ["\u{e0041}", "\\udb40\\udc41"],
];

for (const [text, safe] of ROWS) {
  Deno.test(`terminalText() writes ${JSON.stringify(text)} safely`, () => {
    assertEquals(terminalText(text), safe);
    const json = JSON.stringify({ text });
    assertEquals(JSON.parse(terminalText(json)), { text });
  });
}
