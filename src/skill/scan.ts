/** A skill text → segments: commands, and what only looks like some. */
import { type CodeFence, readMarkdown } from "../base/markdown.ts";
import { fenceBody } from "../base/markdown_ranges.ts";
import { bodyOffset } from "./frontmatter.ts";

/** How a command is written: between words, or as a script in a fence that has exactly this word behind it. */
export const DIRECTIVES = {
  inline: (command: string) => `!\`${command}\``,
  block: (command: string) => `\`\`\`!\n${command}\n\`\`\``,
} as const;

export interface Directive {
  readonly kind: "directive";
  readonly name: keyof typeof DIRECTIVES;
  /** For a block without the fence and its indentation; lines end in a line feed. */
  readonly command: string;
  readonly raw: string;
  /** Other words stand on its line. */
  readonly isInSentence?: true;
}

/** A piece of a text; the `raw` of all segments, joined, is the text. */
export type Segment =
  | { readonly kind: "text"; readonly raw: string }
  /** The two characters before a directive that is meant literally; shown without the backslash. */
  | { readonly kind: "escape"; readonly raw: string; readonly shown: string }
  /** The first line of a block that never ends; the rest of the text follows as text. */
  | { readonly kind: "unclosed"; readonly raw: string }
  | Directive;

type Placed = { readonly at: number; readonly segment: Segment };

/** Directives stand at a line start or behind white space, or are fences; never in other code, comments, frontmatter. */
export function scan(text: string): Segment[] {
  const segments: Segment[] = [];
  let taken = 0;
  for (const part of text.includes("!") ? readMarkdown(text, bodyOffset(text)) : []) {
    const inText = part.kind === "span" ? inSpan(text, part.start, part.end) : undefined;
    const found = part.kind === "fence" ? inFence(text, part) : inText;
    if (found === undefined) continue;
    const { at, segment } = found;
    if (at > taken) segments.push({ kind: "text", raw: text.slice(taken, at) });
    segments.push(segment);
    taken = at + segment.raw.length;
  }
  if (taken < text.length) segments.push({ kind: "text", raw: text.slice(taken) });
  return segments;
}

/** A code span of one back quote on one line is a command when its opening stands before it. */
function inSpan(text: string, start: number, end: number): Placed | undefined {
  const at = start - 1;
  const command = text.slice(start + 1, end - 1);
  if (text[at] !== "!" || /[`\r\n]/.test(command) || command.trim() === "") return undefined;
  // Line start, or white space before; a BOM at the beginning is no text.
  const isBehindSpace = (at: number) => at === 0 || /\s/.test(text[at - 1]!);
  if (isBehindSpace(at)) {
    const inSentence = isAlone(text, at, end) ? {} : { isInSentence: true } as const;
    const raw = text.slice(at, end);
    return { at, segment: { kind: "directive", name: "inline", command, raw, ...inSentence } };
  }
  if (text[at - 1] !== "\\" || !isBehindSpace(at - 1)) return undefined;
  const raw = text.slice(at - 1, start);
  return { at: at - 1, segment: { kind: "escape", raw, shown: "!" } };
}

function isAlone(text: string, start: number, end: number): boolean {
  let [before, after] = [start, end];
  while (before > 0 && " \t\ufeff".includes(text[before - 1]!)) before--;
  while (after < text.length && " \t\r".includes(text[after]!)) after++;
  return "\n".includes(text[before - 1] ?? "\n") && "\n".includes(text[after] ?? "\n");
}

function inFence(text: string, fence: CodeFence): Placed | undefined {
  if (!fence.mark.startsWith("`") || fence.word !== "!") return undefined;
  const { at } = fence;
  const lines = text.slice(at, fence.end);
  if (fence.endedBy !== "mark") {
    return { at, segment: { kind: "unclosed", raw: /^[^\r\n]*/.exec(lines)![0] } };
  }
  const command = fenceBody(text, fence).join("\n");
  if (command.trim() === "") return undefined;
  const raw = lines.replace(/(?:\r\n|\n|\r)$/, "");
  return { at, segment: { kind: "directive", name: "block", command, raw } };
}
