/**
 * A back-tracking matcher that counts its steps. How an engine's time grows with its text shows in the steps the
 * textbook algorithm takes, which every engine follows but for constant factors; and steps, unlike milliseconds, are
 * the same on every machine, however busy. That it matches what the real engine matches is tested with it.
 */

/** Code of one expression; addresses are indexes into the list. */
type Instruction =
  | { readonly op: "set"; readonly set: CharacterSet; readonly back: boolean }
  | { readonly op: "at"; readonly holds: (text: string, at: number) => boolean }
  | { readonly op: "look"; readonly code: readonly Instruction[]; readonly wanted: boolean }
  | { readonly op: "jump"; to: number }
  /** Tries `first`; `other` when that leads nowhere. */
  | { readonly op: "fork"; first: number; other: number }
  | { readonly op: "done" };

/** What an expression is made of, as read. */
type Node =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "at"; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: "look"; readonly body: Node; readonly back: boolean; readonly wanted: boolean }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "either"; readonly ways: readonly Node[] }
  | {
    readonly kind: "repeat";
    readonly body: Node;
    readonly least: number;
    readonly most: number;
    readonly lazy: boolean;
  };

/** Thrown when a search takes more steps than it was given. */
export class TooManySteps extends Error {}

/** What a search found, and what it cost. */
export interface Search {
  readonly matches: readonly (readonly [start: number, end: number])[];
  readonly steps: number;
}

/**
 * Finds all matches, as `matchAll()` does with the flag `g`; `y` is taken for `g`.
 *
 * @throws {TooManySteps} After more than `maxSteps`
 * @throws {Error} If the expression has a part that is not known here (a back-reference, a repeat of nothing)
 */
export function countingSearch(
  { source, flags }: { readonly source: string; readonly flags: string },
): (text: string, maxSteps: number) => Search {
  const code = [...compile(readExpression(source, flags), false), { op: "done" } as const];
  const wide = flags.includes("u");
  return (text, maxSteps) => {
    const matches: [number, number][] = [];
    const budget = { left: maxSteps };
    let at = 0;
    while (at <= text.length) {
      const end = matchAt(code, text, at, budget);
      if (end === undefined || end === at) {
        if (end !== undefined) matches.push([at, end]);
        at += wide ? widthAt(text, at) : 1;
      } else {
        matches.push([at, end]);
        at = end;
      }
    }
    return { matches, steps: maxSteps - budget.left };
  };
}

function matchAt(
  code: readonly Instruction[],
  text: string,
  start: number,
  budget: { left: number },
): number | undefined {
  /** Places to go on from when this way leads nowhere: address and position in turns. */
  const others: number[] = [];
  let [address, at] = [0, start];
  while (true) {
    if (budget.left-- <= 0) throw new TooManySteps();
    const instruction = code[address]!;
    let holds = true;
    switch (instruction.op) {
      case "done":
        return at;
      case "jump":
        address = instruction.to - 1;
        break;
      case "fork":
        others.push(instruction.other, at);
        address = instruction.first - 1;
        break;
      case "at":
        holds = instruction.holds(text, at);
        break;
      case "look":
        holds = (matchAt(instruction.code, text, at, budget) !== undefined) === instruction.wanted;
        break;
      case "set": {
        const width = instruction.set.widthAt(text, at, instruction.back);
        holds = width > 0;
        at += instruction.back ? -width : width;
      }
    }
    if (holds) address++;
    else if (others.length === 0) return undefined;
    else [at, address] = [others.pop()!, others.pop()!];
  }
}

function compile(node: Node, back: boolean, base = 0): Instruction[] {
  switch (node.kind) {
    case "set":
      return [{ op: "set", set: node.set, back }];
    case "at":
      return [{ op: "at", holds: node.holds }];
    case "look":
      return [{
        op: "look",
        code: [...compile(node.body, node.back), { op: "done" }],
        wanted: node.wanted,
      }];
    case "all": {
      const code: Instruction[] = [];
      for (const part of back ? node.parts.toReversed() : node.parts) {
        code.push(...compile(part, back, base + code.length));
      }
      return code;
    }
    case "either": {
      const [first, ...rest] = node.ways as [Node, ...Node[]];
      if (rest.length === 0) return compile(first, back, base);
      const one = compile(first, back, base + 1);
      const next = base + one.length + 2;
      const others = compile({ kind: "either", ways: rest }, back, next);
      const end: Instruction = { op: "jump", to: next + others.length };
      return [{ op: "fork", first: base + 1, other: next }, ...one, end, ...others];
    }
    case "repeat":
      return compileRepeat(node, back, base);
  }
}

function compileRepeat(
  { body, least, most, lazy }: Node & { kind: "repeat" },
  back: boolean,
  base: number,
): Instruction[] {
  const code: Instruction[] = [];
  const once = () => code.push(...compile(body, back, base + code.length));
  for (let count = 0; count < least; count++) once();
  const forks: (Instruction & { op: "fork" })[] = [];
  const start = base + code.length;
  for (
    let count = least;
    count < Math.min(most, least + 1) || count < most && most < Infinity;
    count++
  ) {
    const fork = { op: "fork" as const, first: base + code.length + 1, other: 0 };
    forks.push(fork);
    code.push(fork);
    once();
  }
  if (most === Infinity) {
    if (isEmptyPossible(body)) throw new Error("Cannot count a repeat of what may be nothing");
    code.push({ op: "jump", to: start });
  }
  for (const fork of forks) {
    fork.other = base + code.length;
    if (lazy) [fork.first, fork.other] = [fork.other, fork.first];
  }
  return code;
}

