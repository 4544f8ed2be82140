/**
 * Cuts a prompt into lexemes. Joined, they give the prompt back; nothing is lost and nothing
 * overlaps. The grammar above it is in `parse.ts`.
 */
import { ENCLOSURES } from "./enclosures.ts";
import type { EnclosureKind, Lexeme, Scan } from "./lexeme.ts";
import { indexText } from "./text_index.ts";

const STARTS = new Set(ENCLOSURES.flatMap((rule) => [...rule.starts]));

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
  const character = scan.text[start]!;
  if (!STARTS.has(character)) return undefined;
  for (const rule of ENCLOSURES) {
    if (!rule.starts.includes(character)) continue;
    const end = rule.end(scan, start);
    if (end > start) return { kind: rule.kind, end };
  }
  return undefined;
}

/** Everything up to a blank, or to an enclosure glued to it, such as `foo("a, /b")`. */
function word(scan: Scan, start: number): Lexeme {
  let end = start + 1;
  while (end < scan.text.length && !isBlank(scan.text.charCodeAt(end))) {
    if (enclosureEnd(scan, end) !== undefined) break;
    end++;
  }
  return { kind: "word", start, end };
}

/** White space as `String.trim` sees it; NaN (the end of the text) is none. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000 ||
    unit === 0xfeff || unit === 0x2028 || unit === 0x2029 || unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) || unit === 0x202f || unit === 0x205f;
}
