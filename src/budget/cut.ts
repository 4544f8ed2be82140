/**
 * Cuts a text to a limit so that a reader sees that it was cut, and nothing is broken by it: not a
 * code point, not a grapheme, where possible not a line, and no code fence stays open.
 */
import { type Estimate, toTokens } from "./estimate.ts";
import { graphemeEdge } from "./grapheme_edge.ts";
import { outline } from "./outline.ts";

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
 * Cuts to a number of tokens, notice included.
 *
 * @param text Any text.
 * @param maxTokens What the result may cost at most.
 * @param estimate How to estimate.
 * @param notices What to say at the end.
 * @param alreadyOut Tokens left out before; when there are any, a notice is due even if all of `text` fits.
 * @returns The text itself when it fits; else a beginning of it with a notice; `undefined` when not
 * even the shortest notice and one character fit.
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

/**
 * Cuts at exactly the limit on a code point edge, without a notice, as other implementations do.
 *
 * @param text Any text.
 * @param maxTokens What the result may cost at most.
 * @param estimate How to estimate.
 * @returns The text, or its beginning.
 */
export function plainCut(text: string, maxTokens: number, estimate: Estimate): string {
  return text.slice(0, estimate.measure(text, maxTokens * estimate.unitsPerToken).end);
}

/** Where to cut within `room` units, and what closes a code fence that is open there. */
function edge(text: string, estimate: Estimate, room: number): { end: number; close: string } {
  let close = "";
  // Closing a fence takes room, which may move the edge into another fence: the longest one decides.
  for (let attempt = 0; attempt < 4; attempt++) {
    const left = room - estimate.measure(close, Infinity).units;
    if (left <= 0) break;
    const found = softEdge(text, graphemeEdge(text, estimate.measure(text, left).end));
    const needed = found.mark === "" ? "" : `\n${found.mark}`;
    if (needed.length <= close.length) return { end: found.end, close: needed };
    close = needed;
  }
  return { end: graphemeEdge(text, estimate.measure(text, room).end), close: "" };
}

/** The last heading, else the last line feed, in the tenth before `end`; and the fence open there. */
function softEdge(text: string, end: number): { end: number; mark: string } {
  if (end === text.length) return { end: trimEnd(text, end), mark: "" };
  const floor = Math.max(1, Math.ceil(end * SOFT_SHARE));
  const { headings, fences } = outline(text, 0, end);
  const heading = headings.at(-1)?.start ?? 0;
  const line = text.lastIndexOf("\n", end);
  const soft = trimEnd(text, heading >= floor ? heading : line >= floor ? line : end);
  const fence = fences.findLast(({ start }) => start < soft);
  const isOpen = fence !== undefined &&
    (fence.end === undefined || text.slice(soft, fence.end).trim() !== "");
  return { end: soft, mark: isOpen ? fence.mark : "" };
}

/** White space before a notice is worth nothing. */
function trimEnd(text: string, end: number): number {
  let index = end;
  while (index > 0 && " \t\r\n".includes(text[index - 1]!)) index--;
  return index;
}
