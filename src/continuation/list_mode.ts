/**
 * Mode 3: `and` at the end of a line, then `- /skill args` lines. A line with an unknown skill is
 * skipped; a line that is indented further belongs to the entry above it; any other text ends the list.
 */
import type { Registry } from "../registry/registry.ts";
import type { Lexeme } from "./lexeme.ts";
import { matchName, type Step } from "./references.ts";
import { trimDelimiters } from "./words.ts";

/** A list and where the text before it ends. */
export interface SkillList {
  /** Start of the connecting word (and of a comma before it): the previous arguments end there. */
  readonly start: number;
  /** At least one. */
  readonly steps: readonly Step[];
}

/**
 * Finds the first list that names at least one registered skill.
 *
 * @param text The trimmed prompt.
 * @param lexemes The prompt's lexemes.
 * @param registry The cooperative skills.
 * @returns The list, or `undefined`.
 */
export function findList(
  text: string,
  lexemes: readonly Lexeme[],
  registry: Registry,
): SkillList | undefined {
  for (let at = 1; at + 4 < lexemes.length; at++) {
    if (!opensList(text, lexemes, at)) continue;
    const steps = readItems(text, lexemes[at + 2]!.start, registry);
    if (steps.length > 0) return { start: lexemes[at]!.start, steps };
  }
  return undefined;
}

/** `and`, a line break, `-`, blanks, `/…`: five lexemes of plain text. */
function opensList(text: string, lexemes: readonly Lexeme[], at: number): boolean {
  const [word, gap, dash, blank, name] = lexemes.slice(at, at + 5) as [
    Lexeme,
    Lexeme,
    Lexeme,
    Lexeme,
    Lexeme,
  ];
  return slice(text, word) === "and" && lexemes[at - 1]!.kind === "space" &&
    gap.kind === "space" && slice(text, gap).includes("\n") &&
    slice(text, dash) === "-" && dash.kind === "word" &&
    blank.kind === "space" && !slice(text, blank).includes("\n") && text[name.start] === "/";
}

function slice(text: string, lexeme: Lexeme): string {
  return text.slice(lexeme.start, lexeme.end);
}

/** Reads the lines from the first dash on. */
function readItems(text: string, start: number, registry: Registry): Step[] {
  const items: { step: Step | undefined; lines: string[] }[] = [];
  const margin = start - (text.lastIndexOf("\n", start) + 1);
  for (const line of text.slice(start - margin).split("\n")) {
    const content = line.trimStart();
    const indent = line.length - content.length;
    const item = /^-[ \t]+(\/\S+)/.exec(content);
    if (item !== null && indent <= margin) items.push(readItem(content, item[0], registry));
    else if (content === "") items.at(-1)?.lines.push("");
    else if (indent > margin || /^-[ \t]/.test(content)) items.at(-1)?.lines.push(line.trimEnd());
    else break;
  }
  return items.flatMap(({ step, lines }) => {
    if (step === undefined) return [];
    return [{ entry: step.entry, args: trimDelimiters([step.args, ...lines].join("\n")) }];
  });
}

function readItem(content: string, head: string, registry: Registry) {
  const reference = matchName(content, head.indexOf("/"), head.length, 0, registry);
  const step = reference && { entry: reference.entry, args: content.slice(reference.end).trim() };
  return { step, lines: [] };
}
