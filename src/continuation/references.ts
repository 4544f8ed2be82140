/**
 * What counts as a reference to a skill behind the first one: a whole word `/name` of a registered
 * skill, right behind a delimiter, in plain text, and not one of several slash words the text talks
 * about. Zero false positives come before everything: a missed chain is typed again, a reference read
 * wrongly corrupts the arguments of the skill that is running.
 */
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import type { UnknownStep } from "./chain.ts";
import { around, nameFinder } from "./candidate.ts";
import { delimiterBefore } from "./delimiter.ts";
import type { Lexeme } from "./lex.ts";
import { mentionReason, type Reason, SPOKEN_OF } from "./mention.ts";
import { isSlashNoun, talkedAbout } from "./slash_words.ts";

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

/** A skill's name at a joint that is no request, and why. */
export interface Mention {
  readonly name: string;
  /** In words that follow "it". */
  readonly why: string;
}

/** What stands at the joints of a trimmed prompt before the position `limit`, in order, without what it begins with. */
export function findReferences(
  text: string,
  lexemes: readonly Lexeme[],
  limit: number,
  registry: Registry,
) {
  const references: Reference[] = [];
  const mentions: Mention[] = [];
  const unknown: UnknownStep[] = [];
  const sentences = sentenceFinder(text);
  const isSkill = nameFinder(registry);
  // Whether a slash word already stood as a noun in this sentence: `add /mail, /review and /test`.
  let noun = false;
  let slash = 0;
  let sentence = lexemes[0]?.end ?? 0;
  for (let at = 1; at < lexemes.length && lexemes[at]!.start < limit; at++) {
    const { kind, start, end } = lexemes[at]!;
    const ended = sentenceEnd(text, lexemes, at);
    if (ended > 0) [noun, sentence] = [false, ended];
    // A prompt can be megabytes of words without a slash: they are passed over without a look.
    if (slash >= 0 && slash < start) slash = text.indexOf("/", start);
    if (kind !== "word" || slash < 0 || slash >= end) continue;
    const word = text.slice(start, end);
    const delimiter = wholeSlashWord(text, lexemes, at)
      ? delimiterBefore(text, lexemes, at)
      : undefined;
    const delimiterStart = delimiter && lexemes[delimiter.first]!.start + delimiter.offset;
    const reference = delimiterStart === undefined
      ? undefined
      : matchName(text, start, end, delimiterStart, registry);
    if (delimiter === undefined || delimiterStart === undefined) {
      // Right behind the first skill it is that skill's argument.
      noun ||= at > 2 && isSlashNoun(word, lexemes[at - 1]!.kind === "space");
      continue;
    }
    const name = reference?.entry.name ?? unknownName(word);
    if (name === undefined) continue;
    const nameEnd = reference?.end ?? start + 1 + name.length;
    const last = references.at(-1);
    const isAnd = delimiter.connected && !delimiter.ordered;
    const reason: Reason | undefined =
      talkedAbout(text, lexemes, at, { name, end: nameEnd }, delimiter, noun)
        ? SPOKEN_OF
        : mentionReason({
          ...around(text, Math.max(sentence, last?.end ?? 0), delimiterStart, nameEnd),
          isAsked: text[sentences(nameEnd)] === "?",
          isJoined: isAnd && last?.end === blankBefore(text, delimiterStart),
          isPlainAnd: isAnd && delimiter.offset === 0,
          isAnd,
          isUnknown: reference === undefined,
          isSkill,
        });
    if (reason !== undefined) noun ||= reason.reach === "behind";
    if (reason === undefined) {
      if (reference === undefined) unknown.push({ name, at: references.length });
      else {
        references.push(reference);
        noun = false;
      }
    } else {
      if (reference !== undefined) mentions.push({ name, why: reason.why });
      const isPlural = isAnd || /^ (?:are|were|both|all)\b/.test(text.slice(nameEnd, nameEnd + 6));
      if (reason.reach !== "before" || !isPlural) continue;
      for (let from = delimiterStart; references.at(-1)?.end === blankBefore(text, from);) {
        const joined = references.pop()!;
        mentions.push({ name: joined.entry.name, why: reason.why });
        from = joined.delimiterStart;
      }
    }
  }
  return { references, mentions, unknown };
}

