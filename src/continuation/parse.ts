/**
 * Prompt + registry → chain, as docs/continuation-passing.md says under "What users can type". Pure.
 *
 * Order: a list (`and`, line break, `- /skill` lines), then inline (`, /skill`, or a connecting word
 * before `/skill`), then a single skill; the first that fits wins. What counts as a reference is in
 * `references.ts`, the list in `list_mode.ts`.
 */
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { exitSteps, type Registry, type RegistryEntry } from "../catalog/registry.ts";
import type { Chain, Invocation } from "./chain.ts";
import { trimDelimiters } from "./delimiter.ts";
import { lex } from "./lex.ts";
import { findList } from "./list_mode.ts";
import { findReferences, matchName, mayHoldReference, type Mention } from "./references.ts";

/** A chain and the shape it was read from. */
export interface ParsedChain extends Chain {
  readonly mode: "single" | "inline" | "list";
  /** Names of skills at a joint that are no request, each with why; absent: none. */
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
  // The first word as a whole.
  const first = text[0] === "/" ? matchName(text, 0, nameEnd, registry) : undefined;
  if (first === undefined) return null;
  const lexemes = mayHoldReference(text, registry) ? lex(text) : [];
  const list = findList(text, lexemes, registry);
  const limit = list?.start ?? text.length;
  const { references, mentions, unknown } = findReferences(text, lexemes, limit, registry);
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
  // The default exit belongs to the last skill of the chain, whoever named it.
  const last = steps.at(-1)!;
  const exit = exitSteps(last.entry, last.args, registry).map(({ entry, name, args }) =>
    // A name nobody registered stays as it is written.
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

/**
 * A text of the same length in which skills that are named by another sign, as with `$name`, are written with a slash.
 * `$HOME` and `$1` lead to none.
 */
export function slashed(prompt: string, sigil: string, isSkill: (name: string) => boolean): string {
  if (!prompt.includes(sigil)) return prompt;
  const words = new RegExp(
    `(?<=^|[\\s,])\\${sigil}([a-z][\\w-]*(?::[\\w-]+)?)(?=[\\s,.!]|$)`,
    "gi",
  );
  return prompt.replaceAll(words, (word, name: string) => isSkill(name) ? `/${name}` : word);
}
