/**
 * Patterns, matched by hand: they come from strangers, and a regular expression made of one (`@std/path`'s too) takes
 * exponential time for some. Here the time is bounded by pattern times text.
 *
 * A glob is about a path, as ignore files have it: `*` and `?` stay within one segment, `**` is any number of segments,
 * `{a,b}` alternatives, `[a-z]` and `[!a-z]` sets, `\` makes the next character plain. A glob without a slash fits at
 * any depth, any other from the first segment on; a final slash means everything below. A wildcard is about a command
 * line, a name or an address: `*` is any text, slashes included, and `?` or `[` are what they are.
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
  const read = spelled.map(readSegments);
  const flaw = read.find((one) => typeof one === "string");
  return flaw ? { flaw } : { text, alternatives: read.filter((one) => typeof one !== "string") };
}

/** Whether the whole path fits; `/` stands between its segments, and none in front. */
export function matchesGlob({ alternatives }: Glob, path: string): boolean {
  const names = path.split("/").map((name) => [...name]);
  const isName = (segment: Exclude<Segment, typeof ANY>, name: readonly string[]) =>
    fits(segment, name, (part, one) => typeof part === "function" ? part(one) : part === one);
  return alternatives.some((segments) => fits(segments, names, isName));
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
  const plain = text.replace(/^\.\//, "");
  const body = plain.replace(/^\//, "");
  if (body === "") return "it is empty";
  const names = (body.endsWith("/") ? `${body}**` : body).split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) {
    return "its segments must be names";
  }
  const segments = names.map((name): Segment => name === "**" ? ANY : readParts(name));
  return names.length === 1 && body === plain ? [ANY, ...segments] : segments;
}

function readParts(name: string): (Part | typeof ANY)[] {
  const parts: (Part | typeof ANY)[] = [];
  const characters = [...name];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    const end = character === "[" ? characters.indexOf("]", at + 2) : -1;
    if (character === "*") {
      if (parts.at(-1) !== ANY) parts.push(ANY);
    } else if (character === "?") parts.push(() => true);
    else if (character === "\\" && at + 1 < characters.length) parts.push(characters[++at]!);
    else if (end < 0) parts.push(character);
    else {
      parts.push(readSet(characters.slice(at + 1, end).join("")));
      at = end;
    }
  }
  return parts;
}

function readSet(written: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(written);
  const ranges = [...written.slice(isNegated ? 1 : 0).matchAll(/(.)(?:-(.))?/gsu)];
  return (character) =>
    ranges.some(([, from = "", to = from]) => character >= from && character <= to) !== isNegated;
}

/** `a{b,c}` → `ab`, `ac`; `undefined` when there are too many; braces without a comma or a partner are plain text. */
export function expandBraces(text: string): string[] | undefined {
  const done: string[] = [];
  const pending = [text];
  while (pending.length > 0) {
    if (done.length + pending.length > MAX_ALTERNATIVES) return undefined;
    const next = pending.pop()!;
    const edges = firstGroup(next);
    if (edges === undefined) done.push(next);
    else {
      const [start, end] = [next.slice(0, edges[0]), next.slice(edges.at(-1)! + 1)];
      const choices = edges.slice(1).map((edge, at) => next.slice(edges[at]! + 1, edge));
      for (const choice of choices.reverse()) pending.push(start + choice + end);
    }
  }
  return done;
}

/** Where the first group that closes and has a choice begins, is parted by commas, and ends. */
function firstGroup(text: string): number[] | undefined {
  const opened: number[][] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "{") opened.push([at]);
    else if (character === ",") opened.at(-1)?.push(at);
    else if (character === "}") {
      const edges = opened.pop() ?? [];
      if (edges.length > 1) return [...edges, at];
    }
  }
  return undefined;
}
