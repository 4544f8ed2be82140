/**
 * One row per enclosure: code fences, pasted lines, transport look-alikes, code spans, tags, quotes, brackets. The
 * first row that matches wins. Every rule is linear over the whole text, whatever a stranger pastes:
 * a search that fails is remembered in the scan's index.
 */
import type { EnclosureRule, Scan } from "./lexeme.ts";

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

/** UTF-16 units a single-quoted text may have. */
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

/** ``` or ~~~ at the start of a line (indented is fine) up to its closing line, or to the end of the text. */
function fenceEnd({ text, index }: Scan, position: number): number {
  if (!startsLine(text, position)) return -1;
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
  return close < 0 ? text.length : close + 1;
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
  return index.closingTagEnd(opening[1]!, close) ?? close + 1;
}

/** A quotation on one line. It never opens behind a letter or digit, so that `don't` and `5"` stay words. */
function quoteEnd({ text, index }: Scan, position: number): number {
  if (position > 0 && isWordCharacter(text[position - 1])) return -1;
  const open = text[position]!;
  const line = index.next("\n", position);
  const end = open === "'"
    ? singleQuoteEnd(text, position)
    : index.next(QUOTE_PAIRS[open]!, position + 1);
  return end < 0 || (line >= 0 && line < end) ? -1 : end + 1;
}

/** An apostrophe inside a word does not close a single-quoted text; the reach is bounded to stay linear. */
function singleQuoteEnd(text: string, position: number): number {
  const reach = Math.min(text.length, position + MAX_SINGLE_QUOTED);
  for (let end = position + 1; end < reach; end++) {
    if (text[end] === "'" && !isWordCharacter(text[end + 1])) return end;
  }
  return -1;
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

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
