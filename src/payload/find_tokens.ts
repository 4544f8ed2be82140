/** All tokens of a text, found in one pass over what each kind finds: no token lies in another. */
import { literalRanges } from "../preprocessor/literal_ranges.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
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

/** Positions asked for must rise. */
function literalFinder(text: string): (position: number) => boolean {
  const frontmatter = splitFrontmatter(text);
  const bodyStart = typeof frontmatter === "string" ? 0 : frontmatter.bodyOffset;
  const ranges = literalRanges(text.slice(bodyStart));
  let next = 0;
  return (position) => {
    const at = position - bodyStart;
    while (next < ranges.length && ranges[next]!.end <= at) next++;
    return at < 0 || (next < ranges.length && ranges[next]!.start <= at);
  };
}
