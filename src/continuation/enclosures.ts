/** One row per enclosure. Every rule is linear over the whole text: the index remembers a search that fails. */
import { isWordCharacter, type TextIndex } from "./text_index.ts";

/** What closes a quotation, and what it does not go beyond: a single one its line, a straight double one its paragraph. */
const QUOTES: Readonly<Record<string, readonly [close: string, bound?: string]>> = {
  '"': ['"', "\n\n"],
  "'": ["'", "\n"],
  "“": ["”"],
  "„": ["“"],
  "‘": ["’"],
  "«": ["»"],
  "「": ["」"],
  "『": ["』"],
};

/** UTF-16 units; further away it is more likely another word's apostrophe. */
const MAX_SINGLE_QUOTED = 400;

/** The first that matches wins. `end`: where an enclosure that begins with one of `starts` at a position ends, or -1. */
export const ENCLOSURES = [
  { kind: "fence", starts: "`~", end: fenceEnd },
  { kind: "pasted-line", starts: ">|│$❯⎿", end: pastedLineEnd },
  { kind: "transport", starts: "[", end: transportEnd },
  { kind: "code", starts: "`", end: codeEnd },
  { kind: "tag", starts: "<", end: tagEnd },
  { kind: "quote", starts: Object.keys(QUOTES).join(""), end: quoteEnd },
  { kind: "bracket", starts: "([{", end: (index: TextIndex, at: number) => index.bracketEnd(at) },
] as const;

/** ``` or ~~~ at the start of a line or list item (indented is fine) up to its closing line, or to the end of the text. */
function fenceEnd({ text, next }: TextIndex, position: number): number {
  // Only `- `, `* `, `+ `, `1. ` or `1) ` stands before it on the line of a list item.
  const marker = /(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}$/.exec(
    text.slice(Math.max(0, position - 14), position),
  )?.[0] ?? "";
  if (!startsLine(text, position) && !startsLine(text, position - marker.length)) return -1;
  const length = runLength(text, position);
  if (length < 3) return -1;
  const fence = text[position]!.repeat(length);
  let line = next("\n", position + length);
  while (line >= 0) {
    let start = line + 1;
    while (text[start] === " " || text[start] === "\t") start++;
    if (text.startsWith(fence, start)) return start + runLength(text, start);
    line = next("\n", line + 1);
  }
  return text.length;
}

/** Of a line that begins like a block quote, a table row, or a terminal's prompt or answer. */
function pastedLineEnd({ text, next }: TextIndex, position: number): number {
  if (!startsLine(text, position)) return -1;
  if (text[position] === "$" && text[position + 1] !== " ") return -1;
  const line = next("\n", position);
  return line < 0 ? text.length : line;
}

/** What looks like our own transport: a suffix, or a whole context block pasted back. */
function transportEnd({ text, next, bracketEnd }: TextIndex, position: number): number {
  if (!text.startsWith("[CONTINUATION", position)) return -1;
  if (text.startsWith("[CONTINUATION-PASSING]", position)) {
    const last = "Do NOT include continuation metadata in Task tool prompts.";
    const found = next(last, position);
    return found < 0 ? text.length : found + last.length;
  }
  let close = next("]", position);
  while (close > 0 && text[close - 1] === "\\") close = next("]", close + 1);
  if (close < 0) return text.length;
  // One inside another ends with the outer one.
  return Math.max(close + 1, bracketEnd(position));
}

/** A code span: a run of back quotes up to the next run of the same length in the same paragraph. */
function codeEnd({ text, next, nextBackQuotes }: TextIndex, position: number): number {
  // Inside a run that did not open a span nothing opens either.
  if (text[position - 1] === "`") return -1;
  const length = runLength(text, position);
  const close = nextBackQuotes(length, position + length);
  const paragraph = next("\n\n", position);
  return close < 0 || (paragraph >= 0 && paragraph < close) ? -1 : close + length;
}

/** `<!-- … -->`, `<name …>` with everything up to its `</name>`, or a lone `<name …>` or `</name>`. */
function tagEnd({ text, next, tagEnd }: TextIndex, position: number): number {
  if (text.startsWith("<!--", position)) {
    const comment = next("-->", position);
    return comment < 0 ? text.length : comment + 3;
  }
  const name = /^<\/?([A-Za-z][A-Za-z0-9:_-]*)/.exec(text.slice(position, position + 64))?.[1];
  const close = name === undefined ? -1 : next(">", position);
  if (name === undefined || close < 0) return -1;
  if (text[position + 1] === "/" || text[close - 1] === "/") return close + 1;
  return tagEnd(name, position) ?? close + 1;
}

/** `5"` stays a word, and an apostrophe inside a word neither opens nor closes a quotation. */
function quoteEnd({ text, next, closingApostrophe }: TextIndex, position: number): number {
  const open = text[position]!;
  const before = text[position - 1];
  const isSingle = open === "'";
  if (isSingle ? isWordCharacter(before) : open === '"' && /\d/.test(before ?? "")) return -1;
  const [close, bound] = QUOTES[open]!;
  const end = isSingle ? closingApostrophe(position + 1) : next(close, position + 1);
  const edge = bound === undefined ? -1 : next(bound, position);
  const isFar = edge >= 0 && edge < end || isSingle && end - position > MAX_SINGLE_QUOTED;
  return end < 0 || isFar ? -1 : end + 1;
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
