/** Facts about a whole prompt, each gathered in one pass when it is asked for: no enclosure rule ever searches twice. */

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export type TextIndex = ReturnType<typeof indexText>;

/** Where nothing is found, -1 or `undefined`. */
export function indexText(text: string) {
  const found = new Map<string, { from: number; hit: number }>();
  let brackets: Map<number, number> | undefined;
  let tags: ReturnType<typeof matchTags> | undefined;
  let backQuotes: Map<number, number[]> | undefined;
  return {
    text,
    /** Behind the bracket that closes the one at a position. */
    bracketEnd: (position: number) => (brackets ??= matchBrackets(text)).get(position) ?? -1,
    /** End of the `</name>` that closes the `<name …>` at a position; of the next one when nothing is paired with it. */
    tagEnd(name: string, position: number): number | undefined {
      const { pairs, closings } = tags ??= matchTags(text);
      return pairs.get(position) ?? firstAtLeast(closings.get(name), position);
    },
    next: (needle: string, position: number) =>
      remembered(needle, position, () => text.indexOf(needle, position)),
    /** The first apostrophe that may close a quotation: one that is not inside a word. */
    closingApostrophe: (position: number) =>
      remembered("closing '", position, () => {
        let hit = text.indexOf("'", position);
        while (hit >= 0 && isWordCharacter(text[hit + 1])) hit = text.indexOf("'", hit + 1);
        return hit;
      }),
    /** Start of the next run of exactly `length` back quotes. */
    nextBackQuotes: (length: number, position: number) =>
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
    else if (open.length > 0 && CLOSERS[text[open.at(-1)!]!] === character) {
      pairs.set(open.pop()!, index + 1);
    }
  }
  return pairs;
}

/** With one stack per name: `<div><div></div></div>` is one enclosure. */
function matchTags(text: string) {
  const pairs = new Map<number, number>();
  /** Ends of all closing tags, by name, ascending. */
  const closings = new Map<string, number[]>();
  const open = new Map<string, number[]>();
  const tags = text.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9:_-]{0,63})/g);
  for (const { 0: whole, 1: slash, 2: name = "", index } of tags) {
    const end = index + whole.length + 1;
    if (slash === "") append(open, name, index);
    else if (text[end - 1] === ">") {
      append(closings, name, end);
      const start = open.get(name)?.pop();
      if (start !== undefined) pairs.set(start, end);
    }
  }
  return { pairs, closings };
}

function backQuoteRuns(text: string): Map<number, number[]> {
  const starts = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) append(starts, run.length, index);
  return starts;
}

function append<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function firstAtLeast(list: readonly number[] = [], minimum: number): number | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < minimum) low = middle + 1;
    else high = middle;
  }
  return list[low];
}
