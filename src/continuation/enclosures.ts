/**
 * One row per enclosure: code fences, pasted lines, transport look-alikes, code spans, tags, quotes, brackets. The
 * first row that matches wins. Every rule is linear over the whole text, whatever a stranger pastes:
 * a search that fails is remembered in the scan's index.
 */
import type { EnclosureRule, Scan } from "./lexeme.ts";
import { isWordCharacter } from "./text_index.ts";

const QUOTE_PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "„": "“",
  "‘": "’",
  "«": "»",
  "「": "」",
  "『": "』",
};

/** UTF-16 units a single-quoted text may have: further away it is more likely another word's apostrophe. */
const MAX_SINGLE_QUOTED = 400;

/** The rules, most specific first. */
export const ENCLOSURES: readonly EnclosureRule[] = [
  { kind: "fence", starts: "`~", end: fenceEnd },
  { kind: "pasted-line", starts: ">|│$❯⎿", end: pastedLineEnd },
  { kind: "transport", starts: "[", end: transportEnd },
  { kind: "code", starts: "`", end: codeEnd },
  { kind: "tag", starts: "<", end: tagEnd },
  { kind: "quote", starts: Object.keys(QUOTE_PAIRS).join(""), end: quoteEnd },
  {
    kind: "bracket",
    starts: "([{",
    end: ({ index }, position) => index.bracketEnd(position) ?? -1,
  },
];

/** ``` or ~~~ at the start of a line or list item (indented is fine) up to its closing line, or to the end of the text. */
function fenceEnd({ text, index }: Scan, position: number): number {
  if (!startsLine(text, position) && !startsListItem(text, position)) return -1;
  const length = runLength(text, position);
  if (length < 3) return -1;
  const fence = text[position]!.repeat(length);
  let from = position + length;
  for (;;) {
    const line = index.next("\n", from);
    if (line < 0) return text.length;
    let start = line + 1;
    while (text[start] === " " || text[start] === "\t") start++;
    if (text.startsWith(fence, start)) return start + runLength(text, start);
    from = line + 1;
  }
}

/** A line that begins like a block quote, a table row, or a terminal's prompt or answer. */
function pastedLineEnd({ text, index }: Scan, position: number): number {
  if (!startsLine(text, position)) return -1;
  if (text[position] === "$" && text[position + 1] !== " ") return -1;
  const line = index.next("\n", position);
  return line < 0 ? text.length : line;
}

/** What looks like our own transport: a suffix, or a whole context block pasted back. It creates nothing. */
function transportEnd({ text, index }: Scan, position: number): number {
  if (!text.startsWith("[CONTINUATION", position)) return -1;
  if (text.startsWith("[CONTINUATION-PASSING]", position)) {
    const last = "Do NOT include continuation metadata in Task tool prompts.";
    const found = index.next(last, position);
    return found < 0 ? text.length : found + last.length;
  }
  let close = index.next("]", position);
  while (close > 0 && text[close - 1] === "\\") close = index.next("]", close + 1);
  if (close < 0) return text.length;
  // One inside another ends with the outer one.
  return Math.max(close + 1, index.bracketEnd(position) ?? 0);
}

/** A code span: a run of back quotes up to the next run of the same length in the same paragraph. */
function codeEnd({ text, index }: Scan, position: number): number {
  // Inside a run that did not open a span nothing opens either.
  if (text[position - 1] === "`") return -1;
  const length = runLength(text, position);
  const close = index.nextBackQuotes(length, position + length);
  const paragraph = index.next("\n\n", position);
  return close < 0 || (paragraph >= 0 && paragraph < close) ? -1 : close + length;
}

/** `<!-- … -->`, `<name …>` with everything up to its `</name>`, or a lone `<name …>` or `</name>`. */
function tagEnd({ text, index }: Scan, position: number): number {
  if (text.startsWith("<!--", position)) {
    const comment = index.next("-->", position);
    return comment < 0 ? text.length : comment + 3;
  }
  const opening = /^<\/?([A-Za-z][A-Za-z0-9:_-]*)/.exec(text.slice(position, position + 64));
  if (opening === null) return -1;
  const close = index.next(">", position);
  if (close < 0) return -1;
  if (text[position + 1] === "/" || text[close - 1] === "/") return close + 1;
  return index.tagEnd(opening[1]!, position) ?? close + 1;
}

/** Single quotes on one line, straight double ones in a paragraph, curved ones anywhere; `don't`, `5"` stay words. */
function quoteEnd({ text, index }: Scan, position: number): number {
  const open = text[position]!;
  if (open === "'") return singleQuoteEnd({ text, index }, position);
  if (open === '"' && /\d/.test(text[position - 1] ?? "")) return -1;
  const end = index.next(QUOTE_PAIRS[open]!, position + 1);
  const paragraph = open === '"' ? index.next("\n\n", position) : -1;
  return end < 0 || (paragraph >= 0 && paragraph < end) ? -1 : end + 1;
}

/** An apostrophe inside a word neither opens nor closes a quotation. */
function singleQuoteEnd({ text, index }: Scan, position: number): number {
  if (isWordCharacter(text[position - 1])) return -1;
  const end = index.closingApostrophe(position + 1);
  const line = index.next("\n", position);
  const tooFar = end - position > MAX_SINGLE_QUOTED || (line >= 0 && line < end);
  return end < 0 || tooFar ? -1 : end + 1;
}

function runLength(text: string, position: number): number {
  let end = position;
  while (text[end] === text[position]) end++;
  return end - position;
}

function startsLine(text: string, position: number): boolean {
  let start = position;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return start === 0 || text[start - 1] === "\n";
}

/** Whether only `- `, `* `, `+ `, `1. ` or `1) ` stands before a position on its line. */
function startsListItem(text: string, position: number): boolean {
  const marker = /(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}$/.exec(
    text.slice(Math.max(0, position - 14), position),
  );
  return marker !== null && startsLine(text, position - marker[0].length);
}
