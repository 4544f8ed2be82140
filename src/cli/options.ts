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
  const unknown: string[] = [];
  const found: Record<string, unknown> = parseArgs([...args], {
    string: ["_", ...strings, ...lists],
    boolean: [...flags],
    collect: [...lists],
    "--": true,
    unknown: (argument: string) => {
      // A lone dash means standard input; everything else with a dash that no verb knows is a mistake.
      if (!argument.startsWith("-") || argument === "-") return true;
      unknown.push(argument.split("=", 1)[0]!);
      return false;
    },
  });
  const [bad] = unknown;
  if (bad !== undefined) {
    const near = nearestWord(bad.replace(/^-+/, ""), [...strings, ...lists, ...flags, "help"]);
    return {
      error: usageError(
        verb,
        `Unknown option "${bad}"${near ? `: did you mean "--${near}"?` : ""}`,
      ),
    };
  }
  const empty = [...strings, ...lists].find((name) => [found[name]].flat().includes(""));
  if (empty !== undefined && !args.includes(`--${empty}=`) && !hasEmptyValue(args, empty)) {
    return { error: usageError(verb, `Option "--${empty}" needs a value`) };
  }
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

/** `--name ""` is a value that is empty, not a missing one. */
function hasEmptyValue(args: readonly string[], name: string): boolean {
  const at = args.lastIndexOf(`--${name}`);
  return at >= 0 && args[at + 1] === "";
}
