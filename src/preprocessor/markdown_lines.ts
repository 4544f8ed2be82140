/**
 * What a line of Markdown is, as far as the scanner must know: which lines open and close code fences
 * (in list items and block quotes too), and where a code span cannot go on. Follows CommonMark, with
 * one mercy: a fence in a list item ends only at its closing line, because many authors write what
 * is in it without indentation.
 */

/** A line from its first character to its line end. */
export interface Line {
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
  /** After the line end. */
  readonly next: number;
  /** Depth of `>` before the content. */
  readonly quotes: number;
  /** Columns of white space between the last `>` or list marker's own column and the content. */
  readonly indent: number;
  /** Where the content begins, behind `>` and list markers; `end` for a blank line. */
  readonly content: number;
  /** Whether a list item begins on this line. */
  readonly startsItem: boolean;
}

/** A line of three or more back quotes or tildes. */
export interface Fence {
  readonly character: "`" | "~";
  readonly length: number;
  /** Where the run begins. */
  readonly at: number;
  /** What follows the run, without blanks around it. */
  readonly word: string;
}

const TAB = 0x09, LF = 0x0a, CR = 0x0d, SPACE = 0x20, QUOTE = 0x3e, BACK_QUOTE = 0x60, TILDE = 0x7e;
/** A code fence may be indented so far beyond its container. */
const MAX_INDENT = 3;

/** Reads lines one after the other and remembers the list items they are in. */
export class MarkdownLines {
  readonly #text: string;
  /** Columns where the content of the open list items begins. */
  #items: number[] = [];
  #quotes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Reads a line outside of fences; lines must be asked for in order.
   *
   * @param start Its first character.
   * @returns What it is.
   */
  read(start: number): Line {
    const line = this.#line(start);
    if (line.content === line.end) return { ...line, startsItem: false };
    if (line.quotes !== this.#quotes) this.#items = [];
    this.#quotes = line.quotes;
    return this.#markers(line);
  }

  /**
   * Reads a line inside a fence, where only `>` means something.
   *
   * @param start Its first character.
   * @param quotes Depth of `>` outside the fence; more of them belong to the code.
   * @returns What it is.
   */
  readInside(start: number, quotes: number): Line {
    return { ...this.#line(start, quotes), startsItem: false };
  }

  /**
   * @param line A line.
   * @returns The fence it opens or closes, if it can.
   */
  fence(line: Line): Fence | undefined {
    const code = this.#text.charCodeAt(line.content);
    if (line.content === line.end || (code !== BACK_QUOTE && code !== TILDE)) return undefined;
    if (line.indent - (this.#items.at(-1) ?? 0) > MAX_INDENT) return undefined;
    let at = line.content;
    while (at < line.end && this.#text.charCodeAt(at) === code) at++;
    const length = at - line.content;
    if (length < 3) return undefined;
    const word = this.#text.slice(at, line.end).trim();
    if (code === BACK_QUOTE && word.includes("`")) return undefined;
    return { character: code === TILDE ? "~" : "`", length, at: line.content, word };
  }

  /**
   * @param line A line.
   * @returns Whether no code span reaches from an earlier line into this one.
   */
  startsBlock(line: Line): boolean {
    if (line.content === line.end || line.startsItem) return true;
    return this.text(line).startsWith("<!--") || this.isOneLine(line) ||
      this.fence(line) !== undefined;
  }

  /**
   * @param line A line.
   * @returns Whether it is a block by itself: a heading, a rule or a table row.
   */
  isOneLine(line: Line): boolean {
    const text = this.text(line);
    const [first = ""] = text;
    if (first === "|") return true;
    if (first === "#") return /^#{1,6}(?:[ \t]|$)/.test(text);
    return (first === "-" || first === "=" || first === "*" || first === "_") &&
      /^[-=*_ \t]+$/.test(text);
  }

  /** The content of a line. */
  text(line: Line): string {
    return this.#text.slice(line.content, line.end);
  }

  #line(start: number, maxQuotes = Infinity): Line {
    const end = lineEnd(this.#text, start);
    const next = lineNext(this.#text, end);
    let at = start, column = 0, base = 0, quotes = 0;
    for (; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === TAB) column += 4 - column % 4;
      else if (code === SPACE) column++;
      else if (code === QUOTE && quotes < maxQuotes && column - base <= MAX_INDENT) {
        quotes++;
        column++;
        // One blank behind the mark belongs to it.
        if (at + 1 < end && this.#text.charCodeAt(at + 1) === SPACE) {
          [at, column] = [at + 1, column + 1];
        }
        base = column;
      } else break;
    }
    return { start, end, next, quotes, indent: column - base, content: at, startsItem: false };
  }

  /** Steps over list markers and keeps the list of open items. */
  #markers(line: Line): Line {
    let { content, indent } = line;
    let startsItem = false;
    while (this.#items.length > 0 && this.#items.at(-1)! > indent) this.#items.pop();
    while (true) {
      const after = markerEnd(this.#text, content, line.end);
      if (after === undefined) break;
      startsItem = true;
      let column = indent + (after - content);
      let at = after;
      while (at < line.end && isBlank(this.#text.charCodeAt(at))) {
        [at, column] = [at + 1, column + 1];
      }
      const blanks = at - after;
      const isEmpty = at === line.end;
      // Five blanks or more begin indented code one blank behind the marker.
      const begins = isEmpty || blanks > 4 ? indent + (after - content) + 1 : column;
      this.#items.push(begins);
      content = at;
      indent = column;
      if (isEmpty || blanks > 4) break;
    }
    return { ...line, content, indent, startsItem };
  }
}

/**
 * @param text Any text.
 * @param start Where to look from.
 * @returns Index of the line end (`\n`, `\r\n` or `\r`), or the text's length.
 */
export function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) return at;
  }
  return text.length;
}

/** Index behind the line end at `end`. */
export function lineNext(text: string, end: number): number {
  const isPair = text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF;
  return Math.min(text.length, end + (isPair ? 2 : 1));
}

/** Behind `-`, `*`, `+`, `1.` or `1)` when a blank or the line end follows. */
function markerEnd(text: string, at: number, end: number): number | undefined {
  let after = at;
  while (after < end && after - at < 9 && isDigit(text.charCodeAt(after))) after++;
  const character = text[after];
  const marks = after === at ? "-*+" : ".)";
  if (after >= end || character === undefined || !marks.includes(character)) return undefined;
  after++;
  return after === end || isBlank(text.charCodeAt(after)) ? after : undefined;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
