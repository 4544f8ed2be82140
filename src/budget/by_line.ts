/** Truncation by line: what design document 003 (section 6.3) falls back to, with its exact behaviour. */
import { BYTES, type Estimate, estimateTokens } from "./estimate.ts";

/** The last line of a text that was cut. */
export const LINE_NOTICE = "... [truncated for context budget]";

/**
 * Keeps whole lines while their estimates add up to no more than the limit. Line feeds and the notice
 * are not counted, so the result may cost more than the limit; where it must fit, use `cutText`.
 *
 * @param text Any text.
 * @param maxTokens Sum of the lines' estimates.
 * @param estimate How to estimate.
 * @returns The text itself, or its first lines and the notice.
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
    if (tokens > maxTokens) return text.slice(0, start) + LINE_NOTICE;
    start = end + 1;
  }
  return text;
}
