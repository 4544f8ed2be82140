/**
 * Tokens: the references in a text that are resolved before a subagent sees it. Each kind is found by hand, so
 * that no pattern runs away on hostile text. ADD A TOKEN KIND: its form, its finder, its resolution in `resolve_text.ts`.
 */
import { inside, literalRanges } from "../base/markdown_ranges.ts";
import type { Segment } from "../skill/directive.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { scan } from "../skill/scan.ts";

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
  /** Of a command: what the preprocessor's scanner found. */
  readonly segment?: Exclude<Segment, { kind: "text" }>;
}

export type TokenName = "file" | "glob" | "variable" | "environment" | "command";

export const TOKEN_FORMS: Readonly<Record<TokenName, string>> = {
  file: "@file.md",
  glob: "@dir/*.md",
  variable: "{{NAME}}",
  environment: "${NAME}",
  command: "!`command`",
};

/** The tokens in order, without overlaps; of two that overlap the one that begins first. */
export function findTokens(text: string, kinds: readonly TokenName[]): Token[] {
  const all = [
    ...findReferences(text),
    ...findNames(text, "variable", "{{", "}}"),
    ...findNames(text, "environment", "${", "}"),
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

/** Positions asked for must rise; the frontmatter is literal too. */
function literalFinder(text: string): (position: number) => boolean {
  const bodyStart = bodyOffset(text);
  const isLiteral = inside(literalRanges(text, bodyStart));
  return (position) => position < bodyStart || isLiteral(position);
}

const SPACE_REGEXP = /\s/;
/** What may stand behind a reference in a sentence and is not part of it. */
const TRAILING = ".,;:!?)]}>'\"*_";
const EXTENSION = ".md";
/** Behind these, in a sentence, it is meant as a reference and is no word of its own. */
const ENCLOSING = "([{<\"'*_";
/** What no path has and a decorator's call or a piece of markup may have. */
const NO_PATH_REGEXP = /[@"'`()<>[\]{}|]/;
const ENCLOSED_END_REGEXP = /[\s@"'`()<>[\]{}|]/;
/** UTF-16 units; longer than any path. */
const MAX_LENGTH = 1024;

/** The references in order; those with a `*` are patterns. */
function findReferences(text: string): Token[] {
  const tokens: Token[] = [];
  let isLiteral: ((position: number) => boolean) | undefined;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const before = text[at - 1] ?? " ";
    const isEnclosed = ENCLOSING.includes(before);
    if (!isEnclosed && !SPACE_REGEXP.test(before)) continue;
    const end = referenceEnd(text, at, isEnclosed ? ENCLOSED_END_REGEXP : SPACE_REGEXP);
    if (end === undefined) continue;
    isLiteral ??= literalFinder(text);
    if (isLiteral(at)) continue;
    const name = text.slice(at + 1, end);
    const kind = name.includes("*") ? "glob" : "file";
    const raw = `@${name}`;
    tokens.push({ kind, start: at, end, raw, name, ...(isEnclosed ? { isEnclosed } : {}) });
  }
  return tokens;
}

/** Behind the path, without the punctuation of the sentence around it. */
function referenceEnd(text: string, at: number, stop: RegExp): number | undefined {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_LENGTH && !stop.test(text[end]!)) end++;
  while (end > at + 1 && TRAILING.includes(text[end - 1]!)) end--;
  const name = text.slice(at + 1, end);
  const isPath = name.length > EXTENSION.length && name.length <= MAX_LENGTH &&
    name.toLowerCase().endsWith(EXTENSION) && !NO_PATH_REGEXP.test(name);
  return isPath ? end : undefined;
}

/** The tokens in order; names hold upper case letters, digits and underscores. */
function findNames(text: string, kind: TokenName, open: string, close: string): Token[] {
  const tokens: Token[] = [];
  let at = text.indexOf(open);
  while (at >= 0) {
    const first = at + open.length;
    let last = first;
    while (isNameCharacter(text.charCodeAt(last))) last++;
    const isName = last > first && text.startsWith(close, last);
    const end = isName ? last + close.length : at + 1;
    const name = text.slice(first, last);
    if (isName) tokens.push({ kind, start: at, end, raw: text.slice(at, end), name });
    at = text.indexOf(open, end);
  }
  return tokens;
}

function isNameCharacter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

/** Commands, escaped look-alikes and blocks that never end, in order. */
function findCommands(text: string): Token[] {
  if (!text.includes("!")) return [];
  const tokens: Token[] = [];
  let at = 0;
  for (const segment of scan(text)) {
    const { raw } = segment;
    if (segment.kind !== "text") {
      const name = segment.kind === "directive" ? segment.command : "";
      tokens.push({ kind: "command", start: at, end: at + raw.length, raw, name, segment });
    }
    at += raw.length;
  }
  return tokens;
}
