/**
 * Mode 3: a connecting word at the end of a line, then `- /skill args` lines. A line with an unknown skill is
 * skipped; a line that is indented further belongs to the entry above it; any other text ends the list.
 */
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import type { UnknownStep } from "./chain.ts";
import { delimiterBefore, trimConnectors, trimDelimiters } from "./delimiter.ts";
import type { Lexeme } from "./lex.ts";
import { matchName, type Step, unknownName } from "./references.ts";

/**
 * The first list of a trimmed prompt that names at least one registered skill: where its delimiter begins, its steps, and
 * the items that are left out, each with the number of steps before it.
 */
export function findList(text: string, lexemes: readonly Lexeme[], registry: Registry) {
  // A list of unknown skills is passed over as a whole: its lines are not read again for each `and` in them.
  let passed = 0;
  for (let at = 2; at + 2 < lexemes.length; at++) {
    if (lexemes[at]!.start < passed || !startsItem(text, lexemes, at)) continue;
    const delimiter = delimiterBefore(text, lexemes, at);
    if (delimiter?.connected !== true) continue;
    const { steps, unknown, end } = readItems(text, lexemes[at]!.start, registry);
    if (steps.length > 0) return { start: delimiter.start, steps, unknown };
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
  const breaks = (space: Lexeme) => text.slice(space.start, space.end).includes("\n");
  return gap.kind === "space" && breaks(gap) && blank.kind === "space" && !breaks(blank) &&
    name.kind === "word" && text[name.start] === "/";
}

/** Reads the lines from the first dash on; `end` is where the first line stands that is not the list's. */
function readItems(text: string, start: number, registry: Registry) {
  const items: { entry: RegistryEntry | undefined; name: string | undefined; args: string }[] = [];
  let end = text.lastIndexOf("\n", start) + 1;
  const margin = start - end;
  while (end < text.length) {
    const lineFeed = text.indexOf("\n", end);
    const line = text.slice(end, lineFeed < 0 ? text.length : lineFeed);
    const content = line.trimStart();
    const indent = line.length - content.length;
    const [head = "", word = ""] = /^-[ \t]+(\/\S+)/.exec(content) ?? [];
    const last = items.at(-1);
    if (head !== "" && indent <= margin) {
      const match = matchName(content, head.length - word.length, head.length, registry);
      const args = content.slice(match?.end).trim();
      items.push({ entry: match?.entry, name: unknownName(word), args });
    } else if (content !== "" && indent <= margin && !/^-[ \t]/.test(content)) break;
    else if (last !== undefined) last.args += `\n${line.trimEnd()}`;
    end = lineFeed < 0 ? text.length : lineFeed + 1;
  }
  const last = items.findLast(({ entry }) => entry !== undefined);
  const steps: Step[] = [];
  const unknown: UnknownStep[] = [];
  for (const item of items) {
    const { entry, name, args } = item;
    if (entry !== undefined) {
      steps.push({ entry, args: item === last ? trimDelimiters(args) : trimConnectors(args) });
    } else if (name !== undefined) unknown.push({ name, at: steps.length });
  }
  return { steps, unknown, end };
}
