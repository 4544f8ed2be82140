/** Facts about a whole prompt, gathered lazily, each in one pass over it. */
import type { TextIndex } from "./lexeme.ts";

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * Makes the index of a text.
 *
 * @param text The prompt.
 * @returns Lookups that together cost a fixed number of passes over the text.
 */
export function indexText(text: string): TextIndex {
  const found = new Map<string, { from: number; hit: number }>();
  let brackets: Map<number, number> | undefined;
  let tags: Map<string, number[]> | undefined;
  let backQuotes: Map<number, number[]> | undefined;
  return {
    bracketEnd: (position) => (brackets ??= matchBrackets(text)).get(position),
    closingTagEnd: (name, position) =>
      firstAtLeast((tags ??= closingTags(text)).get(name), position),
    next: (needle, position) => {
      const known = found.get(needle);
      // A remembered hit is right from where it was searched up to itself; a remembered miss from there on.
      if (
        known !== undefined && known.from <= position && (known.hit < 0 || known.hit >= position)
      ) {
        return known.hit;
      }
      const hit = text.indexOf(needle, position);
      found.set(needle, { from: position, hit });
      return hit;
    },
    nextBackQuotes: (length, position) =>
      firstAtLeast((backQuotes ??= backQuoteRuns(text)).get(length), position) ?? -1,
  };
}

/** Pairs brackets with one stack; an unpaired one encloses nothing. */
function matchBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let position = 0; position < text.length; position++) {
    const character = text[position]!;
    if (character === "(" || character === "[" || character === "{") open.push(position);
    else if (character === ")" || character === "]" || character === "}") {
      const start = open.at(-1);
      if (start === undefined || CLOSERS[text[start]!] !== character) continue;
      open.pop();
      pairs.set(start, position + 1);
    }
  }
  return pairs;
}

/** Ends of all `</name>`, by name, ascending. */
function closingTags(text: string): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  for (const match of text.matchAll(/<\/([A-Za-z][A-Za-z0-9:_-]{0,63})>/g)) {
    append(ends, match[1]!, match.index + match[0].length);
  }
  return ends;
}

/** Starts of all runs of back quotes, by length, ascending. */
function backQuoteRuns(text: string): Map<number, number[]> {
  const starts = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) append(starts, match[0].length, match.index);
  return starts;
}

function append<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Binary search in an ascending list. */
function firstAtLeast(list: readonly number[] | undefined, minimum: number): number | undefined {
  if (list === undefined) return undefined;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < minimum) low = middle + 1;
    else high = middle;
  }
  return list[low];
}
