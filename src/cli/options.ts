/** Arguments of a verb → options, by the verb's record. One place for what every verb does the same way. */
import { parseArgs } from "@std/cli/parse-args";
import { nearHint } from "../base/nearest.ts";
import { beforeRest } from "./table.ts";
import type { ArgumentRecord, OperandRow, OptionRow, Options, VerbError, VerbRow } from "./verb.ts";
import { usageError } from "./verb.ts";

type Given = Omit<VerbRow, "summary" | "examples" | "load">;

export function readOptions<const V extends Given>(args: readonly string[], name: string, row: V) {
  const misuse = (message: string) => usageError(name, message);
  const options = optionRows(row);
  const { words, operands, rest } = spellOut(args, options, misuse);
  if ((row as Given).rest === undefined) operands.push(...rest.splice(0));
  const found = valuesOf(words, options);
  const wanted = operandRows(row);
  const problem = optionProblem(found, options, row) ?? operandProblem(operands, wanted);
  if (problem !== undefined) throw misuse(problem);
  const text = (option: string) => found.get(option)?.at(-1) ?? options[option]?.default;
  return {
    text,
    count: (option: string) => text(option) === undefined ? undefined : Number(text(option)),
    list: (option: string) => found.get(option) ?? [],
    flag: (option: string) => found.has(option),
    operand: (name: string) => operands[wanted.findIndex((operand) => operand.name === name)],
    operands,
    rest,
    misuse,
  } as unknown as Options<V>;
}

type Rows = Readonly<Record<string, OptionRow>>;
/** By option, of those that are given; a flag has none. */
type Values = ReadonlyMap<string, readonly string[]>;

/** What the terms of a verb's options say, and what their records do. */
export function optionRows(row: Given): Rows {
  const terms = Object.entries(row).filter(([key]) => key.startsWith("--"));
  const rows = terms.map(([term, value]): [string, OptionRow] => {
    const record = recordOf(value);
    const [name = "", written = record.choices?.join("|")] = term.slice(2).split(" ");
    const takes = written?.replace("…", "");
    // A metavariable is in capitals.
    const choices = takes === takes?.toUpperCase() ? undefined : takes?.split("|");
    return [name, { choices, ...record, takes, isList: written !== takes }];
  });
  return Object.fromEntries(rows);
}

export function operandRows(row: Given): OperandRow[] {
  const terms = Object.entries(row).filter(([key]) => key === key.toUpperCase());
  return terms.map(([term, value]) => {
    const optional = term.startsWith("[");
    const name = (optional ? term.slice(1, -1) : term).replace("…", "");
    return { ...recordOf(value), name, optional, many: term.includes("…") };
  });
}

function recordOf(value: unknown): ArgumentRecord {
  return typeof value === "string" ? { says: value } : value as ArgumentRecord;
}

function valuesOf(words: readonly string[], options: Rows): Values {
  const found = new Map<string, readonly string[]>();
  // What the package does at its first call takes a fiftieth of an empty program.
  if (words.length === 0) return found;
  const names = Object.keys(options);
  const valued = names.filter((name) => options[name]!.takes !== undefined);
  const read: Record<string, unknown> = parseArgs([...words], {
    string: valued,
    collect: valued,
    boolean: names.filter((name) => !valued.includes(name)),
  });
  for (const [name, values] of Object.entries(read)) {
    if (values === true) found.set(name, []);
    else if (Array.isArray(values) && values.length > 0) found.set(name, values);
  }
  return found;
}

/** Writes every option with its value in one word, and sets operands apart: the package would take an empty value for an operand. */
function spellOut(args: readonly string[], options: Rows, misuse: (message: string) => VerbError) {
  const [words, operands]: [string[], string[]] = [[], []];
  const own = beforeRest(args);
  const names = Object.keys(options);
  for (let at = 0; at < own.length; at++) {
    const argument = own[at]!;
    if (!isOption(argument)) {
      operands.push(argument);
      continue;
    }
    const [word = ""] = argument.split("=", 1);
    const name = names.find((one) => word === `--${one}` || word.slice(1) === options[one]!.short);
    if (name === undefined) {
      const near = nearHint(word.replace(/^-+/, ""), [...names, "help"], "--");
      throw misuse(`Unknown option "${word}"${near}`);
    }
    if (options[name]!.takes === undefined) {
      if (word !== argument) throw misuse(`Option "${word}" takes no value`);
      words.push(`--${name}`);
      continue;
    }
    const value = word === argument ? own[++at] : argument.slice(word.length + 1);
    if (value === undefined || word === argument && isOption(value)) {
      throw misuse(`Option "${word}" needs a value`);
    }
    words.push(`--${name}=${value}`);
  }
  return { words, operands, rest: args.slice(own.length + 1) };
}

/** A lone dash means standard input; everything else with a dash is meant as an option. */
function isOption(argument: string): boolean {
  return argument.length > 1 && argument.startsWith("-");
}

function optionProblem(found: Values, options: Rows, row: Given): string | undefined {
  const { oneOf = [] } = row;
  for (const [option, { takes, choices, from = 0, required }] of Object.entries(options)) {
    if (required && !found.has(option)) return `Option "--${option}" is required`;
    for (const value of found.get(option) ?? []) {
      if (choices !== undefined && !choices.includes(value)) {
        return `Option "--${option}" ${notOneOf(value, choices)}`;
      }
      const isNumber = /^\d+$/.test(value) && Number(value) >= from;
      if (takes !== "N" || isNumber && Number.isSafeInteger(Number(value))) continue;
      const least = from === 0 ? "" : ` from ${from}`;
      return `Option "--${option}" needs a whole number${least}: got "${value}"`;
    }
  }
  const given = oneOf.filter((option) => found.has(option));
  return given.length < 2 ? undefined : `Only one of --${given.join(", --")} can be given`;
}

function operandProblem(operands: readonly string[], wanted: readonly OperandRow[]) {
  if (operands.length > wanted.length && !wanted.at(-1)?.many) {
    return `Unexpected argument "${operands[wanted.length]}"`;
  }
  for (const [index, { name, says, choices, optional }] of wanted.entries()) {
    const operand = operands[index];
    if (operand === undefined && !optional) {
      return `Missing argument ${name}: ${says[0]!.toLowerCase()}${says.slice(1)}`;
    }
    if (operand !== undefined && choices !== undefined && !choices.includes(operand)) {
      return `Argument ${name} ${notOneOf(operand, choices)}`;
    }
  }
  return undefined;
}

function notOneOf(given: string, choices: readonly string[]): string {
  return `must be one of ${choices.join(", ")}: got "${given}"${nearHint(given, choices)}`;
}
