/**
 * The parts of a Markdown text where nothing is meant as an instruction to us: code fences, code
 * spans, HTML comments. A mention of `<output>` in one of them is text.
 */
import { type Fence, type Line, MarkdownLines } from "../preprocessor/markdown_lines.ts";

/** UTF-16 offsets, end excluded. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * @param text Markdown without frontmatter.
 * @returns The code fences, in order; one that is never closed reaches to the end.
 */
export function fenceRanges(text: string): Range[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const ranges: Range[] = [];
  const lines = new MarkdownLines(text);
  for (let at = 0; at < text.length;) {
    const line = lines.read(at);
    const fence = lines.fence(line);
    at = fence === undefined ? line.next : fenceEnd(text, lines, line, fence);
    if (fence !== undefined) ranges.push({ start: line.start, end: at });
  }
  return ranges;
}

function fenceEnd(text: string, lines: MarkdownLines, opener: Line, fence: Fence): number {
  for (let at = opener.next; at < text.length;) {
    const line = lines.readInside(at, opener.quotes);
    if (line.quotes < opener.quotes) return at;
    const last = lines.fence(line);
    const closes = last !== undefined && last.word === "" && last.length >= fence.length &&
      last.character === fence.character;
    at = line.next;
    if (closes) return at;
  }
  return text.length;
}

/**
 * @param text Markdown without frontmatter.
 * @returns Code fences, code spans and comments, in order.
 */
export function literalRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const fence of fenceRanges(text)) {
    // A comment may reach over what looks like a fence.
    if (fence.end <= start) continue;
    if (fence.start > start) start = inlineRanges(text, start, fence.start, ranges);
    if (fence.end <= start) continue;
    ranges.push({ start: Math.max(start, fence.start), end: fence.end });
    start = fence.end;
  }
  if (start < text.length) inlineRanges(text, start, text.length, ranges);
  return ranges;
}

/** Spans and comments between two fences; returns where to go on, which is `end` or behind a comment. */
function inlineRanges(text: string, start: number, end: number, ranges: Range[]): number {
  let at = start;
  let paragraph = -1;
  let unmatched = new Set<number>();
  while (at < end) {
    const next = nextMark(text, at, end);
    if (next === undefined) return end;
    if (text[next] === "<") {
      const close = text.indexOf("-->", next + 2);
      if (close < 0) return end;
      ranges.push({ start: next, end: close + 3 });
      at = close + 3;
      continue;
    }
    if (next >= paragraph) [paragraph, unmatched] = [paragraphEnd(text, next, end), new Set()];
    const length = runLength(text, next);
    const close = unmatched.has(length) ? -1 : sameRun(text, next + length, paragraph, length);
    if (close < 0) unmatched.add(length);
    at = close < 0 ? next + length : close + length;
    if (close >= 0) ranges.push({ start: next, end: at });
  }
  return at;
}

/** The next back quote that is not escaped, or the beginning of a comment. */
function nextMark(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "`" || (character === "<" && text.startsWith("<!--", at))) return at;
  }
  return undefined;
}

/** No code span reaches over a blank line. */
function paragraphEnd(text: string, start: number, end: number): number {
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    const next = text.indexOf("\n", at + 1);
    if (next >= 0 && text.slice(at + 1, next).trim() === "") return at;
  }
  return end;
}

function runLength(text: string, at: number): number {
  let after = at;
  while (text[after] === "`") after++;
  return after - at;
}

function sameRun(text: string, start: number, end: number, length: number): number {
  for (let at = text.indexOf("`", start); at >= 0 && at < end;) {
    const found = runLength(text, at);
    if (found === length) return at;
    at = text.indexOf("`", at + found);
  }
  return -1;
}
