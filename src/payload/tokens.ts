/** What is resolved in a text for a subagent. ADD A TOKEN KIND: name, finder, resolution in `resolve_text.ts`. */
import { inside, literalRanges } from "../base/markdown_ranges.ts";
import { scan, type Segment } from "../skill/scan.ts";
import { bodyOffset } from "../skill/frontmatter.ts";

export interface Token {
  readonly kind: TokenName;
  /** UTF-16 offsets, end excluded. */
  readonly start: number;
  readonly end: number;
  /** What stands in the text, such as `{{TASK_ID}}`. */
  readonly raw: string;
  /** What it names, without marks: `TASK_ID`, `docs/spec.md`. */
  readonly name: string;
  /** Of a reference: a bracket, quote or emphasis stands before it, so that it is not followed, only named. */
  readonly isEnclosed?: true;
  readonly segment?: Exclude<Segment, { kind: "text" }>;
}

export const TOKEN_NAMES = ["file", "glob", "variable", "environment", "command"] as const;

export type TokenName = typeof TOKEN_NAMES[number];

/** The tokens in order, without overlaps; of two that overlap the one that begins first. */
export function findTokens(text: string, kinds: readonly TokenName[]): Token[] {
  const all = [
    ...findReferences(text),
    ...findNames(text, "variable", /\{\{([A-Z0-9_]+)\}\}/g),
    ...findNames(text, "environment", /\$\{([A-Z0-9_]+)\}/g),
    ...(kinds.includes("command") ? findCommands(text) : []),
  ].filter(({ kind }) => kinds.includes(kind));
  const tokens: Token[] = [];
  for (const token of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (token.start >= (tokens.at(-1)?.end ?? 0)) tokens.push(token);
  }
  return tokens;
}

/** The text with something else in the place of each token; `undefined` leaves one as written. */
export function replaceTokens(
  text: string,
  tokens: readonly Token[],
  valueOf: (token: Token) => string | undefined,
): string {
  let result = "";
  let at = 0;
  for (const token of tokens) {
    result += text.slice(at, token.start) + (valueOf(token) ?? token.raw);
    at = token.end;
  }
  return result + text.slice(at);
}

/** What may stand behind a reference in a sentence and is not part of it. */
const TRAILING = ".,;:!?)]}>'\"*_";
const EXTENSION = ".md";
/** What no path has and a decorator's call or a piece of markup may have. */
const NO_PATH_REGEXP = /[@"'`()<>[\]{}|]/;
/** Behind a bracket, quote or emphasis it is meant as a reference and is no word of its own. No path is longer. */
const REFERENCE_REGEXP =
  /(?<=[([{<"'*_])@(?=([^\s@"'`()<>[\]{}|]{1,1024}))|(?<=^|\s)@(?=(\S{1,1024}))/g;

/** The references in order; those with a `*` are patterns. */
function findReferences(text: string): Token[] {
  const tokens: Token[] = [];
  let isLiteral: ((position: number) => boolean) | undefined;
  for (const { index: start, 1: enclosed, 2: word } of text.matchAll(REFERENCE_REGEXP)) {
    const name = withoutEnd(enclosed ?? word!);
    const isPath = name.length > EXTENSION.length && name.toLowerCase().endsWith(EXTENSION) &&
      !NO_PATH_REGEXP.test(name);
    if (!isPath) continue;
    isLiteral ??= literalFinder(text);
    if (isLiteral(start)) continue;
    const kind = name.includes("*") ? "glob" : "file";
    const token = { kind, start, end: start + 1 + name.length, raw: `@${name}`, name } as const;
    tokens.push(enclosed === undefined ? token : { ...token, isEnclosed: true });
  }
  return tokens;
}

/** Positions asked for must rise; the frontmatter is literal too. */
function literalFinder(text: string): (position: number) => boolean {
  const bodyStart = bodyOffset(text);
  const isLiteral = inside(literalRanges(text, bodyStart));
  return (position) => position < bodyStart || isLiteral(position);
}

function withoutEnd(written: string): string {
  let end = written.length;
  while (end > 0 && TRAILING.includes(written[end - 1]!)) end--;
  return written.slice(0, end);
}

function findNames(text: string, kind: TokenName, pattern: RegExp): Token[] {
  return [...text.matchAll(pattern)].map(({ index: start, 0: raw, 1: name }) => {
    return { kind, start, end: start + raw.length, raw, name: name! };
  });
}

/** Commands, escaped look-alikes and blocks that never end, in order. */
function findCommands(text: string): Token[] {
  if (!text.includes("!")) return [];
  let end = 0;
  return scan(text).flatMap((segment): Token[] => {
    const { raw } = segment;
    const start = end;
    end += raw.length;
    if (segment.kind === "text") return [];
    const name = segment.kind === "directive" ? segment.command : "";
    return [{ kind: "command", start, end, raw, name, segment }];
  });
}
