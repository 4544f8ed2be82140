/**
 * The lines of a Markdown text: what each stands in and how its content begins. CommonMark with two mercies towards
 * authors: a fence in a list item ends only at its closing line, because many do not indent what is in it; and a line
 * below an HTML tag can open a fence.
 */

/** What a line can stand in: a block quote, or a list item, given as the columns that its content is indented. */
export type Container = number;
const QUOTE: Container = 0;

/** What is indented further beyond its container is code. */
const MAX_INDENT = 3;
/** Deeper quotations and items are text: what a line costs stays bounded. */
const MAX_DEPTH = 100;
const TAB = 0x09, LF = 0x0a, CR = 0x0d, SPACE = 0x20, QUOTE_MARK = 0x3e;

/** A rule or an underline, or the first cell of a table row. */
const RULE_REGEXP = /^(?:\||[-=*_][-=*_ \t]*$)/;
// How else a line's content begins; sticky, because to cut it out for each look takes longer than the look.
const HASHES_REGEXP = /#{1,6}(?![^ \t\r\n])/y;
const FENCE_REGEXP = /`{3,}|~{3,}/y;
const ITEM_REGEXP = /(?:[-*+]|\d{1,9}[.)])(?![^ \t\r\n])/y;

/** A line, and how far its containers have been stepped into. */
export class Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** Where the content begins, behind `>` and list markers; `end` for a blank line. */
  content: number;
  /** Depth of `>` before the content. */
  quotes = 0;
  startsItem = false;
  readonly #text: string;
  #column = 0;
  /** Column where the content of the last `>`, and of the innermost container, begins. */
  #quoteColumn = 0;
  #innerColumn = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.start = this.content = start;
    this.end = lineEnd(text, start);
    this.next = nextLine(text, this.end);
    this.#skipBlanks();
  }

  get isBlank(): boolean {
    return this.content === this.end;
  }

  /** Columns of white space and list markers between the last `>` and the content. */
  get indent(): number {
    return this.#column - this.#quoteColumn;
  }

  /** Whether it is indented code, where it begins a block. */
  get isIndented(): boolean {
    return this.#column - this.#innerColumn > MAX_INDENT;
  }

  /** How many hashes begin a heading; else 0. */
  get hashes(): number {
    return this.#begin(HASHES_REGEXP).length;
  }

  /** Whether it is a block by itself: a heading, a rule or a table row. */
  get isOneLine(): boolean {
    return this.hashes > 0 || RULE_REGEXP.test(this.#text.slice(this.content, this.end));
  }

  /** Whether no code span reaches from an earlier line into this one. */
  get startsBlock(): boolean {
    return this.isBlank || this.startsItem || this.isOneLine ||
      this.#text.startsWith("<!--", this.content) || this.fence() !== undefined;
  }

  /** Where three or more back quotes or tildes open or close a fence: they, and what follows without blanks around it. */
  fence(): { readonly mark: string; readonly word: string } | undefined {
    const mark = this.isIndented ? "" : this.#begin(FENCE_REGEXP);
    if (mark === "") return undefined;
    const word = this.#text.slice(this.content + mark.length, this.end).trim();
    return mark.startsWith("`") && word.includes("`") ? undefined : { mark, word };
  }

  /** Steps into a container of the line before, if this line goes on with it. */
  enter(container: Container): boolean {
    if (container === QUOTE) return this.#quote();
    if (this.#column - this.#innerColumn < container) return false;
    this.#innerColumn += container;
    return true;
  }

  /** The same inside a fence, where of a list item's indentation there may be less. */
  enterFenced(container: Container): boolean {
    if (container === QUOTE) return this.#quote();
    this.#innerColumn = Math.min(this.#column, this.#innerColumn + container);
    return true;
  }

  /** Steps into a container that begins here. */
  open(): Container | undefined {
    return this.#quote() ? QUOTE : this.#item();
  }

  #quote(): boolean {
    if (this.isIndented || this.#text.charCodeAt(this.content) !== QUOTE_MARK) return false;
    this.quotes++;
    // One blank behind the mark belongs to it.
    const width = this.#text.charCodeAt(this.content + 1) === SPACE ? 2 : 1;
    this.content += width;
    this.#column += width;
    this.#quoteColumn = this.#innerColumn = this.#column;
    this.#skipBlanks();
    return true;
  }

  /** Steps over `-`, `*`, `+`, `1.` or `1)` when a blank or the line end follows. */
  #item(): Container | undefined {
    const marker = this.isIndented ? "" : this.#begin(ITEM_REGEXP);
    if (marker === "") return undefined;
    const behind = this.#column + marker.length;
    this.content += marker.length;
    this.#column = behind;
    this.startsItem = true;
    this.#skipBlanks();
    // Five blanks or more begin indented code one blank behind the marker.
    const isNear = !this.isBlank && this.#column - behind <= MAX_INDENT + 1;
    const begins = isNear ? this.#column : behind + 1;
    const width = begins - this.#innerColumn;
    this.#innerColumn = begins;
    return width;
  }

  #skipBlanks(): void {
    for (; this.content < this.end; this.content++) {
      const code = this.#text.charCodeAt(this.content);
      if (code === TAB) this.#column += 4 - this.#column % 4;
      else if (code === SPACE) this.#column++;
      else break;
    }
  }

  /** What the content begins with, if that fits. */
  #begin(pattern: RegExp): string {
    pattern.lastIndex = this.content;
    return pattern.exec(this.#text)?.[0] ?? "";
  }
}

/** Reads a line outside of fences, given its first character, and changes what is open to what it stands in. */
export function readLine(text: string, start: number, open: Container[]): Line {
  const line = new Line(text, start);
  let depth = 0;
  while (depth < open.length && !line.isBlank && line.enter(open[depth]!)) depth++;
  if (line.isBlank) {
    // Items go on over blank lines, quotations do not.
    const quote = open.indexOf(QUOTE, depth);
    if (quote >= 0) open.length = quote;
    return line;
  }
  open.length = depth;
  while (open.length < MAX_DEPTH && !line.isBlank) {
    const opened = line.open();
    if (opened === undefined) break;
    open.push(opened);
  }
  return line;
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
  const line = new Line(text, start);
  return containers.every((container) => line.enterFenced(container)) ? line : undefined;
}

/** Where the line of a place ends (`\n`, `\r\n`, `\r` or the text's end). */
function lineEnd(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === LF || code === CR) return end;
  }
  return text.length;
}

export function nextLine(text: string, at: number): number {
  const end = lineEnd(text, at);
  return Math.min(text.length, end + (text.startsWith("\r\n", end) ? 2 : 1));
}
