/**
 * Takes chains out of a text for a subagent, which might run the next skill while the main agent does so too. Models
 * copy the `[CONTINUATION-PASSING]` block whole, in part, indented or quoted: it is found line by line.
 */
import { isEscaped } from "../base/fitted_text.ts";
import type { Range } from "../base/markdown.ts";
import { codeRanges } from "../base/markdown_ranges.ts";

const OPENING = "[CONTINUATION:";
const MARK = "[CONTINUATION";
const HEADER = "[CONTINUATION-PASSING]";
const LAST_WORDS = [
  "Do NOT include continuation metadata in Task tool prompts.",
  "Do NOT include continuation metadata in prompts for subagents.",
  "Skill is terminal. No tail-call needed.",
];

const AFTER_SKILL = "After completing the current skill, invoke the NEXT continuation entry";

/** How the lines of a block begin, behind indentation and quotation marks. */
const BLOCK_LINES = [
  ...["Current: /", "Continuation: /", "Continuation: (empty)", AFTER_SKILL],
  ...['Skill(skill: "', 'skill(skill: "', 'skill(name: "', 'activate_skill(name: "'],
  ...LAST_WORDS.map((words) => words.slice(0, 20)),
];

/** A line of the text: `end` is before its line end, `next` behind it. */
interface TextLine extends Range {
  readonly next: number;
}

/** Removes blocks and `[CONTINUATION: …]` suffixes outside of code, in linear time, and tells how many. */
export function withoutChain(text: string): { text: string; removed: number } {
  if (!text.includes(MARK) && !text.includes("the NEXT continuation entry")) {
    return { text, removed: 0 };
  }
  const cuts = findCuts(text);
  let kept = "";
  let at = 0;
  for (const { start, end } of cuts) {
    kept += text.slice(at, start);
    at = end;
  }
  return { text: kept + text.slice(at), removed: cuts.length };
}

function findCuts(text: string): Range[] {
  const code = codeRanges(text);
  const lastText = text.trimEnd().length;
  const cuts: Range[] = [];
  let nextCode = 0;
  let line = lineAt(text, 0);
  let block = blockStart(text, line);
  for (let at = 0; at < text.length;) {
    if (at >= line.next) {
      line = lineAt(text, at);
      block = blockStart(text, line);
    }
    while (nextCode < code.length && code[nextCode]!.end <= at) nextCode++;
    const { start: codeStart = Infinity, end: codeEnd } = code[nextCode] ?? {};
    if (codeStart <= at) {
      at = codeEnd!;
      continue;
    }
    const end = Math.min(line.next, codeStart);
    if (block !== undefined && block >= at && block < end) {
      addSuffixes(at, block);
      at = blockEnd(text, line, block);
      // Blank lines at the end belonged to what is gone.
      cuts.push({ start: block, end: at >= lastText ? text.length : at });
      block = undefined;
    } else at = Math.max(end, addSuffixes(at, end));
  }
  return cuts;

  /** Suffixes that begin in a stretch of a line; returns where the last one ends. */
  function addSuffixes(from: number, to: number): number {
    let reached = from;
    while (reached < to) {
      const found = text.slice(reached, to).indexOf(OPENING);
      if (found < 0) break;
      const cut = suffixAt(text, reached + found);
      if (cut !== undefined) cuts.push(cut);
      reached = cut?.end ?? reached + found + 1;
    }
    return reached;
  }
}

/** Where a block begins on this line; `undefined` when none does. */
function blockStart(text: string, line: TextLine): number | undefined {
  const content = contentOf(text, line);
  // The call of the next skill, by itself: without the rest of the block it is still an order.
  const isCall = content.startsWith('Skill(skill: "') && content.includes(OPENING);
  if (content === HEADER || isCall || content.startsWith(AFTER_SKILL)) return line.start;
  const within = text.slice(line.start, line.end).indexOf(HEADER);
  if (within < 0) return undefined;
  const header = line.start + within;
  // A text about the header goes on differently.
  const behind = text.slice(header + HEADER.length, line.end).replaceAll("\\n", "\n").trimStart();
  const next = behind === "" ? contentOf(text, lineAt(text, line.next)) : behind;
  return isBlockLine(next) ? header : undefined;
}

