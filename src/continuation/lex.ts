/**
 * Cuts a prompt into lexemes. Joined, they give the prompt back; nothing is lost and nothing
 * overlaps. The grammar above it is in `parse.ts`.
 */
import { ENCLOSURES } from "./enclosures.ts";
import type { EnclosureKind, Lexeme, Scan } from "./lexeme.ts";
import { indexText } from "./text_index.ts";

/** Per UTF-16 unit of ASCII: 0 part of a word, 1 blank, 2 may begin an enclosure. A prompt can be megabytes long. */
const ASCII = new Uint8Array(128);
for (const unit of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]) ASCII[unit] = 1;
/** Characters beyond ASCII that may begin an enclosure. */
const WIDE_STARTS = new Set<number>();
for (const character of ENCLOSURES.map((rule) => rule.starts).join("")) {
  const unit = character.charCodeAt(0);
  if (unit < 128) ASCII[unit] = 2;
  else WIDE_STARTS.add(unit);
}

/**
 * Cuts a prompt into words, blanks and enclosures.
 *
 * @param text The prompt.
 * @returns Lexemes in order, covering the text without gap.
 */
export function lex(text: string): Lexeme[] {
  const scan: Scan = { text, index: indexText(text) };
  const lexemes: Lexeme[] = [];
  let start = 0;
  while (start < text.length) {
    const lexeme = blank(text, start) ?? enclosure(scan, start) ?? word(scan, start);
    lexemes.push(lexeme);
    start = lexeme.end;
  }
  return lexemes;
}

function blank(text: string, start: number): Lexeme | undefined {
  let end = start;
  while (isBlank(text.charCodeAt(end))) end++;
  return end === start ? undefined : { kind: "space", start, end };
}

function enclosure(scan: Scan, start: number): Lexeme | undefined {
  const end = enclosureEnd(scan, start);
  return end === undefined ? undefined : { kind: end.kind, start, end: end.end };
}

function enclosureEnd(scan: Scan, start: number): { kind: EnclosureKind; end: number } | undefined {
  if (!mayOpen(scan.text.charCodeAt(start))) return undefined;
  const character = scan.text[start]!;
  for (const rule of ENCLOSURES) {
    if (!rule.starts.includes(character)) continue;
    const end = rule.end(scan, start);
    if (end > start) return { kind: rule.kind, end };
  }
  return undefined;
}

/** Everything up to a blank, or to an enclosure glued to it, such as `foo("a, /b")`. */
function word(scan: Scan, start: number): Lexeme {
  const { text } = scan;
  let end = start + 1;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (isBlank(unit) || (mayOpen(unit) && enclosureEnd(scan, end) !== undefined)) break;
    end++;
  }
  return { kind: "word", start, end };
}

function mayOpen(unit: number): boolean {
  return unit < 128 ? ASCII[unit] === 2 : WIDE_STARTS.has(unit);
}

/** White space as `String.trim` sees it; NaN (the end of the text) is none. */
function isBlank(unit: number): boolean {
  if (unit < 128) return ASCII[unit] === 1;
  return unit === 0xa0 || unit === 0x3000 || unit === 0xfeff || unit === 0x2028 ||
    unit === 0x2029 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x202f ||
    unit === 0x205f;
}
