/** The little of a prompt that a report may show. */

/** UTF-16 units. */
const MAX_EXCERPT = 80;

/**
 * @param text A prompt.
 * @returns At most 80 UTF-16 units of its beginning on one line, without control characters.
 */
export function excerpt(text: string): string {
  const line = text.trim().slice(0, MAX_EXCERPT + 1).replaceAll(/[\s\p{C}]+/gu, " ");
  if (line.length <= MAX_EXCERPT) return line;
  // A character of two units is not cut in two.
  const end = /[\uD800-\uDBFF]/.test(line[MAX_EXCERPT - 2]!) ? MAX_EXCERPT - 2 : MAX_EXCERPT - 1;
  return line.slice(0, end) + "…";
}
