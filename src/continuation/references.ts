/**
 * What counts as a reference to a skill behind the first one: a whole word `/name` of a registered
 * skill, right behind a delimiter, in plain text, and not one of several slash words the text talks
 * about. Zero false positives come before everything: a missed chain is typed again, a reference read
 * wrongly corrupts the arguments of the skill that is running.
 */
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import { type Delimiter, delimiterBefore, trimCommas } from "./delimiter.ts";
import type { Lexeme } from "./lexeme.ts";
import { isWordCharacter } from "./text_index.ts";

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
 * @param limit Only references that begin before this position count.
 * @returns References in order, without the one the prompt begins with.
 */
export function findReferences(
  text: string,
  lexemes: readonly Lexeme[],
  limit: number,
  registry: Registry,
): Reference[] {
  const found: Reference[] = [];
  // Whether a slash word already stood as a noun in this sentence: `add /mail, /review and /test`.
  let noun = false;
  let slash = 0;
  for (let at = 1; at < lexemes.length && lexemes[at]!.start < limit; at++) {
    const { kind, start, end } = lexemes[at]!;
    if (noun && endsSentence(text, lexemes, at)) noun = false;
    // A prompt can be megabytes of words without a slash: they are passed over without a look.
    if (slash < start) slash = indexOrEnd(text, "/", start);
    if (kind !== "word" || slash >= end) continue;
    const word = text.slice(start, end);
    const delimiter = wholeSlashWord(text, lexemes, at)
      ? delimiterBefore(text, lexemes, at)
      : undefined;
    const reference = delimiter &&
      matchName(text, start, end, lexemes[delimiter.first]!.start + delimiter.offset, registry);
    if (reference && !talkedAbout(text, lexemes, at, reference, delimiter, noun)) {
      found.push(reference);
      noun = false;
    } else if (isSlashNoun(word, lexemes[at - 1]!.kind === "space") && at > 1) {
      // Right behind the first skill it is that skill's argument; behind a delimiter it is an unknown skill.
      noun ||= reference !== undefined || (delimiter === undefined && at > 2);
    }
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
  const entry = registry.get(text.slice(start + 1, nameEnd));
  if (entry !== undefined) return { entry, delimiterStart, end: nameEnd };
  if (end < text.length || !/[.!]/.test(text[end - 1]!)) return undefined;
  const sentenceEnd = registry.get(text.slice(start + 1, end - 1));
  return sentenceEnd && { entry: sentenceEnd, delimiterStart, end };
}

/**
 * The cheap question before the lexer: nearly all prompts that begin with a skill name no second one.
 *
 * @param text The trimmed prompt.
 * @returns Whether any registered `/name` stands behind a blank.
 */
export function mayHoldReference(text: string, registry: Registry): boolean {
  for (let slash = text.indexOf("/", 1); slash >= 0; slash = text.indexOf("/", slash + 1)) {
    if (!/\s/.test(text[slash - 1]!)) continue;
    let end = slash + 1;
    while (end < text.length && !/[\s,]/.test(text[end]!)) end++;
    if (matchName(text, slash, end, slash, registry) !== undefined) return true;
    slash = end - 1;
  }
  return false;
}

function indexOrEnd(text: string, needle: string, from: number): number {
  const found = text.indexOf(needle, from);
  return found < 0 ? text.length : found;
}

/** A line break, or a blank behind a full stop. */
function endsSentence(text: string, lexemes: readonly Lexeme[], at: number): boolean {
  const { kind, start, end } = lexemes[at]!;
  if (kind === "prose") return /[.!?]\s|\n/.test(text.slice(start, end));
  if (kind !== "space") return false;
  return lexemes[at - 1]!.kind === "word" && /[.!?]/.test(text[start - 1]!) ||
    text.slice(start, end).includes("\n");
}

/** Blanks, `/…`, blanks: neither glued to what is before it nor to what is behind it. */
function wholeSlashWord(text: string, lexemes: readonly Lexeme[], at: number): boolean {
  return text[lexemes[at]!.start] === "/" && lexemes[at - 1]!.kind === "space" &&
    (lexemes[at + 1]?.kind ?? "space") === "space";
}

/** Whether a registered name behind a delimiter is a noun all the same. */
function talkedAbout(
  text: string,
  lexemes: readonly Lexeme[],
  at: number,
  reference: Reference,
  delimiter: Delimiter,
  noun: boolean,
): boolean {
  // `and /accept /decline act on it`: two in a row are a list of words, not a skill and its argument.
  const next = reference.end === lexemes[at]!.end ? lexemes[at + 2] : undefined;
  if (next?.kind === "word" && isSlashNoun(text.slice(next.start, next.end), true)) return true;
  const before = wordBefore(text, lexemes, delimiter);
  // `compare /usr/lib, /tmp and /home`, where somebody has a skill called `tmp`.
  if (ROOT_DIRECTORIES.has(reference.entry.name) && before[0] === "/" && isPath(before)) {
    return true;
  }
  return noun && (!delimiter.ordered || isSlashNoun(before, true));
}

/** The word a delimiter follows; empty when it is no word. */
function wordBefore(
  text: string,
  lexemes: readonly Lexeme[],
  { first, offset }: Delimiter,
): string {
  const lexeme = lexemes[offset > 0 ? first : first - 2];
  return lexeme?.kind === "word" ? trimCommas(text.slice(lexeme.start, lexeme.end)) : "";
}

// Slash words that are not skills: routes and commands of a product, paths, directories.

/** Top directories of common systems: behind an absolute path, a name like this is one of them. */
const ROOT_DIRECTORIES: ReadonlySet<string> = new Set(
  ("bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var " +
    "Users Volumes Library private").split(" "),
);

/** What may stand before a slash inside a word, beside letters, without making a noun of it: `./x`, `~/x`, `x://y`. */
const JOINING = ".~@:/_*)]}>\"'`-";

/**
 * Whether a word talks about a slash word: `/mail`, `/mail:`, `-/mail`, `GET=/mail`; not a path.
 *
 * @param word A word, without blanks.
 * @param begins Whether a blank stands before it.
 */
function isSlashNoun(word: string, begins: boolean): boolean {
  if (isPath(word)) return false;
  for (let slash = word.indexOf("/"); slash >= 0; slash = word.indexOf("/", slash + 1)) {
    if (!isLetter(word[slash + 1])) continue;
    if (slash === 0 ? begins : slash === 1 && /[-+!]/.test(word[0]!)) return true;
    if (slash > 0 && !isLetter(word[slash - 1]) && !JOINING.includes(word[slash - 1]!)) return true;
  }
  return false;
}

/** Whether it is an absolute path that cannot be a skill: several segments, or an extension. */
export function isPath(word: string): boolean {
  if (word[0] !== "/") return false;
  const next = word.indexOf("/", 1);
  if (next > 1 && next + 1 < word.length) return true;
  const dot = word.indexOf(".", 2);
  return dot > 0 && isLetter(word[dot + 1]);
}

/** Or a digit, in any script. */
function isLetter(character: string | undefined): boolean {
  return character !== "_" && isWordCharacter(character);
}
