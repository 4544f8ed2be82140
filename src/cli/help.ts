/** What is answered where no verb is to run: the version, words that name nothing, and help, which is made from the verbs' records. */
import { nearestWord } from "../base/nearest.ts";
import type { Host, Outcome } from "../host/host.ts";
import { VERSION } from "../version.ts";
import { operandRows, optionRows } from "./options.ts";
import type { FoundVerb } from "./table.ts";
import { asksForHelp, beforeRest, findVerb, GROUPS, isGroup, OLD_SPELLINGS } from "./table.ts";
import { bold, isColoured } from "./paint.ts";
import type { OperandRow, OptionRow, VerbError } from "./verb.ts";
import { EX_USAGE, EXIT_CODES, success, usageError } from "./verb.ts";

const WIDTH = 100;
const MAX_TERM = 24;

const HELP = ["help", "--help", "-h"];

export type Entry = readonly [term: string, says: string];

export async function withoutVerb(host: Host): Promise<Outcome> {
  const [first = "help", ...others] = host.args;
  if (["--version", "-V", "version"].includes(first)) {
    return success(`skillhook ${VERSION} (${host.engine}, ${host.platform})`);
  }
  if (HELP.includes(first) || asksForHelp(host.args)) return await help(host);
  if (!isGroup(first) || others.length > 0) throw await unknownVerb(host.args);
  return { stdout: "", stderr: await groupHelp(first, host) + "\n", code: EX_USAGE };
}

async function help(host: Host): Promise<Outcome> {
  const words = beforeRest(host.args).filter((word) => !HELP.includes(word));
  const [first, second = "-"] = words;
  if (first === undefined || first.startsWith("-")) return success(await programHelp(host));
  if (isGroup(first) && second.startsWith("-")) return success(await groupHelp(first, host));
  const verb = await findVerb(words);
  if (verb === undefined) throw await unknownVerb(words);
  return success(verbHelp(verb, host));
}

async function unknownVerb([first = "", second = ""]: readonly string[]): Promise<VerbError> {
  const isInGroup = isGroup(first);
  const [word, written] = isInGroup ? [second, `${first} ${second}`] : [first, first];
  const groups = await Promise.all(GROUPS.map(({ load }) => load()));
  const verbs = groups.flatMap(({ VERBS }) => Object.keys(VERBS));
  const known = [
    ...GROUPS.map(({ word = "help" }) => [word, word]),
    ["version", "version"],
    ...verbs.map((name) => [name.split(" ").at(-1)!, name]),
    ...Object.entries(OLD_SPELLINGS),
  ].filter(([, name]) => !isInGroup || name!.startsWith(`${first} `));
  const near = nearestWord(word.replace(/^-+/, ""), known.map(([word]) => word!));
  const [kind, dashes] = written.startsWith("-") ? ["option", "--"] : ["verb", ""];
  const meant = known.find(([word]) => word === near)?.[1];
  const hint = meant === undefined ? "" : `: did you mean "${dashes}${meant}"?`;
  return usageError(isInGroup ? first : "", `Unknown ${kind} "${written}"${hint}`);
}

/** The groups as help shows them: verbs without the group's word, and their summaries; only that of a word, or all. */
export async function shownGroups(wanted?: string) {
  const groups = GROUPS.filter(({ word }) => wanted === undefined || word === wanted);
  return await Promise.all(groups.map(async ({ word, load }) => {
    const { SUMMARY: summary, VERBS } = await load();
    const skipped = word === undefined ? 0 : word.length + 1;
    const verbs = Object.entries(VERBS)
      .map(([name, { summary }]): Entry => [name.slice(skipped), summary]);
    return { word, summary, verbs };
  }));
}

