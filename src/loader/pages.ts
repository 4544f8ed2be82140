/**
 * Cuts a long skill text into pages that each stay under the agent's cap: over it the agent would
 * show the model a short preview and tell nobody.
 */
import { readMarkdown } from "../base/markdown.ts";

/** UTF-16 units that are shown at once; below the 10,000 that the agent takes in one string. */
export const PAGE_LIMIT = 9_000;
/** Of a longer text, a page holds so much: a fixed number, so that the pages of a text fit each other whoever asks, with room for the notice. */
const PAGE_ROOM = 8_000;
/** A section edge before this part of a page is too early: pages would be nearly empty. */
const EARLIEST = 0.4;

/**
 * Cuts a text into pages: before a heading, else at a blank line, else at a line end, else between
 * two characters. Joined, the pages are the text.
 *
 * @param limit UTF-16 units of a page.
 */
export function splitPages(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const headings = readMarkdown(text).filter(({ kind }) => kind === "heading")
    .map(({ start }) => start);
  const pages: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.length - start <= limit ? text.length : cutAt(text, start, limit, headings);
    pages.push(text.slice(start, end));
    start = end;
  }
  return pages;
}

function cutAt(text: string, start: number, limit: number, headings: readonly number[]): number {
  const latest = start + limit;
  const earliest = start + Math.floor(limit * EARLIEST);
  const heading = headings.findLast((at) => at > earliest && at <= latest);
  if (heading !== undefined) return heading;
  for (const edge of ["\n\n", "\n"]) {
    const at = text.lastIndexOf(edge, latest - edge.length);
    if (at > earliest) return at + edge.length;
  }
  const before = text.charCodeAt(latest - 1);
  return before >= 0xd800 && before <= 0xdbff ? latest - 1 : latest;
}

/**
 * Shows one page of a text, with a notice that says how to get the next.
 *
 * @param page 1 is the first.
 * @returns What to show, or how many pages there are when this one does not exist.
 */
export function showPage(
  text: string,
  page: number,
  command: (page: number) => string,
): string | { readonly pages: number } {
  const whole = text.trimEnd();
  if (whole.length <= PAGE_LIMIT) return page === 1 ? whole : { pages: 1 };
  const pages = splitPages(whole, PAGE_ROOM);
  const shown = pages[page - 1];
  if (shown === undefined) return { pages: pages.length };
  const last = page === pages.length;
  return shown.trimEnd() + "\n\n" +
    (last ? lastNotice(page) : notice(page, pages.length, command(page + 1)));
}

function notice(page: number, pages: number, command: string): string {
  return `[skillhook: page ${page} of ${pages}; the text goes on, get the next page with: ${command}]`;
}

function lastNotice(page: number): string {
  return `[skillhook: page ${page}, the last one]`;
}
