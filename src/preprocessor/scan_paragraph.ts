/**
 * Directives, escapes, code spans and comments within one paragraph. Every character is looked at a
 * bounded number of times: back-quote runs are found once, and a search that failed is not repeated.
 */
import { backQuoteRuns, closing, runLength } from "./back_quotes.ts";
import { type Segment, textDirective } from "./directive.ts";

/** What the scanner of paragraphs works on. */
export interface ParagraphScan {
  readonly text: string;
  /** Takes a segment that is not plain text, with where it begins. */
  readonly take: (at: number, segment: Segment) => void;
  /** From here on no `-->` follows; shared by all paragraphs of a text. */
  lastCommentEnd: number;
}

const WHITE_SPACE_REGEXP = /\s/;
const PUNCTUATION_REGEXP = /[!-/:-@[-`{-~]/;

/**
 * @param scan The text and where findings go.
 * @param start First character of the paragraph.
 * @param end Behind it: no code span goes further.
 * @returns Where to go on: `end`, or behind a comment that reaches beyond it.
 */
export function scanParagraph(scan: ParagraphScan, start: number, end: number): number {
  const { text } = scan;
  let runs: Map<number, number[]> | undefined;
  let at = start;
  while (at < end) {
    const character = text[at]!;
    if (character === "\\") {
      at = escape(scan, at, end);
    } else if (character === "<" && text.startsWith("<!--", at)) {
      const after = commentEnd(scan, at);
      if (after === undefined) at += 4;
      else if (after > end) return after;
      else at = after;
    } else if (character === "`") {
      runs ??= backQuoteRuns(text, start, end);
      const length = runLength(text, at, end);
      at = closing(runs, length, at + length) ?? at + length;
    } else {
      const length = isBehindSpace(text, at) ? directiveLength(text, at, end) : 0;
      if (length > 0) scan.take(at, inline(text, at, length));
      at += Math.max(1, length);
    }
  }
  return at;
}

/** Length of what has the form of a directive here, or 0. */
function directiveLength(text: string, at: number, end: number): number {
  if (text[at + 1] !== "`" || textDirective(text[at]!) === undefined) return 0;
  if (at + 2 >= end || text[at + 2] === "`") return 0;
  const close = text.indexOf("`", at + 2);
  // A run of back quotes closes nothing, and neither does one on another line.
  if (close < 0 || close >= end || text[close + 1] === "`") return 0;
  const command = text.slice(at + 2, close);
  if (command.includes("\n") || command.includes("\r") || command.trim() === "") return 0;
  return close + 1 - at;
}

function inline(text: string, at: number, length: number): Segment {
  const command = text.slice(at + 2, at + length - 1);
  return {
    kind: "directive",
    name: textDirective(text[at]!)!,
    command,
    raw: text.slice(at, at + length),
  };
}

/** Steps over a backslash and what it makes literal. */
function escape(scan: ParagraphScan, at: number, end: number): number {
  const { text } = scan;
  const isDirective = isBehindSpace(text, at) && directiveLength(text, at + 1, end) > 0;
  if (isDirective) {
    scan.take(at, { kind: "escape", raw: text.slice(at, at + 2), shown: text[at + 1]! });
    return at + 2;
  }
  return at + (PUNCTUATION_REGEXP.test(text[at + 1] ?? "") ? 2 : 1);
}

/** Line start, or white space before; a BOM at the beginning is no text. */
function isBehindSpace(text: string, at: number): boolean {
  return at === 0 || WHITE_SPACE_REGEXP.test(text[at - 1]!);
}

function commentEnd(scan: ParagraphScan, at: number): number | undefined {
  if (at >= scan.lastCommentEnd) return blockEnd(scan.text, at);
  const end = scan.text.indexOf("-->", at + 2);
  if (end >= 0) return end + 3;
  scan.lastCommentEnd = at;
  return blockEnd(scan.text, at);
}

/** A comment that never ends hides the rest when it begins its line, and is text otherwise. */
function blockEnd(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && text[start - 1] === " " && at - start < 3) start--;
  return start === 0 || text[start - 1] === "\n" || text[start - 1] === "\r"
    ? text.length
    : undefined;
}
