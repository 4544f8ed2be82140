/**
 * Patterns, matched by hand: they come from strangers, and a regular expression made of one
 * (`@std/path`'s too) takes exponential time for some. Here the time is bounded by pattern times text.
 * There are two kinds, because they mean different things by `*`.
 *
 * A glob is about a path, as ignore files have it: `*` and `?` stay within one segment, `**` is any number
 * of segments, `{a,b}` alternatives, `[a-z]` and `[!a-z]` sets, `\` makes the next character plain. A glob
 * without a slash fits at any depth, any other from the first segment on; a final slash means everything
 * below. A wildcard is about a command line, a name or an address: `*` is any text, slashes included,
 * and `?` or `[` are what they are.
 */

export interface Glob {
  readonly text: string;
  /** One list of segments for each alternative. */
  readonly alternatives: readonly (readonly Segment[])[];
}

type Segment = typeof ANY | readonly (Part | typeof ANY)[];
type Part = string | ((character: string) => boolean);

/** Any number of characters, or of segments. */
const ANY = Symbol("any");
const MAX_LENGTH = 500;
const MAX_ALTERNATIVES = 64;

export function readGlob(text: string): Glob | { readonly flaw: string } {
  if (text.length > MAX_LENGTH) return { flaw: `it is longer than ${MAX_LENGTH} characters` };
  if (text.startsWith("!")) return { flaw: "it cannot say what is not meant" };
  const spelled = expandBraces(text);
  if (spelled === undefined) return { flaw: `it has more than ${MAX_ALTERNATIVES} alternatives` };
  const alternatives: Segment[][] = [];
  for (const one of spelled) {
    const segments = readSegments(one);
    if (typeof segments === "string") return { flaw: segments };
    alternatives.push(segments);
  }
  return { text, alternatives };
}

/** Whether the whole path fits; `/` stands between its segments, and none in front. */
export function matchesGlob({ alternatives }: Glob, path: string): boolean {
  const names = path.split("/").map((name) => [...name]);
  return alternatives.some((segments) =>
    fits(
      segments,
      names,
      (segment, name) =>
        fits(segment, name, (part, character) =>
          typeof part === "function" ? part(character) : part === character),
    )
  );
}

/** Whether the whole text fits; `*` in the pattern is any text. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const parts = [...pattern].map((character) => character === "*" ? ANY : character);
  return fits(parts, [...text], (part, character) => part === character);
}

/** Greedy with one place to come back to: the last wild card can take over all that earlier ones could. */
function fits<Part, Item>(
  parts: readonly (Part | typeof ANY)[],
  items: readonly Item[],
  isFit: (part: Part, item: Item) => boolean,
): boolean {
  let next = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < items.length;) {
    const part = parts[next];
    if (part === ANY) [back, resume] = [next++, at];
    else if (part !== undefined && isFit(part, items[at]!)) [next, at] = [next + 1, at + 1];
    else if (back >= 0) [next, at] = [back + 1, ++resume];
    else return false;
  }
  while (parts[next] === ANY) next++;
  return next === parts.length;
}

function readSegments(text: string): Segment[] | string {
  const plain = text.startsWith("./") ? text.slice(2) : text;
  const isAnchored = plain.startsWith("/");
  const body = isAnchored ? plain.slice(1) : plain;
  if (body === "") return "it is empty";
  const names = (body.endsWith("/") ? `${body}**` : body).split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) {
    return "its segments must be names";
  }
  const segments = names.map((name): Segment => name === "**" ? ANY : readParts(name));
  return names.length === 1 && !isAnchored ? [ANY, ...segments] : segments;
}

function readParts(name: string): (Part | typeof ANY)[] {
  const parts: (Part | typeof ANY)[] = [];
  const characters = [...name];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index]!;
    if (character === "*") {
      if (parts.at(-1) !== ANY) parts.push(ANY);
    } else if (character === "?") parts.push(() => true);
    else if (character === "\\" && index + 1 < characters.length) parts.push(characters[++index]!);
    else if (character === "[") {
      const end = characters.indexOf("]", index + 2);
      if (end < 0) parts.push(character);
      else {
        parts.push(readSet(characters.slice(index + 1, end)));
        index = end;
      }
    } else parts.push(character);
  }
  return parts;
}

function readSet(characters: readonly string[]): (character: string) => boolean {
  const isNegated = characters[0] === "!" || characters[0] === "^";
  const members = isNegated ? characters.slice(1) : characters;
  const ranges: [string, string][] = [];
  for (let index = 0; index < members.length; index++) {
    const isRange = members[index + 1] === "-" && index + 2 < members.length;
    ranges.push([members[index]!, members[isRange ? index + 2 : index]!]);
    if (isRange) index += 2;
  }
  return (character) =>
    ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}

/** `a{b,c}` → `ab`, `ac`; `undefined` when there are too many; braces without a comma or a partner are plain text. */
export function expandBraces(text: string): string[] | undefined {
  const done: string[] = [];
  const pending = [text];
  while (pending.length > 0) {
    if (done.length + pending.length > MAX_ALTERNATIVES) return undefined;
    const next = pending.pop()!;
    const group = firstGroup(next);
    if (group === undefined) done.push(next);
    else {
      const [start, end] = [next.slice(0, group.open), next.slice(group.close + 1)];
      for (const choice of group.choices.toReversed()) pending.push(start + choice + end);
    }
  }
  return done;
}

/** The first group that closes and has a choice. */
function firstGroup(text: string): { open: number; close: number; choices: string[] } | undefined {
  const opened: { open: number; commas: number[] }[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\") index++;
    else if (character === "{") opened.push({ open: index, commas: [] });
    else if (character === ",") opened.at(-1)?.commas.push(index);
    else if (character === "}" && opened.length > 0) {
      const { open, commas } = opened.pop()!;
      if (commas.length === 0) continue;
      const edges = [open, ...commas, index];
      const choices = commas.map((_, at) => text.slice(edges[at]! + 1, edges[at + 1]));
      return { open, close: index, choices: [...choices, text.slice(commas.at(-1)! + 1, index)] };
    }
  }
  return undefined;
}
