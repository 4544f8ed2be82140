/**
 * `@std/cli/parse-args` where only an npm registry can be reached: the same reading of a command
 * line, for the options that this project uses. Written anew because the parsers that npm has differ
 * in what a user can see: what an empty value is, whether a lone dash is one, what `--no-x` means.
 *
 * @module
 */

/** The options of `parseArgs()` that are imitated. */
export interface ParseOptions<S extends string, B extends string, C extends string> {
  /** Fill `"--"` with what comes after `--`; otherwise that ends in `_`. */
  readonly "--"?: boolean;
  readonly boolean?: readonly B[];
  /** The options that may come several times; of any other the last one counts. */
  readonly collect?: readonly C[];
  /** The options whose value stays text; `_` for the operands. */
  readonly string?: readonly S[];
  /** Called with every argument that is not described above; `false` drops it. */
  readonly unknown?: (argument: string) => unknown;
}

/** What `parseArgs()` found. */
export type Args<S extends string, B extends string, C extends string> =
  & Record<string, unknown>
  & { [K in Exclude<S, C>]?: string }
  & { [K in C]: string[] }
  & { [K in B]: boolean }
  & { _: (string | number)[]; "--"?: string[] };

type Tree = Record<string, unknown>;

/** One or two dashes, perhaps "no-", the name, perhaps a value. */
const OPTION_REGEXP = /^-(?:(-)(no-)?)?(.+?)(?:=(.*))?$/s;

/**
 * Sorts command-line arguments into options and the rest.
 *
 * @param args The arguments, without the program's name
 * @returns The options by name, the rest in `_`
 */
export function parseArgs<
  S extends string = never,
  B extends string = never,
  C extends string = never,
>(args: readonly string[], options: ParseOptions<S, B, C> = {}): Args<S, B, C> {
  const texts = new Set<string>(options.string);
  const flags = new Set<string>(options.boolean);
  const lists = new Set<string>(options.collect);
  const { unknown = () => true } = options;
  // Always asked for anew: `--_=x` puts something else there, and fails at the next operand.
  const operands = () => found._ as (string | number)[];
  const found: Tree = { _: [] };

  function set(name: string, given: string | boolean, argument: string): void {
    const known = flags.has(name) || texts.has(name) || lists.has(name);
    if (!known && unknown(argument) === false) return;
    const value = typeof given === "string" && !texts.has(name) ? numberOr(given) : given;
    put(found, name.split("."), value, lists.has(name));
  }
  const bare = (name: string) => texts.has(name) ? "" : true;

  const end = args.includes("--") ? args.indexOf("--") : args.length;
  for (let at = 0; at < end; at++) {
    const argument = args[at]!;
    const next = at + 1 < end ? args[at + 1]! : "";
    const [, long, no = "", name = "", value] = OPTION_REGEXP.exec(argument) ?? [];
    if (name === "") {
      if (unknown(argument) !== false) {
        operands().push(texts.has("_") ? argument : numberOr(argument));
      }
      continue;
    }
    if (long && value !== undefined) {
      set(name, flags.has(name) ? value !== "false" : value, argument);
      continue;
    }
    const last = long ? no + name : lastLetter(argument, set, bare);
    if (last === undefined) continue;
    const isOption = long ? next.startsWith("-") : /^--?[^-]/.test(next);
    if (next !== "" && !isOption && !flags.has(last)) {
      set(last, next, argument);
      at++;
    } else if (next === "true" || next === "false") {
      set(last, next === "true", argument);
      at++;
    } else {
      set(last, bare(last), argument);
    }
  }

  for (const name of flags) fill(found, name.split("."), lists.has(name) ? [] : false);
  for (const name of texts) if (lists.has(name)) fill(found, name.split("."), []);
  const rest = args.slice(end + 1);
  if (options["--"]) found["--"] = rest;
  else operands().push(...rest);
  return found as Args<S, B, C>;
}

/**
 * Sets the letters behind a single dash.
 *
 * @returns The last letter, which may take the next argument as its value; `undefined` if there is none left
 */
function lastLetter(
  argument: string,
  set: (name: string, value: string | boolean, argument: string) => void,
  bare: (name: string) => string | boolean,
): string | undefined {
  for (let at = 1; at < argument.length - 1; at++) {
    const letter = argument[at]!;
    const rest = argument.slice(at + 1);
    const value = attachedValue(letter, rest);
    set(letter, value ?? (rest === "-" ? rest : bare(letter)), argument);
    if (value !== undefined) return undefined;
  }
  return argument.endsWith("-") ? undefined : argument.at(-1);
}

/** What stands directly behind a letter and is its value: `-n5`, `-n=5`, `-n/path`. */
function attachedValue(letter: string, rest: string): string | undefined {
  if (rest === "-") return undefined;
  if (rest === "=") return "";
  if (/[A-Za-z]/.test(letter)) {
    const assigned = /=(.+)/.exec(rest)?.[1];
    if (assigned !== undefined) return assigned;
    if (/-?\d+(\.\d*)?(e-?\d+)?$/.test(rest)) return rest;
  }
  return rest.length > 1 && /^\W/.test(rest) ? rest : undefined;
}

function numberOr(text: string): string | number {
  return /\S/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** `--a.b=1` is `{ a: { b: 1 } }`; names that reach into JavaScript's own objects are dropped. */
function put(tree: Tree, path: readonly string[], value: unknown, collect: boolean): void {
  const [name = "", ...deeper] = path;
  if (name === "__proto__" || name === "constructor" && typeof tree[name] === "function") return;
  if (deeper.length > 0) return put((tree[name] ??= {}) as Tree, deeper, value, collect);
  const before = tree[name];
  if (!collect) tree[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else tree[name] = before ? [before, value] : [value];
}

function fill(tree: Tree, path: readonly string[], value: unknown): void {
  let branch: unknown = tree;
  for (const name of path) {
    if (!Object.hasOwn(branch as Tree, name)) return put(tree, path, value, false);
    branch = (branch as Tree)[name];
  }
}
