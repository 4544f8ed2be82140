/**
 * A `[CONTINUATION-PASSING]` block in somebody else's text, found line by line: models copy it whole,
 * in part, indented or quoted. What is no line of the block ends it, so that no task is lost.
 */

const HEADER = "[CONTINUATION-PASSING]";
const LAST_WORDS = [
  "Do NOT include continuation metadata in Task tool prompts.",
  "Skill is terminal. No tail-call needed.",
];

/** How the lines of a block begin, behind indentation and quotation marks. */
const BLOCK_LINES = [
  "Current: /",
  "Continuation: /",
  "Continuation: (empty)",
  "After completing the current skill, invoke the NEXT continuation entry",
  'Skill(skill: "',
  ...LAST_WORDS.map((words) => words.slice(0, 20)),
];

/** A line of the text. */
export interface TextLine {
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
  /** Behind the line end. */
  readonly next: number;
}

/**
 * @param text The text.
 * @param line One of its lines.
 * @returns Where a block begins on this line; `undefined` when none does.
 */
export function blockStart(text: string, line: TextLine): number | undefined {
  const content = contentOf(text, line);
  if (content === HEADER || isCall(content)) return line.start;
  if (content.startsWith(BLOCK_LINES[3]!)) return line.start;
  const within = text.slice(line.start, line.end).indexOf(HEADER);
  if (within < 0) return undefined;
  const header = line.start + within;
  // Somebody who writes about the header goes on differently.
  const behind = text.slice(header + HEADER.length, line.end).replaceAll("\\n", "\n").trimStart();
  if (behind === "") return isBlockLine(nextContent(text, line)) ? header : undefined;
  return isBlockLine(behind) ? header : undefined;
}

/**
 * @param text The text.
 * @param line The line the block begins on.
 * @param start Where on it.
 * @returns Where the block ends: behind the line end of its last line, or within a line.
 */
export function blockEnd(text: string, line: TextLine, start: number): number {
  const words = LAST_WORDS.find((last) => text.slice(start, line.end).includes(last));
  if (words !== undefined && start > line.start) {
    return text.indexOf(words, start) + words.length;
  }
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

/**
 * @param text The text.
 * @param start A line's first character.
 * @returns The line; its end may be `\n` or `\r\n`.
 */
export function lineAt(text: string, start: number): TextLine {
  const feed = text.indexOf("\n", start);
  if (feed < 0) return { start, end: text.length, next: text.length };
  const end = feed > start && text[feed - 1] === "\r" ? feed - 1 : feed;
  return { start, end, next: feed + 1 };
}

function isBlockLine(content: string): boolean {
  return BLOCK_LINES.some((begin) => content.startsWith(begin));
}

/** The call of the next skill, by itself: without the rest of the block it is still an order. */
function isCall(content: string): boolean {
  return content.startsWith('Skill(skill: "') && content.includes("[CONTINUATION:");
}

function nextContent(text: string, line: TextLine): string {
  return line.next >= text.length ? "" : contentOf(text, lineAt(text, line.next));
}

function contentOf(text: string, { start, end }: TextLine): string {
  let at = start;
  while (at < end && " \t>".includes(text[at]!)) at++;
  return text.slice(at, end).trimEnd();
}
