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
  const spelled = spellOut(args, new Set([...strings, ...lists]), new Set(flags));
  if ("unknown" in spelled) {
    const near = nearestWord(spelled.unknown.replace(/^-+/, ""), [
      ...[...strings, ...lists, ...flags],
      "help",
    ]);
    const hint = near ? `: did you mean "--${near}"?` : "";
    return { error: usageError(verb, `Unknown option "${spelled.unknown}"${hint}`) };
  }
  if ("lacking" in spelled) {
    return { error: usageError(verb, `Option "--${spelled.lacking}" needs a value`) };
  }
  const found: Record<string, unknown> = parseArgs(spelled.args, {
    string: ["_", ...strings, ...lists],
    boolean: [...flags],
    collect: [...lists],
    "--": true,
  });
  const rest = (found["--"] as string[] | undefined) ?? [];
  const operands = [...(found._ as unknown[]).map(String), ...(spec.passRest ? [] : rest)];
  if (operands.length > maxOperands) {
    return { error: usageError(verb, `Unexpected argument "${operands[maxOperands]}"`) };
  }
  return {
    text: (name) => [found[name]].flat().at(-1) as string | undefined,
    list: (name) => [found[name] ?? []].flat() as string[],
    flag: (name) => found[name] === true,
    operands,
    rest: spec.passRest ? rest : [],
  };
}

/**
 * Writes every option with its value in one word. What the package makes of two words depends on what
 * the second looks like: an empty value would become an operand, a flag would swallow a "true" behind it.
 */
function spellOut(
  args: readonly string[],
  valued: ReadonlySet<string>,
  flags: ReadonlySet<string>,
): { args: string[] } | { unknown: string } | { lacking: string } {
  const spelled: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!;
    if (argument === "--") return { args: [...spelled, ...args.slice(at)] };
    if (!isOption(argument)) {
      spelled.push(argument);
      continue;
    }
    const [word = ""] = argument.split("=", 1);
    const name = word.startsWith("--") ? word.slice(2) : "";
    if (!valued.has(name) && !flags.has(name)) return { unknown: word };
    if (word !== argument) {
      spelled.push(argument);
    } else if (flags.has(name)) {
      spelled.push(`${word}=true`);
    } else {
      const value = args[++at];
      if (value === undefined || isOption(value)) return { lacking: name };
      spelled.push(`${word}=${value}`);
    }
  }
  return { args: spelled };
}

/** A lone dash means standard input; everything else with a dash is meant as an option. */
function isOption(argument: string): boolean {
  return argument.length > 1 && argument.startsWith("-");
}
