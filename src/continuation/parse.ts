/** Prompt + registry → chain, as docs/continuation-passing.md says under "What users can type". */
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { exitSteps, type Registry, type RegistryEntry } from "../catalog/registry.ts";
import type { Chain, Invocation, UnknownStep } from "./chain.ts";
import { delimiterBefore, trimConnectors, trimDelimiters } from "./delimiter.ts";
import { lex, type Lexed, type Lexeme } from "./lex.ts";
import type { Mention } from "./references.ts";
import { findReferences, matchName, mayHoldReference, unknownName } from "./references.ts";

export interface ParsedChain extends Chain {
  /** The shape it was read from; a list is a connecting word at the end of a line, then `- /skill args` lines. */
  readonly mode: "single" | "inline" | "list";
  /** Names of skills at a joint that are no request. */
  readonly mentions?: readonly Mention[];
}

/**
 * The chain with the last skill's default exit appended; `null`: the prompt does not begin with a registered skill.
 * Arguments are taken from `written`: the same prompt as it was typed, character for character.
 */
export function parseContinuation(
  prompt: string,
  registry: Registry,
  written: string = prompt,
): ParsedChain | null {
  const text = prompt.trim();
  const said = written.trim();
  const nameEnd = text.search(/\s|$/);
  const first = text[0] === "/" ? matchName(text, 0, nameEnd, registry) : undefined;
  if (first === undefined) return null;
  const lexed = { text, lexemes: mayHoldReference(text, registry) ? lex(text) : [] };
  const list = findList(lexed, registry);
  const limit = list?.start ?? text.length;
  const { references, mentions, unknown } = findReferences(lexed, limit, registry);
  const steps = [first, ...references].map(({ entry, end }, index) => {
    const next = references[index]?.delimiterStart ?? limit;
    return { entry, args: trimDelimiters(said.slice(end, next)) };
  });
  steps.push(...list?.steps ?? []);
  for (const { name, at } of list?.unknown ?? []) {
    unknown.push({ name, at: at + references.length });
  }
  // The agent runs the first skill: its name is a whole word, and no command of the agent's hides a plugin's.
  const isStarted = first.end === nameEnd && !/[.!]/.test(text[nameEnd - 1]!) &&
    (first.entry.plugin === undefined || !AGENT_COMMANDS.has(text.slice(1, nameEnd)));
  const [current, ...rest] = steps.map(({ entry, args }, index) =>
    toInvocation(entry, args, index === 0 && isStarted)
  );
  // The default exit belongs to the last skill of the chain.
  const last = steps.at(-1)!;
  const exit = exitSteps(last.entry, last.args, registry).map(({ entry, name, args }) =>
    // A name that leads nowhere stays as it is written.
    entry === undefined ? { skill: name, args } : toInvocation(entry, args, false)
  );
  return {
    current: current!,
    continuation: [...rest, ...exit],
    mode: list !== undefined ? "list" : references.length > 0 ? "inline" : "single",
    ...isStarted ? {} : { isNotStarted: true },
    ...mentions.length === 0 ? {} : { mentions },
    ...unknown.length === 0 ? {} : { unknown },
  };
}

/** `isTyped`: the agent runs it itself, if it can, because the user typed it. */
function toInvocation(entry: RegistryEntry, args: string, isTyped: boolean): Invocation {
  const { invoke: skill, path, isNotTyped, isNotCalled } = entry;
  return (isTyped ? isNotTyped : isNotCalled) ? { skill, args, file: path } : { skill, args };
}

/** The first list with a registered skill: where its delimiter begins, its steps, and unknown items, as in a chain. */
function findList(lexed: Lexed, registry: Registry) {
  const { text, lexemes } = lexed;
  // A list of unknown skills is passed over as a whole: its lines are not read again for each `and` in them.
  let passed = 0;
  for (let at = 2; at + 2 < lexemes.length; at++) {
    const { start, end } = lexemes[at]!;
    // A long prompt has hundreds of thousands of lexemes: nearly all are passed over without a call or a string.
    if (end - start !== 1 || text[start] !== "-" || start < passed) continue;
    if (!startsItem(lexed, at)) continue;
    const delimiter = delimiterBefore(lexed, at);
    if (delimiter?.connected !== true) continue;
    const { steps, unknown, end: behind } = readItems(text, start, registry);
    if (steps.length > 0) return { start: delimiter.start, steps, unknown };
    passed = behind;
  }
  return undefined;
}

/** A line break, `-`, blanks, `/…`: four lexemes of plain text. */
function startsItem({ text, lexemes }: Lexed, at: number): boolean {
  const [gap, blank, name] = [lexemes[at - 1]!, lexemes[at + 1]!, lexemes[at + 2]!];
  const breaks = (space: Lexeme) => text.slice(space.start, space.end).includes("\n");
  return lexemes[at]!.kind === "word" && gap.kind === "space" && breaks(gap) &&
    blank.kind === "space" && !breaks(blank) && name.kind === "word" && text[name.start] === "/";
}

/** A line indented further belongs to the entry above it, any other text ends the list; `end`: where it stands. */
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
  const steps: { entry: RegistryEntry; args: string }[] = [];
  const unknown: UnknownStep[] = [];
  for (const item of items) {
    const { entry, name, args } = item;
    if (entry !== undefined) {
      steps.push({ entry, args: item === last ? trimDelimiters(args) : trimConnectors(args) });
    } else if (name !== undefined) unknown.push({ name, at: steps.length });
  }
  return { steps, unknown, end };
}

/** A text of the same length in which skills named by another sign, as `$name`, have a slash; `$HOME` leads to none. */
export function slashed(prompt: string, sigil: string, isSkill: (name: string) => boolean): string {
  if (!prompt.includes(sigil)) return prompt;
  const words = new RegExp(
    `(?<=^|[\\s,])\\${sigil}([a-z][\\w-]*(?::[\\w-]+)?)(?=[\\s,.!]|$)`,
    "gi",
  );
  return prompt.replaceAll(words, (word, name: string) => isSkill(name) ? `/${name}` : word);
}
