/** All tokens of a text, found in one pass over what each kind finds: no token lies in another. */
import { inside, literalRanges } from "../base/markdown_ranges.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import type { Token, TokenName } from "./token.ts";
import { TOKEN_KINDS } from "./token_kinds.ts";

/**
 * @param text Any text.
 * @param kinds Which kinds count here.
 * @returns The tokens in order, without overlaps; of two that overlap the one that begins first.
 */
export function findTokens(text: string, kinds: readonly TokenName[]): Token[] {
  const scanned = { text, literalAt: () => literalFinder(text) };
  const all = kinds.flatMap((kind) => TOKEN_KINDS[kind].find(scanned));
  const tokens: Token[] = [];
  for (const token of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (token.start >= (tokens.at(-1)?.end ?? 0)) tokens.push(token);
  }
  return tokens;
}

/** Positions asked for must rise; the frontmatter is literal too. */
function literalFinder(text: string): (position: number) => boolean {
  const bodyStart = bodyOffset(text);
  const isLiteral = inside(literalRanges(text, bodyStart));
  return (position) => position < bodyStart || isLiteral(position);
}
