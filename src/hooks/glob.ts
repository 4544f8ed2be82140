/** Wild cards without regular expressions: linear memory, and time bounded by text times pattern. */

/**
 * Matches a whole text against a pattern where `*` stands for any text, `/` included.
 *
 * @param pattern Literal text and `*`.
 * @param text The text.
 * @returns Whether all of the text fits.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  return run([...pattern].map((char) => char === "*" ? ANY : char), [...text]);
}

/**
 * Matches a path against a pattern as ignore files have it: `*` and `?` within one segment, `**` over many.
 *
 * @param pattern Segments with wild cards; `a/**` holds everything below `a`.
 * @param path Segments joined by `/`.
 * @returns Whether the whole path fits.
 */
export function matchesPath(pattern: string, path: string): boolean {
  return runSegments(pattern.split("/"), path.split("/"));
}

const ANY = Symbol("any text");
const ONE = Symbol("one character");
type Part = string | typeof ANY | typeof ONE;

/** Greedy with one point to come back to: the last wild card is enough, because it can take everything. */
function run(parts: readonly Part[], chars: readonly string[]): boolean {
  let part = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < chars.length;) {
    if (parts[part] === ANY) [back, resume] = [part++, at];
    else if (parts[part] === ONE || parts[part] === chars[at]) [part, at] = [part + 1, at + 1];
    else if (back >= 0) [part, at] = [back + 1, ++resume];
    else return false;
  }
  while (parts[part] === ANY) part++;
  return part === parts.length;
}

function runSegments(patterns: readonly string[], segments: readonly string[]): boolean {
  let part = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < segments.length;) {
    const pattern = patterns[part];
    if (pattern === "**") [back, resume] = [part++, at];
    else if (pattern !== undefined && fitsSegment(pattern, segments[at]!)) {
      [part, at] = [part + 1, at + 1];
    } else if (back >= 0) [part, at] = [back + 1, ++resume];
    else return false;
  }
  while (patterns[part] === "**") part++;
  return part === patterns.length;
}

function fitsSegment(pattern: string, segment: string): boolean {
  const parts = [...pattern].map((char): Part => char === "*" ? ANY : char === "?" ? ONE : char);
  return run(parts, [...segment]);
}
