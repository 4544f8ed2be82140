/** What no cut may break: a code fence, and what a reader sees as one character. */
import { closingLine, openFence } from "../base/markdown_ranges.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { BYTES, estimateTokens } from "./estimate.ts";

const LINE_NOTICE = "... [truncated for context budget]";

/**
 * Keeps whole lines while their estimates add up to no more than the limit, as other implementations do. Line feeds,
 * a fence's closing line and the notice are not counted: where the result must fit, use `fitText`.
 */
export function truncateByLine(text: string, maxTokens: number, estimate = BYTES): string {
  let [tokens, start] = [0, 0];
  for (const line of text.split("\n")) {
    tokens += estimateTokens(line, estimate);
    if (tokens > maxTokens) {
      const kept = text.slice(0, start);
      const close = fenceEnd(kept);
      return `${kept}${close && `${close}\n`}${LINE_NOTICE}`;
    }
    start += line.length + 1;
  }
  return text;
}

/** The text without white space at its end, an open code fence closed. */
export function withClosedFence(text: string): string {
  const kept = text.trimEnd();
  const close = fenceEnd(kept);
  return close === "" ? kept : `${kept}\n${close}`;
}

function fenceEnd(text: string): string {
  const fence = openFence(text, bodyOffset(text));
  return fence === undefined ? "" : closingLine(text, fence);
}

// Nearly every cut falls between two plain characters, which two comparisons tell; only for the others is
// `Intl.Segmenter` made, and it sees no more than the text since the last place that is an edge for certain.

/** UTF-16 units; a "character" longer than that is an attack and may be split. */
const MAX_LOOK_BACK = 4096;

let segmenter: Intl.Segmenter | undefined;

/** Moves a UTF-16 index on a code point edge back to the nearest edge between two graphemes. */
export function graphemeEdge(text: string, end: number): number {
  if (end <= 0 || end >= text.length || isCertainEdge(text, end)) return end;
  let anchor = end - 1;
  const floor = Math.max(0, end - MAX_LOOK_BACK);
  while (anchor > floor && !isCertainEdge(text, anchor)) anchor--;
  const stop = end + (text.codePointAt(end)! > 0xffff ? 2 : 1);
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  const found = segmenter.segment(text.slice(anchor, stop)).containing(end - anchor);
  const start = anchor + (found?.index ?? end - anchor);
  return start === anchor && anchor === floor && floor > 0 ? end : start;
}

/** Whether there is an edge before `index`, judged from the two units beside it; false when in doubt. */
function isCertainEdge(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return isAlone(before) && isAlone(after) && !(before === 0x0d && after === 0x0a);
}

/** Characters that never join those beside them: Latin, plain Cyrillic, Han. */
function isAlone(unit: number): boolean {
  return unit < 0x300 || (unit >= 0x370 && unit <= 0x482) || (unit >= 0x3400 && unit <= 0x9fff);
}
