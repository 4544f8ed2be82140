/**
 * The lines of a Markdown text one after the other, and which of them open and close code fences.
 * CommonMark with two mercies towards authors: a fence in a list item ends only at its closing line,
 * because many do not indent what is in it; and a line below an HTML tag can open a fence.
 */
import { type Container, type Line, LineCursor, MAX_INDENT, QUOTE } from "./markdown_line.ts";

/** A line of three or more back quotes or tildes. */
export interface FenceLine {
  readonly mark: string;
  readonly at: number;
  /** What follows the run, without blanks around it. */
  readonly word: string;
}

/** Quotations and items that are deeper are text: what a line costs stays bounded. */
const MAX_DEPTH = 100;

/** Reads lines outside of fences and remembers what they stand in. */
export class MarkdownLines {
  readonly #text: string;
  readonly #containers: Container[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a line, given its first character; lines must be asked for in order. */
  read(start: number): Line {
    const cursor = new LineCursor(this.#text, start);
    const open = this.#containers;
    let depth = 0;
    while (depth < open.length && !cursor.isBlank() && cursor.enter(open[depth]!)) depth++;
    if (cursor.isBlank()) {
      // Items go on over blank lines, quotations do not.
      const quote = open.indexOf(QUOTE, depth);
      if (quote >= 0) open.length = quote;
      return cursor.line();
    }
    open.length = depth;
    while (open.length < MAX_DEPTH && !cursor.isBlank()) {
      const opened = cursor.open();
      if (opened === undefined) break;
      open.push(opened);
    }
    return cursor.line();
  }

  /** What the last line stands in, from the outside in. */
  containers(): Container[] {
    return [...this.#containers];
  }

  /** Whether no code span reaches from an earlier line into this one. */
  startsBlock(line: Line): boolean {
    return line.content === line.end || line.startsItem || this.isOneLine(line) ||
      this.#text.startsWith("<!--", line.content) || fenceLine(this.#text, line) !== undefined;
  }

  /** Whether a line is a block by itself: a heading, a rule or a table row. */
  isOneLine({ content, end }: Line): boolean {
    const first = content === end ? "" : this.#text[content]!;
    if (first === "|") return true;
    const text = this.#text.slice(content, end);
    if (first === "#") return /^#{1,6}(?:[ \t]|$)/.test(text);
    return first !== "" && "-=*_".includes(first) && /^[-=*_ \t]+$/.test(text);
  }

  /** 1 to 6 for a heading of the text itself, not of a list item or a quotation in it; else 0. */
  headingLevel(line: Line): number {
    if (this.#text[line.content] !== "#" || this.#containers.length > 0) return 0;
    if (line.inner > MAX_INDENT) return 0;
    const marks = /^#{1,6}(?=[ \t]|$)/.exec(this.#text.slice(line.content, line.end));
    return marks?.[0].length ?? 0;
  }
}

export function fenceLine(text: string, line: Line): FenceLine | undefined {
  const { content, end, inner } = line;
  const character = text[content];
  if (content === end || (character !== "`" && character !== "~")) return undefined;
  if (inner > MAX_INDENT) return undefined;
  let at = content;
  while (at < end && text[at] === character) at++;
  if (at - content < 3) return undefined;
  const word = text.slice(at, end).trim();
  if (character === "`" && word.includes("`")) return undefined;
  return { mark: text.slice(content, at), at: content, word };
}

/**
 * Reads a line inside a fence, where only the quotations that the fence stands in mean something; `undefined` when one
 * of them is over, and with it the fence.
 */
export function lineInside(
  text: string,
  start: number,
  containers: readonly Container[],
): Line | undefined {
  const cursor = new LineCursor(text, start);
  for (const container of containers) {
    if (container !== QUOTE) cursor.enterPartly(container);
    else if (!cursor.enter(QUOTE)) return undefined;
  }
  return cursor.line();
}
