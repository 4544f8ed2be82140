/**
 * A reference is a whole word `/name` of a registered skill, right behind a delimiter, that the text does not merely
 * talk about. Zero false positives come first: a missed chain is typed again, a reference read wrongly
 * corrupts the arguments of the skill that is running.
 */
import { wordSet } from "../base/word_set.ts";
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import type { UnknownStep } from "./chain.ts";
import { around, nameFinder } from "./company.ts";
import { type Delimiter, delimiterBefore, trimCommas, wordAt } from "./delimiter.ts";
import type { Lexed } from "./lex.ts";
import { isWordCharacter } from "./text_index.ts";
import { mentionReason, type Reason, SPOKEN_OF } from "./mention.ts";

/** The previous arguments end where its delimiter begins, its own begin at `end`. */
interface Reference {
  readonly entry: RegistryEntry;
  readonly delimiterStart: number;
  readonly end: number;
}

/** A skill's name at a joint that is no request; `why` are words that follow "it". */
export interface Mention {
  readonly name: string;
  readonly why: string;
}

/** What stands at the joints of a trimmed prompt before the position `limit`, in order, without what it begins with. */
export function findReferences(lexed: Lexed, limit: number, registry: Registry) {
  const { text, lexemes } = lexed;
  const references: Reference[] = [];
  const mentions: Mention[] = [];
  const unknown: UnknownStep[] = [];
  const endMark = endMarkFinder(text);
  const isSkill = nameFinder(registry);
  // Whether a slash word already stood as a noun in this sentence: `add /mail, /review and /test`.
  let noun = false;
  let slash = 0;
  let sentence = lexemes[0]?.end ?? 0;
  for (let at = 1; at < lexemes.length && lexemes[at]!.start < limit; at++) {
    const { kind, start, end } = lexemes[at]!;
    const ended = sentenceEnd(lexed, at);
    if (ended > 0) [noun, sentence] = [false, ended];
    // A prompt can be megabytes of words without a slash.
    if (slash >= 0 && slash < start) slash = text.indexOf("/", start);
    if (kind !== "word" || slash < 0 || slash >= end) continue;
    const word = text.slice(start, end);
    // Neither glued to what is before it nor to what is behind it.
    const isAfterSpace = lexemes[at - 1]!.kind === "space";
    const isWhole = slash === start && isAfterSpace &&
      (lexemes[at + 1]?.kind ?? "space") === "space";
    const delimiter = isWhole ? delimiterBefore(lexed, at) : undefined;
    if (delimiter === undefined) {
      // Right behind the first skill it is that skill's argument.
      noun ||= at > 2 && isSlashNoun(word, isAfterSpace);
      continue;
    }
    const match = matchName(text, start, end, registry);
    const name = match?.entry.name ?? unknownName(word);
    if (name === undefined) continue;
    const delimiterStart = delimiter.start;
    const nameEnd = match?.end ?? start + 1 + name.length;
    const last = references.at(-1);
    const isAnd = delimiter.connected && !delimiter.ordered;
    const spoken = talkedAbout(lexed, at, { name, isAlone: nameEnd === end, noun }, delimiter);
    const reason: Reason | undefined = spoken ? SPOKEN_OF : mentionReason({
      ...around(text, Math.max(sentence, last?.end ?? 0), delimiterStart, nameEnd),
      isAsked: endMark(nameEnd) === "?",
      isJoined: isAnd && last?.end === blankBefore(text, delimiterStart),
      isPlainAnd: isAnd && !delimiter.isGlued,
      isAnd,
      isUnknown: match === undefined,
      isSkill,
    });
    if (reason === undefined) {
      if (match === undefined) unknown.push({ name, at: references.length });
      else {
        references.push({ ...match, delimiterStart });
        noun = false;
      }
      continue;
    }
    noun ||= reason.reach === "behind";
    if (match !== undefined) mentions.push({ name, why: reason.why });
    const isPlural = isAnd || /^ (?:are|were|both|all)\b/.test(text.slice(nameEnd, nameEnd + 6));
    if (reason.reach !== "before" || !isPlural) continue;
    for (let from = delimiterStart; references.at(-1)?.end === blankBefore(text, from);) {
      const joined = references.pop()!;
      mentions.push({ name: joined.entry.name, why: reason.why });
      from = joined.delimiterStart;
    }
  }
  return { references, mentions, unknown };
}

/** The name of a slash word, if it looks like a skill's. */
export function unknownName(word: string): string | undefined {
  return /^\/((?:[\w-]+:)?[a-z][\w-]*),*[.!]?$/i.exec(word.slice(0, 80))?.[1];
}

