/**
 * Prompt + registry → chain, as docs/continuation-passing.md says under "What users can type". Pure.
 *
 * Order: a list (`and`, line break, `- /skill` lines), then inline (`, /skill`, or a connecting word
 * before `/skill`), then a single skill; the first that fits wins. What counts as a reference is in
 * `references.ts`, the list in `list_mode.ts`.
 */
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { exitSteps } from "../catalog/default_exit.ts";
import type { Registry } from "../catalog/registry.ts";
import { type Chain, type Invocation, toInvocation } from "./chain.ts";
import { trimDelimiters } from "./delimiter.ts";
import { lex } from "./lex.ts";
import { findList } from "./list_mode.ts";
import {
  findReferences,
  matchName,
  mayHoldReference,
  type Mention,
  type Reference,
  type Step,
} from "./references.ts";

/** Which of the three shapes the prompt had. */
type ChainMode = "single" | "inline" | "list";

/** A chain and the shape it was read from. */
export interface ParsedChain extends Chain {
  readonly mode: ChainMode;
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
  const first = firstReference(text, registry);
  if (first === undefined) return null;
  const lexemes = mayHoldReference(text, registry) ? lex(text) : [];
  const list = findList(text, lexemes, registry);
  const limit = list?.start ?? text.length;
  const joints = findReferences(text, lexemes, limit, registry);
  const references = [first, ...joints.references];
  const inline = references.map(({ entry, end }, index): Step => {
    const next = references[index + 1]?.delimiterStart ?? limit;
    return { entry, args: trimDelimiters(said.slice(end, next)) };
  });
  const steps = inline.concat(list?.steps ?? []);
  const isStarted = isRun(text, first);
  const [current, ...rest] = steps.map(({ entry, args }, index) =>
    toInvocation(entry, args, index === 0 && isStarted)
  );
  const listed = (list?.unknown ?? []).map(({ name, at }) => ({
    name,
    at: at + inline.length - 1,
  }));
  const unknown = [...joints.unknown, ...listed];
  return {
    current: current!,
    continuation: [...rest, ...exitOf(steps.at(-1)!, registry)],
    mode: list !== undefined ? "list" : references.length > 1 ? "inline" : "single",
    ...isStarted ? {} : { isNotStarted: true },
    ...joints.mentions.length === 0 ? {} : { mentions: joints.mentions },
    ...unknown.length === 0 ? {} : { unknown },
  };
}

/** Whether the agent runs the first skill: its name is a whole word, and no command of the agent's hides a plugin's. */
function isRun(text: string, { entry, end }: Reference): boolean {
  if (!/\s/.test(text[end] ?? " ") || /[.!]/.test(text[end - 1]!)) return false;
  return entry.plugin === undefined || !AGENT_COMMANDS.has(text.slice(1, end));
}

/** The skill the prompt begins with: its first word as a whole. */
function firstReference(text: string, registry: Registry): Reference | undefined {
  if (text[0] !== "/") return undefined;
  const blank = text.search(/\s/);
  return matchName(text, 0, blank < 0 ? text.length : blank, 0, registry);
}

/** The default exit belongs to the last skill of the chain, whoever named it. */
function exitOf({ entry: last, args }: Step, registry: Registry): Invocation[] {
  return exitSteps(last, args, registry).map(({ entry, name, args }) =>
    // A name nobody registered stays as it is written.
    entry === undefined ? { skill: name, args } : toInvocation(entry, args, false)
  );
}
