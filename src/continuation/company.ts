/** What stands before a name in its sentence and makes it one of several that are spoken of. */
import type { Registry } from "../catalog/registry.ts";
import { isState, isVerb } from "./sentence_words.ts";

export interface Candidate {
  /** The sentence up to the delimiter; its middle is left out where it is long. */
  readonly before: string;
  readonly after: string;
  readonly isAsked: boolean;
  /** The delimiter has `and` in it and the entry before has no arguments. */
  readonly isJoined: boolean;
  /** The delimiter has `and` in it, and neither `then` nor `finally`. */
  readonly isAnd: boolean;
  /** The delimiter is `and` alone. */
  readonly isPlainAnd: boolean;
  /** Its line is an item of a list, or says `Fields:`, and so does the line behind the name. */
  readonly isInItem: boolean;
  readonly isUnknown: boolean;
  /** A skill's name, or what people call one by. */
  readonly isSkill: (name: string) => boolean;
}

/** UTF-16 units looked at on each side. */
const WINDOW = 200;
const ITEM = /^[ \t]*(?:[-*+•]|\d{1,2}[.)]|[A-Z]\w*:)[ \t]/;

/** @param from Where the sentence, or the arguments in it, begin. */
export function around(text: string, from: number, delimiterStart: number, nameEnd: number) {
  const before = delimiterStart - from <= 2 * WINDOW
    ? text.slice(from, Math.max(from, delimiterStart))
    : `${text.slice(from, from + WINDOW)} … ${text.slice(delimiterStart - WINDOW, delimiterStart)}`;
  const behind = text.slice(nameEnd, nameEnd + WINDOW);
  const [after = ""] = behind.split("\n\n", 1);
  const next = /^[^\n]{0,40}\n\s*([^\n]{0,20})/.exec(behind)?.[1] ?? "";
  const line = () => text.slice(text.lastIndexOf("\n", delimiterStart - 1) + 1).slice(0, 20);
  const isInItem = ITEM.test(next) && ITEM.test(line());
  return { before: `${before} `, after: after.trim().replaceAll(/\s+/g, " "), isInItem };
}

/** Knows the names of skills, and what stands before the first hyphen of one: people say `plan`. */
export function nameFinder(registry: Registry): (name: string) => boolean {
  let heads: Set<string> | undefined;
  return (name) => {
    if (registry.get(name) !== undefined) return true;
    heads ??= new Set(
      [...registry.entries()].map(([key]) => key.slice(0, Math.max(0, key.indexOf("-")))),
    );
    return name.length > 2 && heads.has(name);
  };
}

/** Words that speak of skills by their bare names. */
const NAMING =
  /(?:^|\s)(?:type|types|typed|typing|mentions?|mentioned|lists?|teach(?:es)?|compares?|explains?|treats?|for|of|between|both|like|reads?|knows?|each|including|leave|merge|rename|remove|port|translate|document|show|shows|call|calls|so|follow|with|how|as|except|combine|via)$|:$/i;
