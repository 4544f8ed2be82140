/**
 * The one reader of Markdown: where code fences, code spans, comments and headings are, so that what one caller takes
 * for code is code for all. Every character is looked at a bounded number of times, whatever a stranger wrote.
 */
import { type Container, type Line, lineInside, nextLine, readLine } from "./markdown_lines.ts";

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
interface Heading {
  readonly kind: "heading";
  readonly start: number;
  readonly level: number;
  readonly title: string;
}

/** A span reaches from its opening to behind its closing marks. */
type MarkdownPart = CodeFence | Heading | Range & { readonly kind: "span" | "comment" };

/** What means something within a paragraph: an escape, a comment, back quotes. */
const MARK_REGEXP = /\\[!-/:-@[-`{-~]?|<!--|`+/g;
const RUN_REGEXP = /`+/g;

/** What stands where, in order; no part lies in another. `from` is the start of a line. */
export function readMarkdown(text: string, from = 0): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  /** What the last line stands in, from the outside in. */
  const open: Container[] = [];
  /** From here on no `-->` follows. */
  let lastCommentEnd = Infinity;

  const lineAt = (at: number) => at < text.length ? readLine(text, at, open) : undefined;

  /** The line behind the paragraph that begins on a line. */
  function afterParagraph(first: Line): Line | undefined {
    const isAlone = first.isBlank || first.isOneLine;
    let { quotes } = first;
    for (let line = lineAt(first.next); line; line = lineAt(line.next)) {
      // A quoted paragraph may go on without its mark; with more marks another one begins.
      if (isAlone || line.quotes > quotes || line.startsBlock) return line;
      ({ quotes } = line);
    }
    return undefined;
  }

  /** Spans and comments of one paragraph; returns `end`, or behind a comment that reaches beyond it. */
  function readInline(start: number, end: number): number {
    const paragraph = text.slice(start, end);
    MARK_REGEXP.lastIndex = 0;
    /** Length of a run of back quotes → where the last such begins, so that none is looked for in vain. */
    let last: Map<number, number> | undefined;
    for (let mark; (mark = MARK_REGEXP.exec(paragraph)) !== null;) {
      const { 0: { length }, index } = mark;
      const at = start + index;
      if (mark[0] === "<!--") {
        const after = commentEnd(at);
        if (after === undefined) continue;
        parts.push({ kind: "comment", start: at, end: after });
        if (after > end) return after;
        MARK_REGEXP.lastIndex = after - start;
      } else if (mark[0].startsWith("`")) {
        last ??= new Map(
          Array.from(paragraph.matchAll(/`+/g), (run) => [run[0].length, run.index]),
        );
        if ((last.get(length) ?? 0) <= index) continue;
        RUN_REGEXP.lastIndex = MARK_REGEXP.lastIndex;
        while (RUN_REGEXP.exec(paragraph)![0].length !== length);
        MARK_REGEXP.lastIndex = RUN_REGEXP.lastIndex;
        parts.push({ kind: "span", start: at, end: start + RUN_REGEXP.lastIndex });
      }
    }
    return end;
  }

  function commentEnd(at: number): number | undefined {
    if (at < lastCommentEnd) {
      const end = text.indexOf("-->", at + 2);
      if (end >= 0) return end + 3;
      lastCommentEnd = at;
    }
    // A comment that never ends hides the rest when it begins its line, and is text otherwise.
    const lead = text.slice(Math.max(0, at - 4), at);
    return /(?:^|[\r\n]) {0,3}$/.test(lead) ? text.length : undefined;
  }

  for (let line = lineAt(from); line !== undefined;) {
    const fence = fenceFrom(text, line, open);
    if (fence !== undefined) {
      parts.push(fence);
      line = lineAt(fence.end);
      continue;
    }
    const level = line.hashes;
    if (level > 0 && open.length === 0 && !line.isIndented) {
      const rest = text.slice(line.content + level, line.end).trim();
      // Hashes may also stand behind a title, after a blank.
      const title = rest.replace(/(?<=^|[ \t])#+$/, "").trimEnd();
      parts.push({ kind: "heading", start: line.start, level, title });
    }
    const after = afterParagraph(line);
    const end = after?.start ?? text.length;
    let reached = readInline(line.content, end);
    if (reached <= end) line = after;
    else {
      // A comment ended in the middle of a later line.
      while (reached < text.length && !isLineStart(text, reached)) {
        reached = readInline(reached, nextLine(text, reached));
      }
      line = lineAt(reached);
    }
  }
  return parts;
}

function fenceFrom(text: string, line: Line, open: readonly Container[]): CodeFence | undefined {
  const { start, content: at, indent } = line;
  const first = line.fence();
  if (first === undefined) return undefined;
  const containers = [...open];
  const fence = { kind: "fence", start, at, ...first, indent, containers } as const;
  for (let next = line.next; next < text.length;) {
    const inside = lineInside(text, next, containers);
    if (inside === undefined) return { ...fence, end: next, endedBy: "quote" };
    next = inside.next;
    const last = inside.fence();
    if (last?.word === "" && last.mark.startsWith(first.mark)) {
      return { ...fence, end: next, endedBy: "mark" };
    }
  }
  return { ...fence, end: text.length, endedBy: "nothing" };
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || (text[at - 1] === "\r" && text[at] !== "\n");
}