export async function programHelp(host: Host): Promise<string> {
  const all = await shownGroups();
  const [everyday, ...others] = all.filter(({ word }) => word === undefined);
  const groups = all.flatMap(({ word, summary, verbs }): Entry[] =>
    word === undefined ? [] : [[word, `${summary}: ${verbs.map(([verb]) => verb).join(", ")}`]]
  );
  return blocks(host, [
    `skillhook ${VERSION}: skills and hooks for coding agents`,
    ["Usage", "skillhook [GROUP] VERB [ARGUMENTS]"],
    [everyday!.summary, everyday!.verbs],
    ["Groups", groups],
    ...others.map(({ summary, verbs }) => [summary, verbs] as const),
    ["Options", [
      ["--help", "Show this text; after a group or a verb, help on that"],
      ["--version", "Show the version and the engine"],
    ]],
    ["Exit codes", Object.entries(EXIT_CODES)],
    "Without arguments, skillhook answers one hook event from standard input.",
    ["Examples", [["skillhook install --dry-run", ""], ["skillhook skill load --help", ""]]],
  ]);
}

export async function groupHelp(word: string, host: Host): Promise<string> {
  const [group] = await shownGroups(word);
  return blocks(host, [
    group!.summary,
    ["Usage", `skillhook ${word} VERB [ARGUMENTS]`],
    ["Verbs", group!.verbs],
    `skillhook ${word} VERB --help shows a verb's arguments and options.`,
  ]);
}

export function verbHelp(verb: Omit<FoundVerb, "args">, host: Host): string {
  const { summary, notes = [], exits = {}, examples } = verb.row;
  const { usage, operands, options } = verbParts(verb);
  return blocks(host, [
    summary,
    ["Usage", usage],
    ["Arguments", operands],
    ["Options", options],
    ["Exit codes", Object.entries(exits)],
    ...[notes].flat(),
    ["Examples", examples.map((line) => [line, ""])],
  ]);
}

export function verbParts({ name, row }: Omit<FoundVerb, "args">) {
  const operands = operandRows(row);
  const rest = row.rest === undefined ? [] : [row.rest];
  const rows = Object.entries(optionRows(row)).map(([name, row]) => ({ name, ...row }));
  const required = rows.filter((row) => row.required);
  const usage = [
    `skillhook ${name}`,
    ...required.length < rows.length ? ["[OPTIONS]"] : [],
    ...required.map(optionTerm),
    ...operands.map(operandTerm),
    ...rest.map(({ name }) => `[-- ${name}…]`),
  ].join(" ");
  return {
    usage,
    operands: [...operands, ...rest].map(({ name, says }): Entry => [name, says]),
    options: rows.map((row): Entry => [optionTerm(row), said(row)]),
  };
}

function operandTerm({ name, choices, optional, many }: OperandRow): string {
  const term = many ? `${name}…` : choices?.join("|") ?? name;
  return optional ? `[${term}]` : term;
}

function optionTerm({ name, takes, short }: OptionRow & { readonly name: string }): string {
  const both = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return takes === undefined ? both : `${both} ${takes}`;
}

function said({ says, isList, default: standard }: OptionRow): string {
  if (isList) return `${says} (may be repeated)`;
  return standard === undefined ? says : `${says} (default: ${standard})`;
}

/** A text is a paragraph; the rest has a title. What has no entries is left out. */
type Block = string | readonly [title: string, entries: string | readonly Entry[]];

function blocks(host: Host, all: readonly Block[]): string {
  const title = isColoured(host) ? bold : (text: string) => text;
  return all.flatMap((block) => {
    if (typeof block === "string") return [wrap(block, 0)];
    const [name, entries] = block;
    const head = title(`${name}:`);
    if (typeof entries === "string") return [`${head} ${wrap(entries, name.length + 2)}`];
    return entries.length === 0 ? [] : [`${head}\n${entryLines(entries)}`];
  }).join("\n\n");
}

function entryLines(entries: readonly Entry[]): string {
  const widths = entries.map(([term]) => term.length).filter((width) => width <= MAX_TERM);
  const column = Math.max(0, ...widths) + 4;
  return entries.map(([term, says]) => {
    if (says === "") return `  ${term}`;
    const gap = term.length > MAX_TERM ? `\n${" ".repeat(column)}` : "";
    return `  ${term}`.padEnd(gap === "" ? column : 0) + gap + wrap(says, column);
  }).join("\n");
}

/** Breaks a text between words; `indent` is where its first line begins and the others follow. */
function wrap(text: string, indent: number): string {
  const [first = "", ...words] = text.split(" ");
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (indent + longer.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
