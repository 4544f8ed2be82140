/** A name behind a delimiter, and what the rules of `mention.ts` look at: a bounded stretch on either side. */
import type { Registry } from "../catalog/registry.ts";

/** A name behind a delimiter, with what stands around it. */
export interface Candidate {
  /** The sentence up to the delimiter; its middle is left out where it is long. */
  readonly before: string;
  /** What follows the name, up to a few words. */
  readonly after: string;
  /** Whether the sentence ends with a question mark. */
  readonly isAsked: boolean;
  /** The delimiter has `and` in it and the entry before has no arguments. */
  readonly isJoined: boolean;
  /** The delimiter has `and` in it, and neither `then` nor `finally`. */
  readonly isAnd: boolean;
  /** The delimiter is `and` alone. */
  readonly isPlainAnd: boolean;
  /** Its line is an item of a list, or says `Fields:`, and so does the line behind the name. */
  readonly isInItem: boolean;
  /** Nobody has registered the name. */
  readonly isUnknown: boolean;
  /** Whether a name that can be typed takes part, or people call one by it. */
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

/** Tells the names of skills, and what stands before the first hyphen of one: people say `plan`. */
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