/** Where the block ends: behind the line end of its last line, or within a line. */
function blockEnd(text: string, line: TextLine, start: number): number {
  const words = LAST_WORDS.find((last) => text.slice(start, line.end).includes(last));
  if (words !== undefined && start > line.start) return text.indexOf(words, start) + words.length;
  // What stands before the block on its line keeps the line end.
  const isWhole = start === line.start;
  let end = isWhole ? line.next : line.end;
  for (let at = line.next; at < text.length;) {
    const below = lineAt(text, at);
    const content = contentOf(text, below);
    if (content !== "" && !isBlockLine(content)) break;
    at = below.next;
    if (content !== "") end = isWhole ? below.next : below.end;
  }
  return end;
}

/** The line that begins at `start`; its end may be `\n` or `\r\n`. */
function lineAt(text: string, start: number): TextLine {
  const feed = text.indexOf("\n", start);
  if (feed < 0) return { start, end: text.length, next: text.length };
  const end = feed > start && text[feed - 1] === "\r" ? feed - 1 : feed;
  return { start, end, next: feed + 1 };
}

function isBlockLine(content: string): boolean {
  return BLOCK_LINES.some((begin) => content.startsWith(begin));
}

function contentOf(text: string, { start, end }: TextLine): string {
  return text.slice(start, end).replace(/^[ \t>]+/, "").trimEnd();
}

/** Over how many lines a list of skills may be broken; a bound on how often a line is looked at. */
const MAX_LINES = 20;

/** What to take out for an opening; `undefined` for an escaped one and for one that holds but an ellipsis. */
function suffixAt(text: string, at: number): Range | undefined {
  if (isEscaped(text, at)) return undefined;
  const end = suffixEnd(text, at);
  const content = text.slice(at + OPENING.length, end).trim();
  // "the [CONTINUATION: …] suffix" is talk about the format.
  if (/^(?:…|\.\.\.)\]?$/.test(content)) return undefined;
  return widen(text, at, end);
}

/**
 * Behind the closing bracket, in the same paragraph; pairs that a model left unescaped (`/plan arr[0], /b`) are passed
 * over. For an open pair: behind the first bracket; without any: the end of the line.
 */
function suffixEnd(text: string, at: number): number {
  let [open, first, lines] = [0, 0, 1];
  for (let index = at + OPENING.length; index < text.length; index++) {
    const character = text[index]!;
    if (character === "\\") {
      if (text[++index] === "]" && open > 0) open--;
    } else if (character === "[") {
      // Behind a bracket the next suffix is looked at for itself: no stretch is searched twice.
      if (first > 0 && text.startsWith(OPENING, index)) break;
      open++;
    } else if (character === "]") {
      if (open === 0) return index + 1;
      open--;
      first ||= index + 1;
    } else if (character === "\n") {
      // A list of skills may be broken into lines; anything else on the next line is other text.
      const next = text[afterBlanks(text, index + 1)] ?? " ";
      if (lines++ === MAX_LINES || !"/,]".includes(next)) break;
    }
  }
  return first > 0 ? first : lineAt(text, at).end;
}

/** Takes the blank before it too; a line that holds nothing else goes whole. */
function widen(text: string, at: number, end: number): Range {
  let start = at;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  const isLineStart = start === 0 || text[start - 1] === "\n";
  const after = afterBlanks(text, end);
  const isLineEnd = after >= text.length || text[after] === "\n" || text[after] === "\r";
  if (!isLineEnd) return { start: isLineStart ? at : start, end: isLineStart ? after : end };
  if (!isLineStart) return { start, end: after };
  return { start, end: lineAt(text, after).next };
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}
