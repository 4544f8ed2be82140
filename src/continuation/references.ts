/**
 * What counts as a reference to a skill behind the first one: a whole word `/name` of a registered
 * skill, right behind a delimiter, in plain text. Zero false positives come before everything: a
 * reference read wrongly corrupts the arguments of the skill that is running.
 */
import { lookup, type Registry, type RegistryEntry } from "../registry/registry.ts";
import type { Lexeme } from "./lexeme.ts";
import { CONNECTORS } from "./words.ts";

/** A registered skill with what the user wrote behind it. */
export interface Step {
  readonly entry: RegistryEntry;
  readonly args: string;
}

/** Where a reference stands. */
export interface Reference {
  readonly entry: RegistryEntry;
  /** Where the delimiter before it begins: the previous arguments end there. */
  readonly delimiterStart: number;
  /** Where its own arguments begin. */
  readonly end: number;
}

/**
 * Finds the inline references.
 *
 * @param text The trimmed prompt.
 * @param lexemes The prompt's lexemes.
 * @param first The reference the prompt begins with.
 * @param limit Only references that begin before this position count.
 * @param registry The cooperative skills.
 * @returns References in order, without the first.
 */
export function findReferences(
  text: string,
  lexemes: readonly Lexeme[],
  first: Reference,
  limit: number,
  registry: Registry,
): Reference[] {
  const found: Reference[] = [];
  const mentioned = new Set<string>();
  let mentions = false;
  for (let at = 1; at < lexemes.length && lexemes[at]!.start < limit; at++) {
    const { kind, start, end } = lexemes[at]!;
    if (kind !== "word" || text[start] !== "/" || lexemes[at - 1]!.kind !== "space") continue;
    const word = trimCommas(text.slice(start, end));
    const delimiter = delimiterBefore(text, lexemes, at);
    if (delimiter === undefined) {
      mentions = !isPathArgument(text, lexemes[at]!, found.at(-1) ?? first);
      mentioned.add(word);
      continue;
    }
    // `/tmp` in `clean /tmp, /home and /usr` is a mention, and so is what its list goes on with; a command that
    // the text has named before is still being talked about.
    mentions &&= continuesList(text, lexemes, delimiter);
    if (mentions || mentioned.has(word)) continue;
    if ((lexemes[at + 1]?.kind ?? "space") !== "space") continue;
    const delimiterStart = lexemes[delimiter.first]!.start + delimiter.offset;
    const reference = matchName(text, start, end, delimiterStart, registry);
    if (reference !== undefined) found.push(reference);
    else if (isPath(word)) mentions = true;
  }
  return found;
}

/**
 * Looks a word up as a reference: the whole word, at most with commas behind it, or with the full
 * stop that ends the whole prompt.
 *
 * @param text The trimmed prompt.
 * @param start Where the word's slash is.
 * @param end Where the word ends.
 * @param delimiterStart Where the delimiter before it begins.
 * @param registry The cooperative skills.
 * @returns The reference, or `undefined` when no such skill takes part.
 */
export function matchName(
  text: string,
  start: number,
  end: number,
  delimiterStart: number,
  registry: Registry,
): Reference | undefined {
  let nameEnd = end;
  while (text[nameEnd - 1] === ",") nameEnd--;
  const entry = lookup(registry, text.slice(start + 1, nameEnd));
  if (entry !== undefined) return { entry, delimiterStart, end: nameEnd };
  if (end < text.length || !/[.!]/.test(text[end - 1]!)) return undefined;
  const sentenceEnd = lookup(registry, text.slice(start + 1, end - 1));
  return sentenceEnd && { entry: sentenceEnd, delimiterStart, end };
}

/** A delimiter: its first lexeme, and how far into that lexeme it begins (`foo,` keeps `foo`). */
interface Delimiter {
  readonly first: number;
  readonly offset: number;
}

/** The comma, connecting words, or both, right before the word at `at`. */
function delimiterBefore(
  text: string,
  lexemes: readonly Lexeme[],
  at: number,
): Delimiter | undefined {
  let delimiter: Delimiter | undefined;
  for (let before = at - 2; before >= 0; before -= 2) {
    const { kind, start, end } = lexemes[before]!;
    if (kind !== "word") return delimiter;
    const word = text.slice(start, end);
    const bare = trimCommas(word);
    if (bare === "") delimiter = { first: before, offset: 0 };
    else if (CONNECTORS.has(bare) && lexemes[before - 1]?.kind === "space") {
      if (bare !== word && delimiter === undefined) return { first: before, offset: bare.length };
      delimiter = { first: before, offset: 0 };
      continue;
    } else if (bare !== word) delimiter = { first: before, offset: bare.length };
    return delimiter;
  }
  return delimiter;
}

function trimCommas(word: string): string {
  let end = word.length;
  while (word[end - 1] === ",") end--;
  return word.slice(0, end);
}

/** Whether the item before a delimiter is a slash word, placeholders like `<name>` aside: then a list goes on. */
function continuesList(
  text: string,
  lexemes: readonly Lexeme[],
  { first, offset }: Delimiter,
): boolean {
  for (let at = offset > 0 ? first : first - 1; at >= 0; at--) {
    const { kind, start, end } = lexemes[at]!;
    if (kind === "space" || kind === "tag" || kind === "bracket" || kind === "code") continue;
    const word = trimCommas(text.slice(start, end));
    if (word !== "") return kind === "word" && word[0] === "/";
  }
  return false;
}

/** A path with several segments right behind a skill's name is that skill's own argument, not a list of mentions. */
function isPathArgument(text: string, { start, end }: Lexeme, skill: Reference): boolean {
  return isPath(text.slice(start, end)) && text.slice(skill.end, start).trim() === "";
}

function isPath(word: string): boolean {
  return word.indexOf("/", 1) > 0;
}
