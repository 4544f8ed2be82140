/**
 * The kinds of slices a prompt is cut into. Only `word` lexemes can hold a skill reference; all the
 * other kinds but `space` are text somebody quotes, pastes or encloses, and are left alone.
 * ADD A LEXEME KIND: one row in `ENCLOSURES`.
 */

/** Kinds a slice can have. */
export type LexemeKind = "space" | "word" | "prose" | EnclosureKind;

/** Kinds in which a `/name` is never a reference. */
export type EnclosureKind =
  | "fence"
  | "pasted-line"
  | "transport"
  | "code"
  | "tag"
  | "quote"
  | "bracket";

/** A slice of the prompt: `text.slice(start, end)`. */
export interface Lexeme {
  readonly kind: LexemeKind;
  readonly start: number;
  readonly end: number;
}

/** Where the lexer stands, with what it found out about the whole text. */
export interface Scan {
  readonly text: string;
  readonly index: TextIndex;
}

/** Facts about the whole text, each gathered in one pass, so that no enclosure rule ever searches twice. */
export interface TextIndex {
  /** Matching close for an opening bracket at a position. */
  bracketEnd(position: number): number | undefined;
  /** End of the `</name>` that closes the `<name …>` at a position; of the next one when nothing is paired with it. */
  tagEnd(name: string, position: number): number | undefined;
  /** First apostrophe at or after a position that may close a quotation, or -1. */
  closingApostrophe(position: number): number;
  /** First position of a string at or after a position, or -1. */
  next(needle: string, position: number): number;
  /** Start of the next run of exactly `length` back quotes at or after a position, or -1. */
  nextBackQuotes(length: number, position: number): number;
}

/** Finds one enclosure that begins exactly at `position`: its end, or -1. */
export interface EnclosureRule {
  readonly kind: EnclosureKind;
  /** First characters it can begin with; the lexer asks no rule whose character is not there. */
  readonly starts: string;
  readonly end: (scan: Scan, position: number) => number;
}
