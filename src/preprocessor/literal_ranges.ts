/**
 * The parts of a Markdown text where nothing is meant as an instruction to us: code fences, code
 * spans, HTML comments. A mention of `<output>` in one of them is text.
 */
import { backQuoteRuns, closing, runLength } from "./back_quotes.ts";
import { type Fence, type Line, MarkdownLines } from "./markdown_lines.ts";

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
  if (!mayHoldFences(text)) return [];
  const ranges: Range[] = [];
  const lines = new MarkdownLines(text);
  let fence = nextFence(text, lines, 0);
  while (fence !== undefined) {
    ranges.push(fence);
    fence = nextFence(text, lines, fence.end);
  }
  return ranges;
}

function mayHoldFences(text: string): boolean {
  return text.includes("```") || text.includes("~~~");
}

/** The first fence from a line start on. */
function nextFence(text: string, lines: MarkdownLines, start: number): Range | undefined {
  for (let at = start; at < text.length;) {
    const line = lines.read(at);
    const fence = lines.fence(line);
    if (fence !== undefined) return { start: line.start, end: fenceEnd(text, lines, line, fence) };
    at = line.next;
  }
  return undefined;
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
  const lastComment = text.lastIndexOf("-->");
  let lines = new MarkdownLines(text);
  let fence = mayHoldFences(text) ? nextFence(text, lines, 0) : undefined;
  for (let at = 0; at < text.length;) {
    const end = fence?.start ?? text.length;
    at = inlineRanges(text, at, end, lastComment, ranges);
    if (fence === undefined) continue;
    if (at > end) {
      // A comment reached over what looked like a fence: look again behind it.
      const line = text.indexOf("\n", at);
      lines = new MarkdownLines(text);
      fence = line < 0 ? undefined : nextFence(text, lines, line + 1);
      continue;
    }
    ranges.push(fence);
    at = fence.end;
    fence = nextFence(text, lines, at);
  }
  return ranges;
}

/** Spans and comments before `end`; returns where to go on: `end`, or behind a comment beyond it. */
function inlineRanges(
  text: string,
  start: number,
  end: number,
  lastComment: number,
  ranges: Range[],
): number {
  let at = start;
  let paragraph = -1;
  let runs: Map<number, number[]> = new Map();
  while (at < end) {
    const next = nextMark(text, at, end, lastComment);
    if (next === undefined) return end;
    if (text[next] === "<") {
      at = text.indexOf("-->", next + 2) + 3;
      ranges.push({ start: next, end: at });
      continue;
    }
    if (next >= paragraph) {
      paragraph = paragraphEnd(text, next, end);
      runs = backQuoteRuns(text, next, paragraph);
    }
    const length = runLength(text, next);
    const close = closing(runs, length, next + length);
    at = close ?? next + length;
    if (close !== undefined) ranges.push({ start: next, end: at });
  }
  return at;
}

/** The next back quote that is not escaped, or the beginning of a comment that ends. */
function nextMark(
  text: string,
  start: number,
  end: number,
  lastComment: number,
): number | undefined {
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "`") return at;
    else if (character === "<" && at + 2 <= lastComment && text.startsWith("<!--", at)) return at;
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
