/** Finds names between two marks: `{{TASK_ID}}` and `${CLAUDE_PROJECT_DIR}`. By hand: no pattern that runs away on hostile text. */
import type { Token, TokenText } from "./token.ts";

/** How one kind is written. */
export interface NameMarks {
  readonly kind: "variable" | "environment";
  readonly open: string;
  readonly close: string;
}

/**
 * @param scanned The text.
 * @param marks What stands around the name.
 * @returns The tokens in order; names hold upper case letters, digits and underscores.
 */
export function findNames({ text }: TokenText, { kind, open, close }: NameMarks): Token[] {
  const tokens: Token[] = [];
  let at = text.indexOf(open);
  while (at >= 0) {
    const first = at + open.length;
    let end = first;
    while (isNameCharacter(text.charCodeAt(end))) end++;
    const isName = end > first && text.startsWith(close, end);
    if (isName) {
      const after = end + close.length;
      tokens.push({
        kind,
        start: at,
        end: after,
        raw: text.slice(at, after),
        name: text.slice(first, end),
      });
    }
    at = text.indexOf(open, isName ? end + close.length : at + 1);
  }
  return tokens;
}

function isNameCharacter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}
