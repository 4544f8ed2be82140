/**
 * Globs for `triggers.files`, matched by hand: a hook looks at every file an agent touches, patterns come
 * from strangers, and a regular expression made of a glob (`@std/path`'s too) takes exponential time for
 * some of them. Here the time is bounded by pattern times path.
 *
 * `*` and `?` stay within one segment, `**` is any number of segments, `{a,b}` alternatives, `[a-z]` and
 * `[!a-z]` sets, `\` makes the next character plain. A pattern without a slash fits at any depth, any
 * other from the project's directory on; a final slash means everything below.
 */

/** A glob, ready to match. */
export interface Glob {
  /** As its author wrote it. */
  readonly text: string;
  /** One list of segments for each alternative. */
  readonly alternatives: readonly (readonly Segment[])[];
}

type Segment = typeof ANY_DEPTH | readonly Part[];
/** A character, or a test of one. */
type Part = string | typeof ANY | ((character: string) => boolean);

const ANY_DEPTH = Symbol("any number of segments");
const ANY = Symbol("any text");
const MAX_LENGTH = 500;
const MAX_ALTERNATIVES = 64;

/**
 * Reads a glob.
 *
 * @param text As its author wrote it.
 * @returns The glob, or what is wrong with it.
 */
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

/**
 * @param glob A glob.
 * @param path A path below the project, with `/` between segments and none in front.
 * @returns Whether the whole path fits.
 */
export function matchesGlob(glob: Glob, path: string): boolean {
  const segments = path.split("/");
  return glob.alternatives.some((patterns) =>
    walk(
      patterns,
      segments,
      (pattern) => pattern === ANY_DEPTH,
      (pattern, segment) => pattern !== ANY_DEPTH && fitsSegment(pattern, segment),
    )
  );
}

function fitsSegment(parts: readonly Part[], segment: string): boolean {
  return walk(
    parts,
    [...segment],
    (part) => part === ANY,
    (part, character) => typeof part === "function" ? part(character) : part === character,
  );
}

/** Greedy with one place to come back to: the last wild card can take over all that earlier ones could. */
function walk<Pattern, Item>(
  patterns: readonly Pattern[],
  items: readonly Item[],
  isWild: (pattern: Pattern) => boolean,
  fits: (pattern: Pattern, item: Item) => boolean,
): boolean {
  let part = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < items.length;) {
    const pattern = patterns[part];
    if (pattern !== undefined && isWild(pattern)) [back, resume] = [part++, at];
    else if (pattern !== undefined && fits(pattern, items[at]!)) [part, at] = [part + 1, at + 1];
    else if (back >= 0) [part, at] = [back + 1, ++resume];
    else return false;
  }
  while (part < patterns.length && isWild(patterns[part]!)) part++;
  return part === patterns.length;
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
  const segments = names.map((name): Segment => name === "**" ? ANY_DEPTH : readParts(name));
  return names.length === 1 && !isAnchored ? [ANY_DEPTH, ...segments] : segments;
}

function readParts(name: string): Part[] {
  const parts: Part[] = [];
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

/** `undefined` when there are too many; braces without a comma or a partner are plain text. */
function expandBraces(text: string): string[] | undefined {
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
