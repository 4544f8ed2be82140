/** Facts about a whole prompt, gathered lazily, each in one pass over it. */
import type { TextIndex } from "./lexeme.ts";

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Lookups that together cost a fixed number of passes over the text. */
export function indexText(text: string): TextIndex {
  const found = new Map<string, { from: number; hit: number }>();
  let brackets: Map<number, number> | undefined;
  let tags: Tags | undefined;
  let backQuotes: Map<number, number[]> | undefined;
  return {
    bracketEnd: (position) => (brackets ??= matchBrackets(text)).get(position),
    tagEnd: (name, position) => {
      const { pairs, closings } = tags ??= matchTags(text);
      return pairs.get(position) ?? firstAtLeast(closings.get(name), position);
    },
    next: (needle, position) => remembered(needle, position, () => text.indexOf(needle, position)),
    closingApostrophe: (position) =>
      remembered("closing '", position, () => closingApostrophe(text, position)),
    nextBackQuotes: (length, position) =>
      firstAtLeast((backQuotes ??= backQuoteRuns(text)).get(length), position) ?? -1,
  };

  /** A remembered hit is right from where it was searched up to itself; a remembered miss from there on. */
  function remembered(what: string, position: number, search: () => number): number {
    const known = found.get(what);
    if (known !== undefined && known.from <= position && (known.hit < 0 || known.hit >= position)) {
      return known.hit;
    }
    const hit = search();
    found.set(what, { from: position, hit });
    return hit;
  }
}

/** One that is not inside a word. */
function closingApostrophe(text: string, position: number): number {
  let hit = text.indexOf("'", position);
  while (hit >= 0 && isWordCharacter(text[hit + 1])) hit = text.indexOf("'", hit + 1);
  return hit;
}

/** Whether a character (`undefined` beyond the text) is a letter, a digit or an underscore, in any script. */
export function isWordCharacter(character: string | undefined): boolean {
  if (character === undefined) return false;
  const unit = character.charCodeAt(0);
  if (unit >= 0x80) return /[\p{L}\p{N}]/u.test(character);
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

/** Pairs brackets with one stack; an unpaired one encloses nothing. */
function matchBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: character, index } of text.matchAll(/[()[\]{}]/g)) {
    if (character in CLOSERS) open.push(index);
    else {
      const start = open.at(-1);
      if (start === undefined || CLOSERS[text[start]!] !== character) continue;
      open.pop();
      pairs.set(start, index + 1);
    }
  }
  return pairs;
}

interface Tags {
  /** Start of an opening tag → end of its closing tag. */
  readonly pairs: Map<number, number>;
  /** Ends of all closing tags, by name, ascending. */
  readonly closings: Map<string, number[]>;
}

/** Pairs tags with one stack per name: `<div><div></div></div>` is one enclosure. */
function matchTags(text: string): Tags {
  const tags: Tags = { pairs: new Map(), closings: new Map() };
  const open = new Map<string, number[]>();
  for (const match of text.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9:_-]{0,63})/g)) {
    const [whole, slash, name = ""] = match;
    if (slash === "") {
      append(open, name, match.index);
      continue;
    }
    const after = match.index + whole.length;
    if (text[after] !== ">") continue;
    append(tags.closings, name, after + 1);
    const start = open.get(name)?.pop();
    if (start !== undefined) tags.pairs.set(start, after + 1);
  }
  return tags;
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
