/**
 * Cuts a text to a limit so that a reader sees that it was cut, and nothing is broken by it: not a
 * code point, not a grapheme, where possible not a line, and no code fence stays open.
 */
import { type CodeFence, readMarkdown } from "../base/markdown.ts";
import { closingLine, openFence } from "../base/markdown_ranges.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { BYTES, type Estimate, estimateTokens, isPair, toTokens } from "./estimate.ts";

/** How much of the text may be given up for a nicer edge: a tenth. */
const SOFT_SHARE = 0.9;
/** A notice longer than this share of the limit gives way to a shorter one. */
const NOTICE_SHARE = 0.25;

/** Says how much is missing; several wordings, the longest first. */
export type Notices = readonly ((leftOut: number) => string)[];

/** For text that goes into a context. */
export const BUDGET_NOTICES: Notices = [
  (leftOut) =>
    `[skillhook: cut here to stay within the context budget: about ${leftOut} tokens left out]`,
  (leftOut) => `[skillhook: ${leftOut} tokens cut]`,
  () => "[skillhook: cut]",
  () => "[cut]",
];

/**
 * Cuts to at most `maxTokens`, notice included. Where tokens were left out before (`alreadyOut`), a
 * notice is due even if all of `text` fits.
 *
 * @returns The text itself, or a beginning of it with a notice; `undefined` when not even the shortest
 * notice and one character fit.
 */
export function cutText(
  text: string,
  maxTokens: number,
  estimate: Estimate,
  notices: Notices = BUDGET_NOTICES,
  alreadyOut = 0,
): string | undefined {
  const max = maxTokens * estimate.unitsPerToken;
  const whole = estimate.measure(text, Infinity).units;
  if (whole <= max && alreadyOut === 0) return text;
  const costOf = (part: string) => estimate.measure(part, Infinity).units;
  for (const [index, notice] of notices.entries()) {
    const worst = costOf(`\n\n${notice(toTokens(whole, estimate) + alreadyOut)}`);
    if (worst >= max || (worst > max * NOTICE_SHARE && index < notices.length - 1)) continue;
    const { end, close } = edge(text, estimate, max - worst);
    if (end === 0) continue;
    const kept = text.slice(0, end);
    const leftOut = toTokens(whole - costOf(kept), estimate) + alreadyOut;
    return `${kept}${close}\n\n${notice(leftOut)}`;
  }
  return undefined;
}

/** Cuts at exactly the limit on a code point edge, without a notice, as other implementations do. */
export function plainCut(text: string, maxTokens: number, estimate: Estimate): string {
  return text.slice(0, estimate.measure(text, maxTokens * estimate.unitsPerToken).end);
}

const LINE_NOTICE = "... [truncated for context budget]";

/**
 * Keeps whole lines while their estimates add up to no more than the limit, as other implementations
 * do. Line feeds, a fence's closing line and the notice are not counted, so the result may cost more
 * than the limit; where it must fit, use {@linkcode cutText}.
 */
export function truncateByLine(
  text: string,
  maxTokens: number,
  estimate: Estimate = BYTES,
): string {
  let tokens = 0;
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    tokens += estimateTokens(text.slice(start, end), estimate);
    if (tokens > maxTokens) {
      const kept = text.slice(0, start);
      const close = fenceEnd(kept);
      return kept + (close === "" ? "" : `${close}\n`) + LINE_NOTICE;
    }
    start = end + 1;
  }
  return text;
}

/** The text without white space at its end, a code fence closed that would swallow whatever comes behind it. */
export function withClosedFence(text: string): string {
  const kept = text.trimEnd();
  const close = fenceEnd(kept);
  return close === "" ? kept : `${kept}\n${close}`;
}

/** The line that closes the fence which is open at the end of a text, or nothing. */
function fenceEnd(text: string): string {
  const fence = openFence(text, bodyOffset(text));
  return fence === undefined ? "" : closingLine(text, fence);
}

/** Where to cut within `room` units, and what closes a code fence that is open there. */
function edge(text: string, estimate: Estimate, room: number): { end: number; close: string } {
  let reserved = 0;
  let fence: CodeFence | undefined;
  // Closing a fence takes room, which may move the edge into another fence: the longest one decides.
  for (let attempt = 0; attempt < 4 && reserved < room; attempt++) {
    const end = softEdge(text, graphemeEdge(text, estimate.measure(text, room - reserved).end));
    const kept = text.slice(0, end);
    fence = openFence(kept, bodyOffset(kept));
    if (fence === undefined) return { end, close: "" };
    const close = `\n${closingLine(kept, fence)}`;
    const needed = estimate.measure(close, Infinity).units;
    if (needed <= reserved) return { end, close };
    reserved = needed;
  }
  return { end: trimEnd(text, fence?.start ?? 0), close: "" };
}

/** The last heading, else the last line feed, in the tenth before `end`. */
function softEdge(text: string, end: number): number {
  if (end === text.length) return trimEnd(text, end);
  const floor = Math.max(1, Math.ceil(end * SOFT_SHARE));
  const begun = text.slice(0, end);
  const heading = readMarkdown(begun, bodyOffset(begun)).findLast(({ kind }) => kind === "heading");
  if (heading !== undefined && heading.start >= floor) return trimEnd(text, heading.start);
  const line = text.lastIndexOf("\n", end);
  return trimEnd(text, line >= floor ? line : end);
}

/** White space before a notice is worth nothing. */
function trimEnd(text: string, end: number): number {
  let index = end;
  while (index > 0 && " \t\r\n".includes(text[index - 1]!)) index--;
  return index;
}

// Keeps a cut from falling inside what a reader sees as one character. Nearly every cut falls between
// two plain characters, which two comparisons tell; only for the others is `Intl.Segmenter` made, and
// it sees no more than the text since the last place that is an edge for certain.

/** UTF-16 units; a "character" longer than that is an attack and may be split. */
const MAX_LOOK_BACK = 4096;

let segmenter: Intl.Segmenter | undefined;

/** Moves a UTF-16 index on a code point edge back to the nearest edge between two graphemes. */
export function graphemeEdge(text: string, end: number): number {
  if (end <= 0 || end >= text.length || isCertainEdge(text, end)) return end;
  let anchor = end - 1;
  const floor = Math.max(0, end - MAX_LOOK_BACK);
  while (anchor > floor && !isCertainEdge(text, anchor)) anchor--;
  const stop = end + (isPair(text.charCodeAt(end), text, end) ? 2 : 1);
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