/** The name of a slash word that nobody registered, if it looks like a skill's. */
export function unknownName(word: string): string | undefined {
  return /^\/((?:[\w-]+:)?[a-z][\w-]*),*[.!]?$/i.exec(word.slice(0, 80))?.[1];
}

/** Where the blanks before a position begin. */
function blankBefore(text: string, position: number): number {
  while (/\s/.test(text[position - 1] ?? "")) position--;
  return position;
}

/** Gives the end of the sentence that a position is in: a mark with a blank or a comma behind it, or the text's end. */
function sentenceFinder(text: string): (position: number) => number {
  const marks = /[.!?](?=[\s,]|$)|\n/g;
  let found = -1;
  return (position) => {
    if (found < position) {
      marks.lastIndex = position;
      found = marks.test(text) ? marks.lastIndex - 1 : text.length;
    }
    return found;
  };
}

/** What may stand behind the full stop of a name: nothing, the next step, or thanks. */
const ENDED = /^(?:$|\s+(?:then|and|finally|thanks?|thx|please)\b)/i;

/**
 * The word from `start` to `end` as a reference (at most with commas behind it, or the full stop that ends the trimmed
 * prompt or stands before the next step) whose delimiter begins at `delimiterStart`; `undefined` when no such skill takes
 * part.
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
  if (!/[.!]/.test(text[end - 1]!) || !ENDED.test(text.slice(end, end + 20))) return undefined;
  const sentenceEnd = registry.get(text.slice(start + 1, end - 1));
  return sentenceEnd && { entry: sentenceEnd, delimiterStart, end };
}

/**
 * The cheap question before the lexer, as nearly all prompts that begin with a skill name no second one: whether any
 * registered `/name` stands behind a blank, or another slash word behind a delimiter.
 */
export function mayHoldReference(text: string, registry: Registry): boolean {
  for (let slash = text.indexOf("/", 1); slash >= 0; slash = text.indexOf("/", slash + 1)) {
    if (!/\s/.test(text[slash - 1]!)) continue;
    let end = slash + 1;
    while (end < text.length && !/[\s,]/.test(text[end]!)) end++;
    if (matchName(text, slash, end, slash, registry) !== undefined) return true;
    const joint = /(?:,|and|then|finally|-)$/i.test(text.slice(slash - 9, slash).trimEnd());
    if (joint && unknownName(text.slice(slash, end)) !== undefined) return true;
    slash = end - 1;
  }
  return false;
}

/** Where a sentence ended within a lexeme: behind a line break, or behind a blank after a full stop; else 0. */
function sentenceEnd(text: string, lexemes: readonly Lexeme[], at: number): number {
  const { kind, start, end } = lexemes[at]!;
  if (kind === "prose") {
    const tail = /^[^]*(?:[.!?]\s|\n)/.exec(text.slice(start, end))?.[0];
    return tail === undefined ? 0 : start + tail.length;
  }
  if (kind !== "space") return 0;
  const isOver = lexemes[at - 1]!.kind === "word" && /[.!?]/.test(text[start - 1]!) ||
    text.slice(start, end).includes("\n");
  return isOver ? end : 0;
}

/** Blanks, `/…`, blanks: neither glued to what is before it nor to what is behind it. */
function wholeSlashWord(text: string, lexemes: readonly Lexeme[], at: number): boolean {
  return text[lexemes[at]!.start] === "/" && lexemes[at - 1]!.kind === "space" &&
    (lexemes[at + 1]?.kind ?? "space") === "space";
}