function isEmptyPossible(node: Node): boolean {
  switch (node.kind) {
    case "set":
      return false;
    case "at":
    case "look":
      return true;
    case "all":
      return node.parts.every(isEmptyPossible);
    case "either":
      return node.ways.some(isEmptyPossible);
    case "repeat":
      return node.least === 0 || isEmptyPossible(node.body);
  }
}

const QUANTIFIER_REGEXP = /(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/y;
const GROUP_REGEXP = /\((?:\?(?::|<?[=!]|<[\w$]+>))?/y;
/** One character or one of a kind: an escape, a class, `.`, or itself. */
const SET_REGEXP =
  /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[^1-9k])|\[(?:\\[^]|[^\]\\])*\]|[^\\()[\]*+?|]/uy;

/** Reads an expression by recursive descent. */
function readExpression(source: string, flags: string): Node {
  let at = 0;
  const tree = either();
  if (at < source.length) throw unknownPart();
  return tree;

  function unknownPart(): Error {
    return new Error(`Cannot count the steps of /${source}/${flags}: unknown part at ${at}`);
  }

  function take(regex: RegExp): RegExpExecArray | null {
    regex.lastIndex = at;
    const found = regex.exec(source);
    if (found !== null) at += found[0].length;
    return found;
  }

  function either(): Node {
    const ways = [all()];
    while (source[at] === "|") {
      at++;
      ways.push(all());
    }
    return { kind: "either", ways };
  }

  function all(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated());
    return { kind: "all", parts };
  }

  function repeated(): Node {
    const body = single();
    const found = take(QUANTIFIER_REGEXP);
    if (found === null) return body;
    const [sign, from, comma, to, lazy] = found;
    const least = from === undefined ? (sign.startsWith("+") ? 1 : 0) : Number(from);
    const open = sign.startsWith("?") ? 1 : Infinity;
    const most = from === undefined ? open : comma === "" ? least : to === "" ? open : Number(to);
    return { kind: "repeat", body, least, most, lazy: lazy === "?" };
  }

  function single(): Node {
    const sign = source[at];
    if (sign === "^" || sign === "$") {
      at++;
      return { kind: "at", holds: edge(sign, flags.includes("m")) };
    }
    if (source.startsWith("\\b", at) || source.startsWith("\\B", at)) {
      at += 2;
      const wanted = source[at - 1] === "b";
      return {
        kind: "at",
        holds: (text, at) => (isWord(text, at - 1) !== isWord(text, at)) === wanted,
      };
    }
    const group = take(GROUP_REGEXP);
    if (group !== null) {
      const body = either();
      if (source[at++] !== ")") throw unknownPart();
      const look = /^\(\?(<?)([=!])/.exec(group[0]);
      if (look === null) return body;
      return { kind: "look", body, back: look[1] === "<", wanted: look[2] === "=" };
    }
    const found = take(SET_REGEXP);
    if (found === null) throw unknownPart();
    return { kind: "set", set: characterSet(found[0], flags.replaceAll(/[^iusv]/g, "")) };
  }
}

function edge(sign: "^" | "$", lines: boolean): (text: string, at: number) => boolean {
  const isBreak = (character: string | undefined) => /^[\n\r\u2028\u2029]$/.test(character ?? "");
  return sign === "^"
    ? (text, at) => at === 0 || lines && isBreak(text[at - 1])
    : (text, at) => at === text.length || lines && isBreak(text[at]);
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text[at] ?? "");
}

/** Length of the character at a place: 2 for a whole pair of surrogates. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const SETS = new Map<string, CharacterSet>();

function characterSet(source: string, flags: string): CharacterSet {
  const key = `${source} ${flags}`;
  const known = SETS.get(key) ?? new CharacterSet(source, flags);
  SETS.set(key, known);
  return known;
}

/** Which single characters a part fits: the real engine is asked, once for each. */
class CharacterSet {
  readonly #regex: RegExp;
  readonly #wide: boolean;
  readonly #known = new Map<number, boolean>();

  constructor(source: string, flags: string) {
    this.#regex = new RegExp(`^(?:${source})$`, flags);
    this.#wide = flags.includes("u");
  }

  /** Length of the character after a place (before it: `back`), if it is one of these; else 0. */
  widthAt(text: string, at: number, back: boolean): number {
    let from = back ? at - 1 : at;
    if (from < 0 || from >= text.length) return 0;
    if (back && this.#wide && at > 1 && widthAt(text, at - 2) === 2) from--;
    const code = this.#wide ? text.codePointAt(from)! : text.charCodeAt(from);
    let fits = this.#known.get(code);
    if (fits === undefined) {
      fits = this.#regex.test(String.fromCodePoint(code));
      this.#known.set(code, fits);
    }
    return fits ? code > 0xffff ? 2 : 1 : 0;
  }
}
