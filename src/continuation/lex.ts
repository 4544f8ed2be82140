/** Cuts a prompt into lexemes that give it back when joined. The grammar above it is in `parse.ts`. */
import { ENCLOSURES } from "./enclosures.ts";
import type { EnclosureKind, EnclosureRule, Lexeme, Scan } from "./lexeme.ts";
import { indexText, isWordCharacter } from "./text_index.ts";

/** The characters that may begin an enclosure, and the slash: between them nothing happens. */
const MARKS = new RegExp(
  `[/${ENCLOSURES.map((rule) => rule.starts).join("").replaceAll(/[\\\]^-]/g, "\\$&")}]`,
  "g",
);

/** The rules an enclosure's first character allows, by its UTF-16 unit: one look per character of a long prompt. */
const RULES = new Map<number, EnclosureRule[]>();
for (const rule of ENCLOSURES) {
  for (const start of rule.starts) {
    const unit = start.charCodeAt(0);
    RULES.set(unit, [...RULES.get(unit) ?? [], rule]);
  }
}
/** Per UTF-16 unit of ASCII: 0 part of a word, 1 blank, 2 may begin an enclosure. */
const ASCII = new Uint8Array(128);
for (const unit of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]) ASCII[unit] = 1;
for (const unit of RULES.keys()) if (unit < 128) ASCII[unit] = 2;

/** UTF-16 units from which on a stretch of prose is worth a step of its own. */
const MIN_PROSE = 200;
/** Words before a slash among which its delimiter is looked for; the blanks between them may be as long as they like. */
const DELIMITER_WORDS = 12;

/** Cuts a prompt into words, blanks and enclosures: in order, covering the text without gap. */
export function lex(text: string): Lexeme[] {
  const scan: Scan = { text, index: indexText(text) };
  const nextMark = markFinder(text);
  const lexemes: Lexeme[] = [];
  let start = 0;
  while (start < text.length) {
    // Blanks first: whether one stands behind a name is how a name is told from part of a word.
    const lexeme = blank(text, start) ?? prose(text, start, nextMark(start)) ??
      enclosure(scan, start) ??
      word(scan, start);
    lexemes.push(lexeme);
    start = lexeme.end;
  }
  return lexemes;
}

/**
 * A long stretch with neither a slash nor anything that opens an enclosure, up to shortly before the
 * next such character: no delimiter reaches back further, and a prompt can be megabytes of text.
 */
function prose(text: string, start: number, mark: number): Lexeme | undefined {
  let end = mark;
  if (end - start < 2 * MIN_PROSE) return undefined;
  for (let words = 0; words < DELIMITER_WORDS; words++) {
    while (end > start && !isBlank(text.charCodeAt(end - 1))) end--;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  }
  return end - start < MIN_PROSE ? undefined : { kind: "prose", start, end };
}

/** The first mark at or after a position, which must not decrease. An apostrophe inside a word opens nothing. */
function markFinder(text: string): (position: number) => number {
  let mark = -1;
  return (position) => {
    while (mark < position || (text[mark] === "'" && isWordCharacter(text[mark - 1]))) {
      MARKS.lastIndex = Math.max(position, mark + 1);
      mark = MARKS.test(text) ? MARKS.lastIndex - 1 : text.length;
    }
    return mark;
  };
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
  const unit = scan.text.charCodeAt(start);
  if (!mayOpen(unit)) return undefined;
  for (const rule of RULES.get(unit)!) {
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
  return unit < 128 ? ASCII[unit] === 2 : RULES.has(unit);
}

/** White space as `String.trim` sees it; NaN (the end of the text) is none. */
function isBlank(unit: number): boolean {
  if (unit < 128) return ASCII[unit] === 1;
  return unit === 0xa0 || unit === 0x3000 || unit === 0xfeff || unit === 0x2028 ||
    unit === 0x2029 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x202f ||
    unit === 0x205f;
}
