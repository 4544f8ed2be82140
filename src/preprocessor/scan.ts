/**
 * A skill text → segments: which parts are commands, and which only look like some. Joined, the
 * segments give the text back. Linear in the text's length, whatever the text.
 */
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { type DirectiveName, fenceDirective, type Segment } from "./directive.ts";
import { type Fence, type Line, MarkdownLines } from "./markdown_lines.ts";
import { type ParagraphScan, scanParagraph } from "./scan_paragraph.ts";

/**
 * Cuts a text into segments. Directives stand at a line start or behind white space, or are fences
 * marked with `!`; there are none in other fences, code spans, HTML comments and the frontmatter.
 *
 * @param text A skill text, with or without its frontmatter.
 * @returns The segments in order; no two plain texts stand side by side.
 */
export function scan(text: string): Segment[] {
  const segments: Segment[] = [];
  let taken = 0;
  function take(at: number, segment: Segment): void {
    if (at > taken) segments.push({ kind: "text", raw: text.slice(taken, at) });
    segments.push(segment);
    taken = at + segment.raw.length;
  }
  scanBlocks(text, frontmatterEnd(text), take);
  if (taken < text.length) segments.push({ kind: "text", raw: text.slice(taken) });
  return segments;
}

function scanBlocks(text: string, start: number, take: ParagraphScan["take"]): void {
  const lines = new MarkdownLines(text);
  const paragraphs: ParagraphScan = { text, take, lastCommentEnd: Infinity };
  let at = start;
  let line = at < text.length ? lines.read(at) : undefined;
  while (line !== undefined) {
    const fence = lines.fence(line);
    if (fence !== undefined) {
      at = scanFence(text, lines, line, fence, take);
      line = at < text.length ? lines.read(at) : undefined;
      continue;
    }
    const after = paragraphEnd(text, lines, line);
    at = scanParagraph(paragraphs, line.content, after.at);
    if (at <= after.at) line = after.line;
    else line = resume(text, lines, paragraphs, at);
  }
}

/** Behind the paragraph that begins on this line, and the line there. */
function paragraphEnd(
  text: string,
  lines: MarkdownLines,
  first: Line,
): { at: number; line: Line | undefined } {
  let line = first;
  const isAlone = first.content === first.end || lines.isOneLine(first);
  while (line.next < text.length) {
    const { quotes, next } = line;
    line = lines.read(next);
    // A quoted paragraph may go on without its mark; with more marks another one begins.
    if (isAlone || line.quotes > quotes || lines.startsBlock(line)) return { at: next, line };
  }
  return { at: text.length, line: undefined };
}

/** Goes on behind a comment that ended in the middle of a later line. */
function resume(
  text: string,
  lines: MarkdownLines,
  paragraphs: ParagraphScan,
  start: number,
): Line | undefined {
  let at = start;
  while (at < text.length && !isLineStart(text, at)) {
    const end = restOfLine(text, at);
    at = scanParagraph(paragraphs, at, end);
  }
  return at < text.length ? lines.read(at) : undefined;
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || (text[at - 1] === "\r" && text[at] !== "\n");
}

function restOfLine(text: string, at: number): number {
  let end = at;
  while (end < text.length && !(end > at && isLineStart(text, end))) end++;
  return end;
}

/** Steps over a fence, and takes it when it is a directive. */
function scanFence(
  text: string,
  lines: MarkdownLines,
  opener: Line,
  fence: Fence,
  take: ParagraphScan["take"],
): number {
  const name = fence.character === "`" ? fenceDirective(fence.word) : undefined;
  const body: string[] = [];
  let at = opener.next;
  while (at < text.length) {
    const line = lines.readInside(at, opener.quotes);
    if (line.quotes < opener.quotes) {
      // The quotation is over, and with it the fence.
      if (name !== undefined) takeUnclosed(text, opener, fence, name, take);
      return at;
    }
    if (closes(lines.fence(line), fence)) {
      if (name !== undefined) takeBlock(text.slice(fence.at, line.end), body, fence, name, take);
      return line.next;
    }
    if (name !== undefined) body.push(withoutIndent(text, line, opener.indent));
    at = line.next;
  }
  if (name !== undefined) takeUnclosed(text, opener, fence, name, take);
  return text.length;
}

function closes(line: Fence | undefined, fence: Fence): boolean {
  return line !== undefined && line.character === fence.character && line.word === "" &&
    line.length >= fence.length;
}

function takeBlock(
  raw: string,
  body: readonly string[],
  fence: Fence,
  name: DirectiveName,
  take: ParagraphScan["take"],
): void {
  const command = body.join("\n");
  if (command.trim() !== "") take(fence.at, { kind: "directive", name, command, raw });
}

function takeUnclosed(
  text: string,
  opener: Line,
  fence: Fence,
  name: DirectiveName,
  take: ParagraphScan["take"],
): void {
  take(fence.at, { kind: "unclosed", name, raw: text.slice(fence.at, opener.end) });
}

/** A line of a block without the indentation its fence has; its own indentation beyond that stays. */
function withoutIndent(text: string, line: Line, indent: number): string {
  const kept = Math.max(0, line.indent - indent);
  const blanks = text.slice(line.content - Math.min(kept, line.indent), line.content);
  const isPlain = blanks.trim() === "" && blanks.length === kept;
  return (isPlain ? blanks : " ".repeat(kept)) + text.slice(line.content, line.end);
}

/** Where the body begins; a first rule that is followed by no field is no frontmatter. */
function frontmatterEnd(text: string): number {
  const frontmatter = splitFrontmatter(text);
  if (typeof frontmatter === "string") return 0;
  const isEmpty = frontmatter.yaml.trim() === "";
  return isEmpty || /^["']?[\w-]+["']?[ \t]*:/m.test(frontmatter.yaml) ? frontmatter.bodyOffset : 0;
}
