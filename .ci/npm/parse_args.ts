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
  const negations = spellOut(args, options.boolean ?? []);
  const found = minimist(args.map((arg) => negations.get(arg) ?? arg), {
    ...rest,
    unknown: (argument: string) => unknown(argument) !== false,
  } as object);
  for (const [name, value] of Object.entries(found)) {
    if (name === "_" || name === "--" || collect.includes(name as C)) continue;
    if (Array.isArray(value)) found[name] = value.at(-1);
  }
  for (const name of collect) {
    const value = found[name];
    if (!Array.isArray(value)) found[name] = value === undefined ? [] : [value];
  }
  return found as Args<S, B, C>;
}

/** minimist reads `--no-x` as "not x"; an option that is called `no-x` has to say `=true`. */
function spellOut(args: readonly string[], booleans: readonly string[]): Map<string, string> {
  const named = args.filter((arg) => arg.startsWith("--no-") && booleans.includes(arg.slice(2)));
  return new Map(named.map((arg) => [arg, `${arg}=true`]));
}
