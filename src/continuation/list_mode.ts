/**
 * Mode 3: a connecting word at the end of a line, then `- /skill args` lines. A line with an unknown skill is
 * skipped; a line that is indented further belongs to the entry above it; any other text ends the list.
 */
import type { Registry } from "../catalog/registry.ts";
import type { UnknownStep } from "./chain.ts";
import { delimiterBefore, trimConnectors, trimDelimiters } from "./delimiter.ts";
import type { Lexeme } from "./lex.ts";
import { matchName, type Step, unknownName } from "./references.ts";

/** A list and where the text before it ends. */
export interface SkillList {
  /** Start of the connecting word (and of a comma before it): the previous arguments end there. */
  readonly start: number;
  /** At least one. */
  readonly steps: readonly Step[];
  /** Items that are left out, each with the number of steps before it. */
  readonly unknown: readonly UnknownStep[];
}

/** The first list of a trimmed prompt that names at least one registered skill. */
export function findList(
  text: string,
  lexemes: readonly Lexeme[],
  registry: Registry,
): SkillList | undefined {
  // A list of unknown skills is passed over as a whole: its lines are not read again for each `and` in them.
  let passed = 0;
  for (let at = 2; at + 2 < lexemes.length; at++) {
    if (lexemes[at]!.start < passed || !startsItem(text, lexemes, at)) continue;
    const delimiter = delimiterBefore(text, lexemes, at);
    if (delimiter?.connected !== true) continue;
    const { steps, unknown, end } = readItems(text, lexemes[at]!.start, registry);
    if (steps.length > 0) {
      return { start: lexemes[delimiter.first]!.start + delimiter.offset, steps, unknown };
    }
    passed = end;
  }
  return undefined;
}

/** A line break, `-`, blanks, `/…`: four lexemes of plain text. */
function startsItem(text: string, lexemes: readonly Lexeme[], at: number): boolean {
  const { kind, start, end } = lexemes[at]!;
  // Asked of every lexeme: a long prompt has hundreds of thousands, and none of them needs a string for this.
  if (end - start !== 1 || text[start] !== "-" || kind !== "word") return false;
  const [gap, blank, name] = [lexemes[at - 1]!, lexemes[at + 1]!, lexemes[at + 2]!];
  return gap.kind === "space" && slice(text, gap).includes("\n") && name.kind === "word" &&
    blank.kind === "space" && !slice(text, blank).includes("\n") && text[name.start] === "/";
}

function slice(text: string, lexeme: Lexeme): string {
  return text.slice(lexeme.start, lexeme.end);
}

/** Reads the lines from the first dash on; `end` is where the first line stands that is not the list's. */
function readItems(
  text: string,
  start: number,
  registry: Registry,
): { steps: Step[]; unknown: UnknownStep[]; end: number } {
  const items: { step: Step | undefined; name: string | undefined; lines: string[] }[] = [];
  let end = text.lastIndexOf("\n", start) + 1;
  const margin = start - end;
  while (end < text.length) {
    const lineFeed = text.indexOf("\n", end);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    const line = text.slice(end, lineFeed < 0 ? next : lineFeed);
    const content = line.trimStart();
    const indent = line.length - content.length;
    const item = /^-[ \t]+(\/\S+)/.exec(content);
    if (item !== null && indent <= margin) items.push(readItem(content, item[0], registry));
    else if (content === "") items.at(-1)?.lines.push("");
    else if (indent > margin || /^-[ \t]/.test(content)) items.at(-1)?.lines.push(line.trimEnd());
    else break;
    end = next;
  }
  const last = items.findLastIndex(({ step }) => step !== undefined);
  const steps = items.flatMap(({ step, lines }, index) => {
    if (step === undefined) return [];
    const args = [step.args, ...lines].join("\n");
    return [{
      entry: step.entry,
      args: index < last ? trimConnectors(args) : trimDelimiters(args),
    }];
  });
  let at = 0;
  const unknown = items.flatMap(({ step, name }) => {
    if (step !== undefined) at++;
    return step !== undefined || name === undefined ? [] : [{ name, at }];
  });
  return { steps, unknown, end };
}

function readItem(content: string, head: string, registry: Registry) {
  const reference = matchName(content, head.indexOf("/"), head.length, 0, registry);
  const step = reference && { entry: reference.entry, args: content.slice(reference.end).trim() };
  return { step, name: unknownName(head.slice(head.indexOf("/"))), lines: [] };
}
