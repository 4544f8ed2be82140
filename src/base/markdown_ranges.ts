/** What callers ask the Markdown reader: where a text only talks about something, and how an open fence is closed. */
import { type CodeFence, type Range, readMarkdown } from "./markdown.ts";
import { lineInside } from "./markdown_lines.ts";

const FENCES = /```|~~~/;

/** What stands in a text; nothing is read of one that holds none of the marks. */
function partsOf(text: string, marks: RegExp, from?: number) {
  return marks.test(text) ? readMarkdown(text, from) : [];
}

/** The code fences, in order; one that is never closed reaches to the end. */
export function fenceRanges(text: string): Range[] {
  return partsOf(text, FENCES).filter((part) => part.kind === "fence");
}

/** Code fences, code spans and comments, in order. */
export function literalRanges(text: string, from?: number): Range[] {
  return partsOf(text, /`|~~~|<!--/, from).filter((part) => part.kind !== "heading");
}

/**
 * Where a text talks about a format instead of using it: code spans, and fences that end. One that never ends would
 * reach to the end of the text, and hide there whatever an attacker put behind it.
 */
export function codeRanges(text: string): Range[] {
  return partsOf(text, /`|~~~/).filter((part): part is Range & typeof part =>
    part.kind === "span" || part.kind === "fence" && part.endedBy !== "nothing"
  );
}

/** Whether a position lies in one of some ranges; the positions asked for must rise. */
export function inside(ranges: readonly Range[]): (position: number) => boolean {
  let next = 0;
  return (position) => {
    while (next < ranges.length && ranges[next]!.end <= position) next++;
    return next < ranges.length && ranges[next]!.start <= position;
  };
}

/** The lines of a fence between its first and its last one, without the indentation of the fence. */
export function fenceBody(text: string, fence: CodeFence): string[] {
  const body: string[] = [];
  let line = lineInside(text, fence.at, [])!;
  while (line.next < fence.end) {
    line = lineInside(text, line.next, fence.containers)!;
    const kept = Math.max(0, line.indent - fence.indent);
    const blanks = text.slice(line.content - kept, line.content);
    const isPlain = blanks.trim() === "" && blanks.length === kept;
    body.push((isPlain ? blanks : " ".repeat(kept)) + text.slice(line.content, line.end));
  }
  if (fence.endedBy === "mark") body.pop();
  return body;
}

export function openFence(text: string, from?: number): CodeFence | undefined {
  const last = partsOf(text, FENCES, from).at(-1);
  return last?.kind === "fence" && last.endedBy === "nothing" ? last : undefined;
}

/** The line that closes a fence, as deep in lists and quotations as its first one stands. */
export function closingLine(text: string, { start, at, mark }: CodeFence): string {
  return text.slice(start, at).replaceAll(/[^>\s]/g, " ") + mark;
}
