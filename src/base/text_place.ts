/** Where in a text: an offset as the line and column an editor shows. */

/** Both from 1. */
export interface TextPlace {
  readonly line: number;
  /** In UTF-16 units. */
  readonly column: number;
}

/**
 * @param text The text; line feeds, CRLF and lone carriage returns end lines.
 * @param offset UTF-16 units from its beginning.
 * @returns Line and column; a BOM takes no column.
 */
export function placeOf(text: string, offset: number): TextPlace {
  let line = 1;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let at = start; at < offset; at++) {
    const code = text.charCodeAt(at);
    const isEnd = code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
    if (!isEnd) continue;
    line++;
    start = at + 1;
  }
  return { line, column: Math.max(1, offset - start + 1) };
}