const TYPING = /^(?:typ(?:es?|ed|ing)|writ(?:es?|ing)|wrote|enter(?:s|ed)?|input|says?|said)$/i;
/** With these, a name is an everyday noun or verb: `the old design`, `then commit`. */
const EVERYDAY =
  /^(?:the|an?|this|my|our|your|his|her|its|their|no|every|some|any|one|new|old|last|next|then|please|\S+['’]s)$/i;
const LINKS =
  /^(?:of|in|on|for|to|from|with|without|about|between|after|before|by|like|as|than|via|at|into|and|or|nor|that|which|who|when|if|how|where|what|why|because|since|so|though|although|while|unless|until|once|whether|does|do|is|are|names|words|commands|skills|verbs|steps|entries|labels)$/i;

/** The skill's bare name right before the delimiter: `type design, /commit`, `between design and /commit`. */
export function isBesideName({ before, after, isPlainAnd, isSkill }: Candidate): boolean {
  const [words = [], earlier] = itemsOf(before);
  const at = words.findLastIndex(isSkill);
  const name = words[at];
  if (name === undefined) return false;
  const behind = words.length - 1 - at;
  if (behind > 0) {
    // `made design slow and /handoff wrong`, `type design foo, /commit instead`
    const isSlight = isPlainAnd && behind < 2 && /^\S+(?: \S+)?$/.test(after);
    return behind < 3 && TYPING.test(words[at - 1] ?? earlier?.at(-1) ?? "") ||
      isSlight && at > 0 && !isEveryday(words, at);
  }
  const head = before.slice(0, before.lastIndexOf(name)).trim();
  if (isPlainAnd && name.includes("-") || NAMING.test(head)) return true;
  if (at === 0) return earlier !== undefined && (/: /.test(before) || isSkill(earlier.at(-1)!));
  return (isPlainAnd || after !== "") && !isEveryday(words, at);
}

/** An article or the like stands before a word, with at most two words between them. */
function isEveryday(words: readonly string[], at: number): boolean {
  const near = words.slice(Math.max(0, at - 3), at);
  const last = near.findLast((word) => EVERYDAY.test(word) || LINKS.test(word));
  return last !== undefined && EVERYDAY.test(last);
}

function itemsOf(before: string): string[][] {
  return before.replaceAll("; ", ", ").replaceAll(": ", ", ").split(", ")
    .map((item) => item.split(" ").filter(Boolean))
    .filter((words) => words.length > 0).reverse();
}

/** `plan by Ann, design by Bob, /commit by nobody` */
export function isInRow({ before, after, isAnd, isPlainAnd, isSkill }: Candidate): boolean {
  if (after === "") return false;
  const [last = [], earlier = []] = itemsOf(before);
  const isNamed = (words: string[]) => words.length < 9 && words.slice(0, 4).some(isSkill);
  if (isNamed(last) && (isNamed(earlier) || isSign(after))) return true;
  const words = after.split(/[,;:.!?]/, 1)[0]!.split(" ");
  const [first = "", end] = [words[0], words.at(-1)];
  if (first === "") return false;
  if (earlier.length > 0) {
    if (end === last.at(-1) && end === earlier.at(-1)) return true;
    // `proxy to Mina, disk to Joe, /commit to nobody`
    const isPlaced = (place: number) =>
      [last[place], earlier[place], first].every((one = "") => PREPOSITION.test(one));
    if (last.length === earlier.length && (isPlaced(1) || isPlaced(2))) return true;
    // `tests at 9, tag at 10, /commit freeze at 11`
    if ([last[1], earlier[1], words[1]].every((one = "") => PREPOSITION.test(one))) return true;
    // `the plan (slow), the design (fast), /commit (unknown)`
    const isNoted = (item: readonly string[]) =>
      /[)\]}]$/.test(item.at(-1) ?? "") && item.some((word) => /^[([{]/.test(word));
    if ([words, last, earlier].every(isNoted)) return true;
    // `tests good, docs good, /commit bad`
    const isPair = words.length === 1 && last.length === 2 && earlier.length === 2;
    if (isPair && (isState(end!) || last[1] === earlier[1])) return true;
  }
  if (/^[-=]>/.test(after)) return last.some((word) => /^[-=]>/.test(word));
  // `read twice, /handoff once`
  if (
    words.length === 1 && last.length > 1 && isMeasure(end) && isMeasure(last.at(-1)) &&
    (isMeasure(earlier.at(-1)) || last.some(isVerb))
  ) return true;
  // `the parser belongs to Rosa and /commit to me`
  if (!isAnd || words.length > 4 || !PREPOSITION.test(first) || !last.includes(first)) return false;
  return earlier.includes(first) ||
    isPlainAnd && last.some((word) => isVerb(word) || isSkill(word));
}

/** A digit or a pictogram; the property of characters is asked last: it takes time to load. */
function isSign(text: string): boolean {
  return /^\d/.test(text) ||
    text.charCodeAt(0) > 0x203b && /^\p{Extended_Pictographic}/u.test(text);
}

function isMeasure(word = ""): boolean {
  return /^(?:once|twice|thrice|one|two|three|four|five|six|none|half|\d\S*|%)$/i.test(word);
}

const PREPOSITION =
  /^(?:of|in|on|for|since|until|to|from|with|without|about|by|like|via|at|into)$/i;

/** `three buttons: save, /commit, cancel`. */
export function isCounted({ before: text, isPlainAnd }: Candidate): boolean {
  if (isPlainAnd && /\btwo \S+, \S+\s*$/i.test(text)) return true;
  if (!text.includes(": ")) return false;
  const [, number, items] =
    /\b(two|three|four|five|six|seven|eight|\d) [^:]{1,40}: ([^:]*)$/i.exec(text) ?? [];
  if (number === undefined) return false;
  const numbers = ["two", "three", "four", "five", "six", "seven", "eight"];
  const count = /\d/.test(number) ? Number(number) : 2 + numbers.indexOf(number.toLowerCase());
  const before = items!.split(/,|\b(?:and|or)\b/).map((item) => item.trim()).filter(Boolean);
  return before.length < count && before.every((item) => /^\S+(?: \S+){0,3}$/.test(item));
}

/** `I'll take care of docs and /commit`, `except for sections 3, 4 and /commit`. */
export function isGoverned({ before, isPlainAnd }: Candidate): boolean {
  const text = before.trimEnd();
  if (!isPlainAnd || text === "") return false;
  const governor =
    /\b(?:no longer|except(?: for)?|excluding|besides|rather than|instead of|apart from|no (?:need|reason|point)|before you|(?:I|we)(?:['’]ll| will| could| can| should| must)|(?:CI|bots?|humans|pipeline|cron) (?:will|can|must|should|may|\w+s?)|you (?:don['’]t|do not|may|must|should|need|have|needn['’]t))\b[^,;:]*(?:,(?: \S+){1,3})*$/i;
  return governor.test(text) &&
    !/ (?:me|it|him|her|us|them|this|that|any\w+|every\w+|ask|asking|stop|wait|worry)$/i.test(text);
}

/** `the links Help, About and /commit`, `says eat, sleep, /commit`; where a comma joins, only what is said or named. */
export function isListedWord({ before, isAnd, isPlainAnd }: Candidate): boolean {
  if (!before.includes(", ")) return false;
  const isNamed = () => /\b(?:say|said|read|name|call|title|label|like|such as)/i.test(before);
  if (!isPlainAnd && (isAnd || !isNamed())) return false;
  return /\b(?:pages|routes|endpoints|urls|links|menus|tabs|buttons|commands|screens|sections|entries|rows|columns|fields|shortcuts|keys|words|phases|steps|say|says|reads|reading|saying|named|called|titled|labell?ed)(?: (?:like|such as|are))?(?: [^\s\d,.;:][^\s,.;:]*,)+ [^\s\d,.;:][^\s,.;:]*,?\s*$/i
    .test(before);
}
