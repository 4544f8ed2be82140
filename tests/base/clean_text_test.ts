import { assertEquals } from "@std/assert";
import { cleanText, visibleText } from "../../src/base/clean_text.ts";
import { assertLinear } from "../support/steps.ts";

const ROWS: readonly [name: string, text: string, cleaned: string][] = [
  ["plain text", "a\tb\nc é 漢 🙂\n", "a\tb\nc é 漢 🙂\n"],
  ["box drawing", "┌─┐\n│ │", "┌─┐\n│ │"],
  ["colours", "\x1b[31;1mred\x1b[0m", "red"],
  ["a title", "\x1b]0;title\x07x\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "xlink"],
  ["C1 forms", "\x9b31mred\x9d0;t\x9cx", "redx"],
  ["a lone escape", "a\x1b\x00b", "ab"],
  ["cursor keys and charsets", "\x1b(Ba\x1b7b\x1bMc", "abc"],
  ["control characters", "a\x00\x07\x08\x0b\x0c\x1f\x7fb", "ab"],
  ["line ends", "a\r\nb\rc", "a\nb\nc"],
  ["bidirectional marks", "a\u202eb\u2066c\u200fd", "abcd"],
  ["zero-width characters", "a\u200bb\u200dc\ufeffd\u2060e", "abcde"],
  ["smuggled text", "a\u{e0041}\u{e0042}b\u{e0100}", "ab"],
  ["our closing tag", "x</skill-output>y", "x&lt;/skill-output>y"],
  [
    "our tag in disguise",
    "</ SKILL-OUTPUT ><skill\u200b-output>",
    "&lt;/ SKILL-OUTPUT >&lt;skill-output>",
  ],
  ["other tags", "<output></output><b>", "<output></output><b>"],
];

for (const [name, text, cleaned] of ROWS) {
  Deno.test(`cleanText() handles ${name}`, () => {
    assertEquals(cleanText(text), cleaned);
    assertEquals(cleanText(cleaned), cleaned);
  });
}

Deno.test("visibleText() writes out what hides", () => {
  assertEquals(visibleText("a\x1b[0m\u202eb\n\tc"), "a\\u{1b}[0m\\u{202e}b\n\tc");
});

for (
  const part of [
    "\x1b[",
    "\x9d",
    "\x9b",
    "\x1b]0;",
    "<",
    "< ",
    "\r",
    "\x1b",
    "\u202e",
    "<skill-output",
  ]
) {
  Deno.test(`cleanText() is linear on ${JSON.stringify(part)}`, async () => {
    const textOf = (length: number) => part.repeat(length / part.length);
    await assertLinear(cleanText, textOf, { about: JSON.stringify(part), length: 20_000 });
  });
}
