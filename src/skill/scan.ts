/** A skill text → segments: commands, and what only looks like some. Joined they are the text. Linear in it. */
import { type CodeFence, readMarkdown } from "../base/markdown.ts";
import { fenceBody } from "../base/markdown_ranges.ts";
import { bodyOffset } from "./frontmatter.ts";
import { directiveNamed, type Segment } from "./directive.ts";

/**
 * Directives stand at a line start or behind white space, or are fences marked with `!`; never in other fences, code
 * spans, comments and the frontmatter. No two plain texts stand side by side.
 */
export function scan(text: string): Segment[] {
  const segments: Segment[] = [];
  let taken = 0;
  function take(at: number, segment: Segment): void {
    if (at > taken) segments.push({ kind: "text", raw: text.slice(taken, at) });
    segments.push(segment);
    taken = at + segment.raw.length;
  }
  for (const part of text.includes("!") ? readMarkdown(text, bodyOffset(text)) : []) {
    if (part.kind === "fence") takeFence(text, part, take);
    else if (part.kind === "span") takeSpan(text, part.start, part.end, take);
  }
  if (taken < text.length) segments.push({ kind: "text", raw: text.slice(taken) });
  return segments;
}

type Take = (at: number, segment: Segment) => void;

/** A code span of one back quote on one line is a command when its opening stands before it. */
function takeSpan(text: string, start: number, end: number, take: Take): void {
  const name = directiveNamed("text", text[start - 1] ?? "");
  const command = text.slice(start + 1, end - 1);
  if (name === undefined || /[`\r\n]/.test(command)) return;
  if (command.trim() === "") return;
  const at = start - 1;
  if (isBehindSpace(text, at)) {
    const inSentence = isAlone(text, at, end) ? {} : { isInSentence: true } as const;
    take(at, { kind: "directive", name, command, raw: text.slice(at, end), ...inSentence });
  } else if (text[at - 1] === "\\" && isBehindSpace(text, at - 1)) {
    take(at - 1, { kind: "escape", raw: text.slice(at - 1, start), shown: text[at]! });
  }
}

/** Nothing but blanks beside it on its line. */
function isAlone(text: string, start: number, end: number): boolean {
  let [before, after] = [start, end];
  while (before > 0 && " \t\ufeff".includes(text[before - 1]!)) before--;
  while (after < text.length && " \t\r".includes(text[after]!)) after++;
  const isLine = before === 0 || text[before - 1] === "\n";
  return isLine && (after === text.length || text[after] === "\n");
}

/** Line start, or white space before; a BOM at the beginning is no text. */
function isBehindSpace(text: string, at: number): boolean {
  return at === 0 || /\s/.test(text[at - 1]!);
}

function takeFence(text: string, fence: CodeFence, take: Take): void {
  const name = fence.mark.startsWith("`") ? directiveNamed("fence", fence.word) : undefined;
  if (name === undefined) return;
  const lines = text.slice(fence.at, fence.end);
  if (fence.endedBy !== "mark") {
    take(fence.at, { kind: "unclosed", name, raw: /^[^\r\n]*/.exec(lines)![0] });
    return;
  }
  const command = fenceBody(text, fence).join("\n");
  if (command.trim() === "") return;
  take(fence.at, { kind: "directive", name, command, raw: lines.replace(/(?:\r\n|\n|\r)$/, "") });
}
