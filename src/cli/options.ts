/** Arguments of a verb → options. One place for what every verb does the same way. */
import { parseArgs } from "@std/cli/parse-args";
import type { Outcome } from "../host/host.ts";
import { nearestWord } from "../base/nearest.ts";
import { usageError } from "./verb.ts";

/** Which options a verb takes. */
export interface OptionSpec {
  readonly verb: string;
  /** Options with a value. */
  readonly strings?: readonly string[];
  /** Options with a value that may be given more than once. */
  readonly lists?: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** How many other arguments there may be; 0 unless told. */
  readonly maxOperands?: number;
  /** What stands behind `--` is for somebody else: {@linkcode Options.rest} instead of more operands. */
  readonly passRest?: boolean;
}

/** What a verb was given. */
export interface Options {
  /** A value option's last value. */
  text(name: string): string | undefined;
  /** A list option's values. */
  list(name: string): readonly string[];
  flag(name: string): boolean;
  /** What is no option, in order. */
  readonly operands: readonly string[];
  /** What stands behind `--`, for a verb that passes it on. */
  readonly rest: readonly string[];
}

/**
 * Reads a verb's arguments.
 *
 * @param args Arguments after the verb.
 * @param spec What the verb takes.
 * @returns The options, or the usage error to end with.
 */
export function readOptions(
  args: readonly string[],
  spec: OptionSpec,
): Options | { error: Outcome } {
  const { verb, strings = [], lists = [], flags = [], maxOperands = 0 } = spec;
  const read = spellOut(args, new Set([...strings, ...lists]), new Set(flags));
  if ("unknown" in read) {
    const names = [...strings, ...lists, ...flags, "help"];
    const near = nearestWord(read.unknown.replace(/^-+/, ""), names);
    const hint = near ? `: did you mean "--${near}"?` : "";
    return { error: usageError(verb, `Unknown option "${read.unknown}"${hint}`) };
  }
  if ("flaw" in read) return { error: usageError(verb, read.flaw) };
  const found: Record<string, unknown> = parseArgs(read.options, {
    string: [...strings, ...lists],
    boolean: [...flags],
    collect: [...lists],
  });
  const operands = spec.passRest ? read.operands : [...read.operands, ...read.rest];
  if (operands.length > maxOperands) {
    return { error: usageError(verb, `Unexpected argument "${operands[maxOperands]}"`) };
  }
  return {
    text: (name) => [found[name]].flat().at(-1) as string | undefined,
    list: (name) => [found[name] ?? []].flat() as string[],
    flag: (name) => found[name] === true,
    operands,
    rest: spec.passRest ? read.rest : [],
  };
}

/** Arguments in three heaps; every option with its value in one word. */
interface Spelled {
  readonly options: string[];
  readonly operands: string[];
  /** What stands behind `--`. */
  readonly rest: readonly string[];
}

/**
 * Writes every option with its value in one word, and sets operands apart. What the package makes of two
 * words depends on what the second looks like: an empty value would become an operand, a flag would swallow
 * a "true" behind it.
 */
function spellOut(
  args: readonly string[],
  valued: ReadonlySet<string>,
  flags: ReadonlySet<string>,
): Spelled | { unknown: string } | { flaw: string } {
  const [options, operands]: [string[], string[]] = [[], []];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!;
    if (argument === "--") return { options, operands, rest: args.slice(at + 1) };
    if (!isOption(argument)) {
      operands.push(argument);
      continue;
    }
    const [word = ""] = argument.split("=", 1);
    const name = word.startsWith("--") ? word.slice(2) : "";
    if (!valued.has(name) && !flags.has(name)) return { unknown: word };
    if (flags.has(name)) {
      if (word !== argument) return { flaw: `Option "${word}" takes no value` };
      options.push(word);
    } else if (word !== argument) {
      options.push(argument);
    } else {
      const value = args[++at];
      if (value === undefined || isOption(value)) return { flaw: `Option "${word}" needs a value` };
      options.push(`${word}=${value}`);
    }
  }
  return { options, operands, rest: [] };
}

/** A lone dash means standard input; everything else with a dash is meant as an option. */
function isOption(argument: string): boolean {
  return argument.length > 1 && argument.startsWith("-");
}