function blankBefore(text: string, position: number): number {
  while (/\s/.test(text[position - 1] ?? "")) position--;
  return position;
}

/** What ends the sentence that a position is in: a mark with a blank or a comma behind it. Positions must rise. */
function endMarkFinder(text: string): (position: number) => string | undefined {
  const marks = /[.!?](?=[\s,]|$)|\n/g;
  let found = -1;
  return (position) => {
    if (found < position) {
      marks.lastIndex = position;
      found = marks.test(text) ? marks.lastIndex - 1 : text.length;
    }
    return text[found];
  };
}

/** A word as a skill's name, maybe with commas, or a full stop at the prompt's end or before the next step or thanks. */
export function matchName(text: string, start: number, end: number, registry: Registry) {
  let nameEnd = end;
  while (text[nameEnd - 1] === ",") nameEnd--;
  const entry = registry.get(text.slice(start + 1, nameEnd));
  if (entry !== undefined) return { entry, end: nameEnd };
  const isEnded = /[.!]/.test(text[end - 1]!) &&
    /^(?:$|\s+(?:then|and|finally|thanks?|thx|please)\b)/i.test(text.slice(end, end + 20));
  const stopped = isEnded ? registry.get(text.slice(start + 1, end - 1)) : undefined;
  return stopped && { entry: stopped, end };
}

/** The cheap question before the lexer: nearly all prompts that begin with a skill name no second one. */
export function mayHoldReference(text: string, registry: Registry): boolean {
  for (let slash = text.indexOf("/", 1); slash >= 0; slash = text.indexOf("/", slash + 1)) {
    if (!/\s/.test(text[slash - 1]!)) continue;
    let end = slash + 1;
    while (end < text.length && !/[\s,]/.test(text[end]!)) end++;
    if (matchName(text, slash, end, registry) !== undefined) return true;
    const joint = /(?:,|and|then|finally|-)$/i.test(text.slice(slash - 9, slash).trimEnd());
    if (joint && unknownName(text.slice(slash, end)) !== undefined) return true;
    slash = end - 1;
  }
  return false;
}

/** Where a sentence ended within a lexeme: behind a line break, or behind a blank after a full stop; else 0. */
function sentenceEnd({ text, lexemes }: Lexed, at: number): number {
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

// Slash words that are not skills: routes and commands of a product, paths, directories.

/** A name behind a delimiter is a noun all the same; `noun`: a slash word already was one in this sentence. */
function talkedAbout(
  lexed: Lexed,
  at: number,
  { name, isAlone, noun }: { name: string; isAlone: boolean; noun: boolean },
  { follows, ordered }: Delimiter,
): boolean {
  // `and /accept /decline act on it`: two in a row are a list of words, not a skill and its argument.
  if (isAlone && isSlashNoun(wordAt(lexed, at + 2), true)) return true;
  const before = trimCommas(wordAt(lexed, follows));
  // `compare /usr/lib, /tmp and /home`, where a skill is called `tmp`.
  if (ROOT_DIRECTORIES.has(name) && isPath(before)) return true;
  return before === "/" || noun && (!ordered || isSlashNoun(before, true));
}

/** Top directories of common systems: behind an absolute path, a name like this is one of them. */
const ROOT_DIRECTORIES = wordSet(`
  bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users Volumes Library private`);

/** What may stand before a slash inside a word, beside letters, without making a noun of it: `./x`, `~/x`, `x://y`. */
const JOINING = ".~@:/_*)]}>\"'`-";

/** Whether a word talks about a slash word: `/mail`, `/mail:`, `-/mail`, `GET=/mail`; not a path. `begins`: after a blank. */
function isSlashNoun(word: string, begins: boolean): boolean {
  if (isPath(word) || word.includes("://")) return false;
  // `pages: /, /about`
  if (begins && word === "/,") return true;
  for (let slash = word.indexOf("/"); slash >= 0; slash = word.indexOf("/", slash + 1)) {
    if (!isLetter(word[slash + 1])) continue;
    if (slash === 0 ? begins : slash === 1 && /[-+!]/.test(word[0]!)) return true;
    if (slash > 0 && !isLetter(word[slash - 1]) && !JOINING.includes(word[slash - 1]!)) return true;
  }
  return false;
}

/** An absolute path that cannot be a skill: several segments, or an extension. */
function isPath(word: string): boolean {
  if (word[0] !== "/") return false;
  const next = word.indexOf("/", 1);
  if (next > 1 && next + 1 < word.length) return true;
  const dot = word.indexOf(".", 2);
  return dot > 0 && isLetter(word[dot + 1]);
}

function isLetter(character: string | undefined): boolean {
  return character !== "_" && isWordCharacter(character);
}
