/** Cuts a prompt into lexemes that give it back when joined. */
import { ENCLOSURES } from "./enclosures.ts";
import { indexText, isWordCharacter, type TextIndex } from "./text_index.ts";

/** `text.slice(start, end)`. Only a `word` can hold a reference: but for `space`, the rest is quoted or enclosed. */
export interface Lexeme {
  readonly kind: "space" | "word" | "prose" | (typeof ENCLOSURES)[number]["kind"];
  readonly start: number;
  readonly end: number;
}

export interface Lexed {
  readonly text: string;
  readonly lexemes: readonly Lexeme[];
}

/** The characters that may begin an enclosure, and the slash: between them nothing happens. */
const MARKS = new RegExp(
  `[/${ENCLOSURES.map((rule) => rule.starts).join("").replaceAll(/[\\\]^-]/g, "\\$&")}]`,
  "g",
);

/** The rules an enclosure's first character allows, by its UTF-16 unit: one look per character of a long prompt. */
const RULES = new Map<number, (typeof ENCLOSURES)[number][]>();
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
/** Words before a slash among which its delimiter is looked for. */
const DELIMITER_WORDS = 12;

export function lex(text: string): Lexeme[] {
  const index = indexText(text);
  const lexemes: Lexeme[] = [];
  let mark = -1;
  let start = 0;
  while (start < text.length) {
    while (mark < start || (text[mark] === "'" && isWordCharacter(text[mark - 1]))) {
      MARKS.lastIndex = Math.max(start, mark + 1);
      mark = MARKS.test(text) ? MARKS.lastIndex - 1 : text.length;
    }
    const lexeme = lexemeAt(index, start, mark);
    lexemes.push(lexeme);
    start = lexeme.end;
  }
  return lexemes;
}

/** `mark` is where the next enclosure may begin. */
function lexemeAt(index: TextIndex, start: number, mark: number): Lexeme {
  const { text } = index;
  // Blanks first: whether one stands behind a name is how a name is told from part of a word.
  let end = start;
  while (isBlank(text.charCodeAt(end))) end++;
  if (end > start) return { kind: "space", start, end };
  end = proseEnd(text, start, mark);
  if (end - start >= MIN_PROSE) return { kind: "prose", start, end };
  const enclosure = enclosureAt(index, start);
  if (enclosure !== undefined) return enclosure;
  // Everything up to a blank, or to an enclosure glued to it, such as `foo("a, /b")`.
  for (end = start + 1; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (isBlank(unit) || mayOpen(unit) && enclosureAt(index, end) !== undefined) break;
  }
  return { kind: "word", start, end };
}

/** Where a stretch in which nothing begins ends: before the last words, in which a delimiter may be looked for. */
function proseEnd(text: string, start: number, mark: number): number {
  if (mark - start < 2 * MIN_PROSE) return start;
  let end = mark;
  for (let words = 0; words < DELIMITER_WORDS; words++) {
    while (end > start && !isBlank(text.charCodeAt(end - 1))) end--;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  }
  return end;
}

function enclosureAt(index: TextIndex, start: number): Lexeme | undefined {
  const unit = index.text.charCodeAt(start);
  if (!mayOpen(unit)) return undefined;
  for (const { kind, end: endOf } of RULES.get(unit)!) {
    const end = endOf(index, start);
    if (end > start) return { kind, start, end };
  }
  return undefined;
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
