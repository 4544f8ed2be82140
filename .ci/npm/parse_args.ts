/**
 * `@std/cli/parse-args` where only an npm registry can be reached: minimist, of which it is a port.
 * The types offer what both can do.
 *
 * @module
 */

// @ts-types="minimist/types"
import minimist from "minimist";

/** The options of `parseArgs()` that both libraries have. */
export interface ParseOptions<S extends string, B extends string, C extends string> {
  /** Fill `"--"` with what comes after `--`; otherwise that ends in `_`. */
  readonly "--"?: boolean;
  readonly alias?: Readonly<Record<string, string | readonly string[]>>;
  readonly boolean?: readonly B[];
  /** The options that may come several times; of any other the last one counts. */
  readonly collect?: readonly C[];
  readonly default?: Readonly<Record<string, unknown>>;
  /** Everything after the first argument that is no option goes to `_`. */
  readonly stopEarly?: boolean;
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

/**
 * Sorts command-line arguments into options and the rest.
 *
 * @param args The arguments, without the program's name
 * @param options What to expect
 * @returns The options by name, the rest in `_`
 */
export function parseArgs<
  S extends string = never,
  B extends string = never,
  C extends string = never,
>(args: readonly string[], options: ParseOptions<S, B, C> = {}): Args<S, B, C> {
  const { collect = [], unknown = () => true, ...rest } = options;
  const found = minimist(args.map(spellOut), {
    ...rest,
    unknown: (argument: string) => unknown(asTyped(argument, args)) !== false,
  } as object);
  found._ = found._.map((argument) => asTyped(argument, args));
  for (const [name, value] of Object.entries(found)) {
    if (name === "--") found[name] = value.map((argument: string) => asTyped(argument, args));
    if (name === "_" || name === "--" || collect.includes(name as C)) continue;
    if (Array.isArray(value)) found[name] = value.at(-1);
  }
  for (const name of collect) {
    const value = found[name];
    if (value === undefined && !options.string?.includes(name as never)) continue;
    if (!Array.isArray(value)) found[name] = value === undefined ? [] : [value];
  }
  return found as Args<S, B, C>;
}

/** minimist reads `--no-x` as "not x", `@std/cli` as an option called `no-x`. */
function spellOut(argument: string): string {
  return argument.startsWith("--no-") && !argument.includes("=") ? `${argument}=true` : argument;
}

/** Undoes `spellOut()`, for an argument that turns out to be none of our options. */
function asTyped<A extends string | number>(argument: A, args: readonly string[]): A {
  return args.find((typed) => typed !== argument && spellOut(typed) === argument) as A ?? argument;
}
