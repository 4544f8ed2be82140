/**
 * Chains in somebody else's text: where a `[CONTINUATION-PASSING]` block and a `[CONTINUATION: …]` suffix begin and
 * end. Models copy the block whole, in part, indented or quoted, so it is found line by line; what is no line of it
 * ends it, and no task is lost. Blanks before a suffix belong to it.
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
interface TextLine {
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
  /** Behind the line end. */
  readonly next: number;
}

/** Where a block begins on this line; `undefined` when none does. */
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

/** Where the block ends: behind the line end of its last line, or within a line. */
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

const OPENING = "[CONTINUATION:";
/** Over how many lines a list of skills may be broken; a bound on how often a line is looked at. */
const MAX_LINES = 20;

/** A part to take out, end excluded. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * @param at Where an opening stands.
 * @returns What to take out; `undefined` for an escaped opening and for one that holds but an ellipsis.
 */
export function suffixAt(text: string, at: number): Cut | undefined {
  if (isEscaped(text, at)) return undefined;
  const end = suffixEnd(text, at);
  const content = text.slice(at + OPENING.length, end).trim();
  // "the [CONTINUATION: …] suffix" is talk about the format.
  if (/^(?:…|\.\.\.)\]?$/.test(content)) return undefined;
  return widen(text, at, end);
}

/**
 * Behind the closing bracket, in the same paragraph. Pairs inside were left unescaped by a model (`/plan arr[0], /b`):
 * they are passed over. A pair that has no second half: behind the first bracket; none at all: the end of the line.
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
    } else if (character === "\n" && (lines++ === MAX_LINES || !continues(text, index + 1))) break;
  }
  return first > 0 ? first : lineEndAt(text, at);
}

/** A list of skills may be broken into lines; anything else on the next line is other text. */
function continues(text: string, start: number): boolean {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  return text[at] === "/" || text[at] === "," || text[at] === "]";
}

function lineEndAt(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  if (feed < 0) return text.length;
  return text[feed - 1] === "\r" ? feed - 1 : feed;
}

/** Takes the blank before it too; a line that holds nothing else goes whole. */
function widen(text: string, at: number, end: number): Cut {
  let start = at;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  const isLineStart = start === 0 || text[start - 1] === "\n";
  let after = end;
  while (text[after] === " " || text[after] === "\t") after++;
  const isLineEnd = after >= text.length || text[after] === "\n" || text[after] === "\r";
  if (!isLineEnd) return { start: isLineStart ? at : start, end: isLineStart ? after : end };
  if (!isLineStart) return { start, end: after };
  const feed = text.indexOf("\n", after);
  return { start, end: feed < 0 ? text.length : feed + 1 };
}

/** An odd number of backslashes before a character escapes it. */
function isEscaped(text: string, position: number): boolean {
  let slashes = 0;
  while (text[position - slashes - 1] === "\\") slashes++;
  return slashes % 2 === 1;
}
