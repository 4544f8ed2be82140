/**
 * The effects of all handlers → one. Order never matters for the decision: the strongest answer wins (deny, defer,
 * ask, allow), so adding a handler can only make it stronger. What two handlers want differently is an error that
 * names both, never a race.
 */
import { type Fields, isFields } from "../base/json_type.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import { type Behavior, BEHAVIORS, type Effect, type EffectItem } from "./effect.ts";

type SourcedText = { readonly source: string; readonly text: string };

export interface Merged {
  readonly behavior?: Behavior | undefined;
  /** The reasons of the handlers that said so, in configuration order; not empty for a `deny`. */
  readonly reason: string;
  /** The agent shall stop; the text may be empty. */
  readonly stop?: string | undefined;
  readonly contexts: readonly SourcedText[];
  readonly systemMessages: readonly string[];
  /** What failed without changing the decision. */
  readonly failures: readonly string[];
  readonly errors: readonly string[];
  readonly answer?: string | undefined;
  /** The user's message as the last handler of a flat list left it. */
  readonly message?: string | undefined;
  readonly updates: Fields;
  readonly terminalSequence?: string | undefined;
}

/** No handler wants anything: the usual case. */
export const NOTHING: Merged = {
  reason: "",
  contexts: [],
  systemMessages: [],
  failures: [],
  errors: [],
  updates: {},
};

export function mergeEffects(items: readonly EffectItem[], row: HookEvent): Merged {
  if (items.length === 0) return NOTHING;
  const { updates, conflicts: differing } = mergeUpdates(items);
  const answers = items.filter(({ effect }) => effect.answer !== undefined);
  const conflicts = [...differing, ...row.strict === true ? answerConflict(answers) : []];
  const decided = decide(items, conflicts, row);
  const isDenied = decided.behavior === "deny";
  return {
    ...decided,
    stop: joined(items, "stop"),
    contexts: texts(items, "context"),
    systemMessages: distinct(texts(items, "systemMessage").map(({ text }) => text)),
    failures: distinct(texts(items, "failure").map(({ text }) => text)),
    errors: conflicts.map(({ text }) => text),
    answer: row.strict === true ? answers[0]?.effect.answer : joined(answers, "answer"),
    message: isDenied ? undefined : items.findLast(({ effect }) => effect.message)?.effect.message,
    updates: isDenied ? withoutChanges(updates) : updates,
    terminalSequence: joined(items, "terminalSequence", ""),
  };
}

/** An undecidable change of a tool's input must not end in a call that no handler wanted. */
function decide(
  items: readonly EffectItem[],
  conflicts: readonly Conflict[],
  row: HookEvent,
): { behavior: Behavior | undefined; reason: string } {
  const grave = row.gate === true ? conflicts.filter(({ isGrave }) => isGrave) : [];
  // A permission request can be left to the user.
  const word = row.refusal === "request" ? "ask" : "deny";
  const effects = [
    ...items.map(({ effect }) => effect),
    ...grave.map(({ text }): Effect => ({ behavior: word, reason: text })),
  ];
  const behavior = BEHAVIORS.find((word) => effects.some((effect) => effect.behavior === word));
  const reasons = effects.filter((effect) => behavior && effect.behavior === behavior)
    .flatMap(({ reason }) => reason || []);
  return { behavior, reason: distinct(reasons).join("\n") };
}

function answerConflict(answers: readonly EffectItem[]): Conflict[] {
  const [first] = answers;
  const other = answers.find(({ effect }) => effect.answer !== first?.effect.answer);
  if (first === undefined || other === undefined) return [];
  const [one, two] = [first, other].map(({ name, source }) => name ?? source);
  return [{
    text: `Hooks ${one} and ${two} give different answers: keep one of them`,
    isGrave: true,
  }];
}

function withoutChanges(updates: Fields): Fields {
  const { updatedInput: _input, updatedPermissions: _permissions, ...rest } = updates;
  return rest;
}

type TextKey = "context" | "systemMessage" | "failure" | "stop" | "answer" | "terminalSequence";

function texts(items: readonly EffectItem[], key: TextKey): SourcedText[] {
  return items.flatMap(({ source, effect }) => {
    const text = effect[key];
    return text === undefined ? [] : [{ source, text }];
  });
}

function joined(items: readonly EffectItem[], key: TextKey, separator = "\n"): string | undefined {
  const found = texts(items, key);
  if (found.length === 0) return undefined;
  return distinct(found.flatMap(({ text }) => text || [])).join(separator);
}

function distinct(list: readonly string[]): string[] {
  return [...new Set(list)];
}

type Combine = (first: unknown, second: unknown) => unknown;

const either: Combine = (first, second) => first === true || second === true;

/** Fields where both values can be had; everywhere else different values are a conflict. */
const COMBINED: Readonly<Record<string, Combine>> = {
  watchPaths: concatenate,
  updatedPermissions: concatenate,
  interrupt: either,
  retry: (first, second) => first === true && second === true,
  reloadSkills: either,
  suppressOriginalPrompt: either,
  classifierContext: (first, second) => first === second ? first : `${first}\n${second}`,
  action: (first, second) => ACTIONS.find((action) => action === first || action === second),
};

interface Conflict {
  readonly text: string;
  /** Going on without the value would be a call, or an answer, that no handler wanted. */
  readonly isGrave: boolean;
}

const GRAVE: readonly string[] = ["updatedInput", "content"];

const ACTIONS: readonly unknown[] = ["decline", "cancel", "accept"];

/** Merges the fields by name; a conflicting field is left out. */
function mergeUpdates(items: readonly EffectItem[]): { updates: Fields; conflicts: Conflict[] } {
  const merged = new Map<string, { value: unknown; source: string }>();
  const conflicts = new Map<string, Conflict>();
  for (const item of items) {
    const source = item.name ?? item.source;
    for (const [name, value] of Object.entries(item.effect.updates ?? {})) {
      const before = merged.get(name);
      const combine = COMBINED[name];
      if (before === undefined) merged.set(name, { value, source });
      else if (combine !== undefined) {
        merged.set(name, { value: combine(before.value, value), source });
      } else if (!isSame(before.value, value) && !conflicts.has(name)) {
        const both = `Hooks ${before.source} and ${source}`;
        const text = `${both} set different values for "${name}": keep one of them`;
        conflicts.set(name, { text, isGrave: GRAVE.includes(name) });
      }
    }
  }
  const kept = [...merged].filter(([name]) => !conflicts.has(name));
  const updates = Object.fromEntries(kept.map(([name, { value }]) => [name, value]));
  return { updates, conflicts: [...conflicts.values()] };
}

function concatenate(first: unknown, second: unknown): unknown {
  const list: unknown[] = [first, second].filter(Array.isArray).flat();
  return list.filter((item, at) => list.findIndex((other) => isSame(item, other)) === at);
}

/** Equal as JSON, whatever the order of the keys. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.keys(value).sort().map((key) => [key, sorted(value[key])]);
}
