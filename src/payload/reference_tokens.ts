/**
 * Finds `@file.md` and `@dir/*.md`. Only a whole word counts, so that e-mail addresses, decorators,
 * package names and mentions stay what they are; so does everything in code and comments.
 */
import type { Token, TokenText } from "./token.ts";

const SPACE_REGEXP = /\s/;
/** What may stand behind a reference in a sentence and is not part of it. */
const TRAILING = ".,;:!?)]}>'\"*_";
const EXTENSION = ".md";
/** What no path has and a decorator's call or a piece of markup may have. */
const NO_PATH_REGEXP = /[@"'`()<>[\]{}|]/;
/** UTF-16 units; longer than any path. */
const MAX_LENGTH = 1024;

/**
 * @param scanned The text.
 * @param wantsGlob Whether references with `*` are looked for, or those without.
 * @returns The references in order.
 */
export function findReferences({ text, literalAt }: TokenText, wantsGlob: boolean): Token[] {
  const tokens: Token[] = [];
  let isLiteral: ((position: number) => boolean) | undefined;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (at > 0 && !SPACE_REGEXP.test(text[at - 1]!)) continue;
    const end = referenceEnd(text, at);
    if (end === undefined) continue;
    const name = text.slice(at + 1, end);
    if (name.includes("*") !== wantsGlob) continue;
    isLiteral ??= literalAt();
    if (isLiteral(at)) continue;
    tokens.push({ kind: wantsGlob ? "glob" : "file", start: at, end, raw: `@${name}`, name });
  }
  return tokens;
}

/** Behind the path, without the punctuation of the sentence around it. */
function referenceEnd(text: string, at: number): number | undefined {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_LENGTH && !SPACE_REGEXP.test(text[end]!)) end++;
  while (end > at + 1 && TRAILING.includes(text[end - 1]!)) end--;
  const name = text.slice(at + 1, end);
  const isPath = name.length > EXTENSION.length && name.length <= MAX_LENGTH &&
    name.toLowerCase().endsWith(EXTENSION) && !NO_PATH_REGEXP.test(name);
  return isPath ? end : undefined;
}
