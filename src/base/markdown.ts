/**
 * The one reader of Markdown: where code fences, code spans, comments and headings are. Budget, pages,
 * tags, links, tokens and directives all ask here, so that what one takes for code is code for all.
 * Every character is looked at a bounded number of times, whatever a stranger wrote.
 */
import type { Container, Line } from "./markdown_line.ts";
import { type FenceLine, fenceLine, lineInside, MarkdownLines } from "./markdown_lines.ts";

/** UTF-16 offsets, end excluded. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A fenced code block, from the start of its first line to behind its last. */
export interface CodeFence extends Range {
  readonly kind: "fence";
  /** Where its first mark stands, behind `>`, list markers and blanks. */
  readonly at: number;
  readonly mark: string;
  /** What follows them, without blanks around it. */
  readonly word: string;
  /** Whether its own closing line ends it, the quotation it stands in, or nothing: then it reaches to the text's end. */
  readonly endedBy: "mark" | "quote" | "nothing";
  /** Columns between the last `>` and the marks. */
  readonly indent: number;
  readonly containers: readonly Container[];
}

/** A line such as `## Core Rules`, in no list item and no quotation. */
export interface Heading {
  readonly kind: "heading";
  readonly start: number;
  readonly level: number;
  readonly title: string;
}

/** A code span (from its opening to its closing marks) or a comment. */
export interface InlinePart extends Range {
  readonly kind: "span" | "comment";
}

export type MarkdownPart = CodeFence | Heading | InlinePart;

const PUNCTUATION_REGEXP = /[!-/:-@[-`{-~]/;

/** What stands where, in order; no part lies in another. `from` is the start of a line. */
export function readMarkdown(text: string, from = 0): MarkdownPart[] {
  const reader = new Reader(text);
  reader.read(from);
  return reader.parts;
}

class Reader {
  readonly parts: MarkdownPart[] = [];
  readonly #text: string;
  readonly #lines: MarkdownLines;
  /** From here on no `-->` follows. */
  #lastCommentEnd = Infinity;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new MarkdownLines(text);
  }

  read(from: number): void {
    let line = this.#lineAt(from);
    while (line !== undefined) {
      const mark = fenceLine(this.#text, line);
      if (mark !== undefined) {
        const fence = fenceFrom(this.#text, line, mark, this.#lines.containers());
        this.parts.push(fence);
        line = this.#lineAt(fence.end);
        continue;
      }
      this.#addHeading(line);
      const after = this.#paragraphEnd(line);
      const reached = this.#readInline(line.content, after.at);
      line = reached <= after.at ? after.line : this.#resume(reached);
    }
  }

  #lineAt(at: number): Line | undefined {
    return at < this.#text.length ? this.#lines.read(at) : undefined;
  }

  #addHeading(line: Line): void {
    const level = this.#lines.headingLevel(line);
    if (level === 0) return;
    const title = withoutHashes(this.#text.slice(line.content + level, line.end));
    this.parts.push({ kind: "heading", start: line.start, level, title });
  }

  /** Behind the paragraph that begins on a line, and the line there. */
  #paragraphEnd(first: Line): { at: number; line: Line | undefined } {
    let line = first;
    const isAlone = first.content === first.end || this.#lines.isOneLine(first);
    while (line.next < this.#text.length) {
      const { quotes, next } = line;
      line = this.#lines.read(next);
      // A quoted paragraph may go on without its mark; with more marks another one begins.
      if (isAlone || line.quotes > quotes || this.#lines.startsBlock(line)) {
        return { at: next, line };
      }
    }
    return { at: this.#text.length, line: undefined };
  }

  /** Goes on behind a comment that ended in the middle of a later line. */
  #resume(start: number): Line | undefined {
    let at = start;
    while (at < this.#text.length && !isLineStart(this.#text, at)) {
      at = this.#readInline(at, restOfLine(this.#text, at));
    }
    return this.#lineAt(at);
  }

  /** Spans and comments of one paragraph; returns `end`, or behind a comment that reaches beyond it. */
  #readInline(start: number, end: number): number {
    const text = this.#text;
    let runs: Map<number, number[]> | undefined;
    for (let at = start; at < end;) {
      const character = text[at]!;
      if (character === "\\") at += PUNCTUATION_REGEXP.test(text[at + 1] ?? "") ? 2 : 1;
      else if (character === "<" && text.startsWith("<!--", at)) {
        const after = this.#commentEnd(at);
        if (after !== undefined) this.parts.push({ kind: "comment", start: at, end: after });
        at = after ?? at + 4;
        if (at > end) return at;
      } else if (character === "`") {
        runs ??= backQuoteRuns(text, start, end);
        const length = runLength(text, at, end);
        const close = closing(runs, length, at + length);
        if (close !== undefined) this.parts.push({ kind: "span", start: at, end: close });
        at = close ?? at + length;
      } else at++;
    }
    return end;
  }

  #commentEnd(at: number): number | undefined {
    if (at < this.#lastCommentEnd) {
      const end = this.#text.indexOf("-->", at + 2);
      if (end >= 0) return end + 3;
      this.#lastCommentEnd = at;
    }
    // A comment that never ends hides the rest when it begins its line, and is text otherwise.
    const lead = this.#text.slice(Math.max(0, at - 4), at);
    return /(?:^|[\r\n]) {0,3}$/.test(lead) ? this.#text.length : undefined;
  }
}

function fenceFrom(
  text: string,
  line: Line,
  { mark, at, word }: FenceLine,
  containers: readonly Container[],
): CodeFence {
  const { start, indent } = line;
  const fence = { kind: "fence", start, at, mark, word, indent, containers } as const;
  for (let next = line.next; next < text.length;) {
    const inside = lineInside(text, next, containers);
    if (inside === undefined) return { ...fence, end: next, endedBy: "quote" };
    next = inside.next;
    const last = fenceLine(text, inside);
    if (last?.word === "" && last.mark.startsWith(mark)) {
      return { ...fence, end: next, endedBy: "mark" };
    }
  }
  return { ...fence, end: text.length, endedBy: "nothing" };
}

/** Hashes may also stand behind a title, after a blank. */
function withoutHashes(rest: string): string {
  const title = rest.trim();
  let end = title.length;
  while (end > 0 && title[end - 1] === "#") end--;
  return end === 0 || title[end - 1] === " " || title[end - 1] === "\t"
    ? title.slice(0, end).trimEnd()
    : title;
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || (text[at - 1] === "\r" && text[at] !== "\n");
}

function restOfLine(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && !isLineStart(text, end)) end++;
  return end;
}

function runLength(text: string, at: number, end: number): number {
  let after = at;
  while (after < end && text[after] === "`") after++;
  return after - at;
}

/** Starts of the runs of back quotes in a paragraph, by length, latest first: spans are paired without looking twice. */
function backQuoteRuns(text: string, start: number, end: number): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  let at = text.indexOf("`", start);
  while (at >= 0 && at < end) {
    const length = runLength(text, at, end);
    const starts = runs.get(length);
    if (starts === undefined) runs.set(length, [at]);
    else starts.push(at);
    at = text.indexOf("`", at + length);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

/** Behind the next run of this length; runs before `from` are taken out, so positions must rise. */
function closing(
  runs: Map<number, number[]>,
  length: number,
  from: number,
): number | undefined {
  const starts = runs.get(length);
  while (starts !== undefined && starts.length > 0) {
    const start = starts.pop()!;
    if (start >= from) return start + length;
  }
  return undefined;
}
