/** A line of Markdown, as CommonMark has it: how deep in quotes and items it stands, where its content begins. */

export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** Depth of `>` before the content. */
  readonly quotes: number;
  /** Columns of white space and list markers between the last `>` and the content. */
  readonly indent: number;
  /** Columns of white space between the innermost list item or quotation and the content. */
  readonly inner: number;
  /** Where the content begins, behind `>` and list markers; `end` for a blank line. */
  readonly content: number;
  readonly startsItem: boolean;
}

/** What a line can stand in: a block quote, or a list item, given as the columns that its content is indented. */
export type Container = number;
export const QUOTE: Container = 0;

/** What is indented further beyond its container is code. */
export const MAX_INDENT = 3;

const TAB = 0x09, LF = 0x0a, CR = 0x0d, SPACE = 0x20, QUOTE_MARK = 0x3e;

/** A place on a line, and what was stepped over to get there. */
export class LineCursor {
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  #at: number;
  #column = 0;
  #quotes = 0;
  /** Column where the content of the last `>`, and of the innermost container, begins. */
  #quoteColumn = 0;
  #innerColumn = 0;
  #startsItem = false;

  /** Begins at a line's first character that is no blank. */
  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#end = lineEnd(text, start);
    this.#at = start;
    this.#skipBlanks();
  }

  isBlank(): boolean {
    return this.#at === this.#end;
  }

  line(): Line {
    const isPair = this.#text.charCodeAt(this.#end) === CR &&
      this.#text.charCodeAt(this.#end + 1) === LF;
    return {
      start: this.#start,
      end: this.#end,
      next: Math.min(this.#text.length, this.#end + (isPair ? 2 : 1)),
      quotes: this.#quotes,
      indent: this.#column - this.#quoteColumn,
      inner: this.#column - this.#innerColumn,
      content: this.#at,
      startsItem: this.#startsItem,
    };
  }

  /** Steps into a container of the line before, if this line goes on with it. */
  enter(container: Container): boolean {
    if (container === QUOTE) return this.#quote();
    if (this.#column - this.#innerColumn < container) return false;
    this.#innerColumn += container;
    return true;
  }

  /** Steps over as much of a list item's indentation as there is. */
  enterPartly(container: Container): void {
    this.#innerColumn = Math.min(this.#column, this.#innerColumn + container);
  }

  open(): Container | undefined {
    return this.#quote() ? QUOTE : this.#item();
  }

  #quote(): boolean {
    if (this.isBlank() || this.#text.charCodeAt(this.#at) !== QUOTE_MARK) return false;
    if (this.#column - this.#innerColumn > MAX_INDENT) return false;
    this.#quotes++;
    // One blank behind the mark belongs to it.
    const isSpaced = this.#at + 1 < this.#end && this.#text.charCodeAt(this.#at + 1) === SPACE;
    this.#at += isSpaced ? 2 : 1;
    this.#column += isSpaced ? 2 : 1;
    this.#quoteColumn = this.#innerColumn = this.#column;
    this.#skipBlanks();
    return true;
  }

  /** Steps over `-`, `*`, `+`, `1.` or `1)` when a blank or the line end follows. */
  #item(): Container | undefined {
    if (this.#column - this.#innerColumn > MAX_INDENT) return undefined;
    const after = markerEnd(this.#text, this.#at, this.#end);
    if (after === undefined) return undefined;
    const behind = this.#column + after - this.#at;
    [this.#at, this.#column, this.#startsItem] = [after, behind, true];
    this.#skipBlanks();
    // Five blanks or more begin indented code one blank behind the marker.
    const isNear = !this.isBlank() && this.#column - behind <= MAX_INDENT + 1;
    const begins = isNear ? this.#column : behind + 1;
    const width = begins - this.#innerColumn;
    this.#innerColumn = begins;
    return width;
  }

  #skipBlanks(): void {
    for (; this.#at < this.#end; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === TAB) this.#column += 4 - this.#column % 4;
      else if (code === SPACE) this.#column++;
      else break;
    }
  }
}

/** Index of the line end (`\n`, `\r\n` or `\r`) from a place on, or the text's length. */
function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) return at;
  }
  return text.length;
}

function markerEnd(text: string, at: number, end: number): number | undefined {
  let after = at;
  while (after < end && after - at < 9 && isDigit(text.charCodeAt(after))) after++;
  const marks = after === at ? "-*+" : ".)";
  if (after >= end || !marks.includes(text[after]!)) return undefined;
  const code = text.charCodeAt(++after);
  return after === end || code === SPACE || code === TAB ? after : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
