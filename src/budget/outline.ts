/** Headings and code fences of a Markdown text. Scanned by hand, once, line by line: no pattern to run away on hostile text. */

/** A line such as `## Core Rules`, outside code fences. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Without hashes and blanks around. */
  readonly title: string;
  /** UTF-16 index of the line. */
  readonly start: number;
}

/** A fenced code block. */
export interface Fence {
  /** The opening marks, such as three backticks. */
  readonly mark: string;
  /** UTF-16 index of the opening line. */
  readonly start: number;
  /** Index behind the closing line; `undefined` when it was not closed up to the end of the scan. */
  readonly end: number | undefined;
}

/** What stands where. */
export interface Outline {
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
}

const MAX_INDENT = 3;
const BACKTICK = 0x60;
const TILDE = 0x7e;
const HASH = 0x23;

/**
 * Scans whole lines (CommonMark: ATX headings, fences of backticks or tildes; quotes and lists are
 * not entered).
 *
 * @param text Any text.
 * @param from Where to begin; the start of a line.
 * @param to Where to end; a line that reaches beyond opens and closes no fence.
 * @returns Headings and fences in order.
 */
export function outline(text: string, from = 0, to: number = text.length): Outline {
  const headings: Heading[] = [];
  const fences: Fence[] = [];
  let open: { mark: string; start: number } | undefined;
  for (let start = from; start < to;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const first = skipIndent(text, start, end);
    if (open !== undefined) {
      if (end <= to && closes(text, first, end, open.mark)) {
        fences.push({ ...open, end: Math.min(end + 1, text.length) });
        open = undefined;
      }
    } else {
      const mark = end <= to ? fenceMark(text, first, end) : "";
      if (mark !== "") open = { mark, start };
      else {
        const level = headingLevel(text, first, end);
        if (level > 0) {
          headings.push({ level, title: title(text.slice(first + level, end)), start });
        }
      }
    }
    start = end + 1;
  }
  if (open !== undefined) fences.push({ ...open, end: undefined });
  return { headings, fences };
}

/** Index of the first mark, or the line's end when it is indented like code. */
function skipIndent(text: string, start: number, end: number): number {
  let index = start;
  while (index < end && text.charCodeAt(index) === 0x20) index++;
  return index - start > MAX_INDENT ? end : index;
}

function runLength(text: string, start: number, end: number, code: number): number {
  let index = start;
  while (index < end && text.charCodeAt(index) === code) index++;
  return index - start;
}

/** The opening marks of a fence, or the empty string. A backtick in the line's rest makes it inline code. */
function fenceMark(text: string, first: number, end: number): string {
  const code = text.charCodeAt(first);
  if (code !== BACKTICK && code !== TILDE) return "";
  const length = runLength(text, first, end, code);
  if (length < 3) return "";
  if (code === BACKTICK && text.slice(first + length, end).includes("`")) return "";
  return text.slice(first, first + length);
}

function closes(text: string, first: number, end: number, mark: string): boolean {
  const length = runLength(text, first, end, mark.charCodeAt(0));
  return length >= mark.length && text.slice(first + length, end).trim() === "";
}

function headingLevel(text: string, first: number, end: number): number {
  const level = runLength(text, first, Math.min(end, first + 7), HASH);
  if (level === 0 || level > 6) return 0;
  const next = first + level === end ? 0x20 : text.charCodeAt(first + level);
  return next === 0x20 || next === 0x09 || next === 0x0d ? level : 0;
}

/** Hashes may also stand behind a title, after a blank. */
function title(rest: string): string {
  const trimmed = rest.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed.charCodeAt(end - 1) === HASH) end--;
  if (end === 0) return "";
  return trimmed[end - 1] === " " || trimmed[end - 1] === "\t"
    ? trimmed.slice(0, end).trimEnd()
    : trimmed;
}
