/** Where a `[CONTINUATION: …]` suffix in a prompt begins and ends, blanks before it included. */

const OPENING = "[CONTINUATION:";
/** Over how many lines a list of skills may be broken; a bound on how often a line is looked at. */
const MAX_LINES = 20;

/** A part to take out, end excluded. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * @param text The text.
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
