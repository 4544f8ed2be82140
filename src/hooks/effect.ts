/** What one handler's run comes to, and how the effects of all become one conclusion. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import type { HookEvent } from "../protocol/hook_events.ts";

/** Answers to what is about to happen, strongest first; a refused prompt or stop is a `deny`, too. */
export const BEHAVIORS = ["deny", "defer", "ask", "allow"] as const;
export type Behavior = typeof BEHAVIORS[number];

export interface Effect {
  readonly behavior?: Behavior | undefined;
  readonly reason?: string | undefined;
  /** The agent shall stop altogether; the text may be empty. */
  readonly stop?: string | undefined;
  readonly context?: string | undefined;
  /** Plain text that is itself the answer, such as a new worktree's path. */
  readonly answer?: string | undefined;
  readonly systemMessage?: string | undefined;
  /** The user's message from now on. */
  readonly message?: string | undefined;
  /** Other fields of the answer's `hookSpecificOutput`, such as `updatedInput`. */
  readonly updates?: Fields | undefined;
  readonly terminalSequence?: string | undefined;
  /** What went wrong and changed nothing, or was decided by a policy; shown to the user. */
  readonly failure?: string | undefined;
  /** A decision that was printed and does not count; said on standard error. */
  readonly unread?: Pick<Diagnostic, "message" | "remedy"> | undefined;
  readonly notes?: readonly string[] | undefined;
}

export interface EffectItem {
  /** Short name of the handler, for reasons and contexts. */
  readonly source: string;
  /** The handler alone: two may have one source. */
  readonly name: string;
  readonly effect: Effect;
}

/** A refusal by exit code 2: a refusal, a message for the user, or a remark that it does nothing on this event. */
export function exit2Effect(row: HookEvent, reason: string): Effect {
  if (row.exit2 === "refuse") return { behavior: "deny", reason };
  if (row.exit2 === "user") return { systemMessage: reason };
  return { notes: [`exit code 2 does nothing on this event: ${reason}`] };
}

/** An explicit refusal (a judge's, a policy's): a gate is closed even where exit code 2 would do nothing. */
export function refusalEffect(row: HookEvent, reason: string): Effect {
  return row.gate === true ? { behavior: "deny", reason } : exit2Effect(row, reason);
}

/** For a report, such as `deny: no rm, sets updatedInput`; `none` for no effect. */
export function effectText(effect: Effect): string {
  const { behavior, reason, stop, context, answer, systemMessage, message, updates } = effect;
  const parts = [
    behavior !== undefined && (reason ? `${behavior}: ${reason}` : behavior),
    stop !== undefined && (stop === "" ? "stop" : `stop: ${stop}`),
    message !== undefined && "changes the message",
    context !== undefined && "adds context",
    answer !== undefined && "answers",
    systemMessage !== undefined && "tells the user",
    ...Object.keys(updates ?? {}).map((name) => `sets ${name}`),
    effect.failure !== undefined && behavior === undefined && "failed",
  ];
  return parts.filter((part) => part !== false).join(", ") || "none";
}

type Kept = "behavior" | "stop" | "answer" | "message" | "terminalSequence";

export interface Merged extends Pick<Effect, Kept> {
  /** In configuration order; not empty for a `deny`. */
  readonly reason: string;
  readonly contexts: readonly { readonly source: string; readonly text: string }[];
  readonly systemMessages: readonly string[];
  readonly failures: readonly string[];
  readonly errors: readonly string[];
  readonly updates: Fields;
}

type TextKey = "context" | "systemMessage" | "failure" | "stop" | "answer" | "terminalSequence";

/** The strongest answer wins, in whatever order; what two handlers want differently is an error that names both. */
export function mergeEffects(items: readonly EffectItem[], row: HookEvent): Merged {
  const { updates, conflicts } = mergeUpdates(items);
  const texts = (key: TextKey) =>
    items.flatMap(({ source, effect: { [key]: text } }) =>
      text === undefined ? [] : [{ source, text }]
    );
  const distinct = (key: TextKey) => [...new Set(texts(key).map(({ text }) => text))];
  const joined = (key: TextKey, separator = "\n") =>
    texts(key)[0] && distinct(key).filter(Boolean).join(separator);
  const [answer, other] = distinct("answer");
  if (row.strict === true && other !== undefined) {
    const [one, two] = [answer, other].map((text) =>
      items.find(({ effect }) => effect.answer === text)!.name
    );
    const text = `Hooks ${one} and ${two} give different answers: keep one of them`;
    conflicts.push({ text, isGrave: true });
  }
  const decided = decide(items, conflicts, row);
  const isDenied = decided.behavior === "deny";
  const { updatedInput: _input, updatedPermissions: _permissions, ...harmless } = updates;
  return {
    ...decided,
    stop: joined("stop"),
    contexts: texts("context"),
    systemMessages: distinct("systemMessage"),
    failures: distinct("failure"),
    errors: conflicts.map(({ text }) => text),
    answer: row.strict === true ? answer : joined("answer"),
    message: isDenied ? undefined : items.findLast(({ effect }) => effect.message)?.effect.message,
    updates: isDenied ? harmless : updates,
    terminalSequence: joined("terminalSequence", ""),
  };
}

type Conflicts = ReturnType<typeof mergeUpdates>["conflicts"];

/** An undecidable change of a tool's input must not end in a call that no handler wanted. */
function decide(items: readonly EffectItem[], conflicts: Conflicts, row: HookEvent) {
  const grave = row.gate === true ? conflicts.filter(({ isGrave }) => isGrave) : [];
  // A permission request can be left to the user.
  const word = row.refusal === "request" ? "ask" : "deny";
  const effects: Effect[] = [
    ...items.map(({ effect }) => effect),
    ...grave.map(({ text }) => ({ behavior: word, reason: text } as const)),
  ];
  const behavior = BEHAVIORS.find((word) => effects.some((effect) => effect.behavior === word));
  const reasons = effects.filter((effect) => behavior && effect.behavior === behavior)
    .flatMap(({ reason }) => reason || []);
  return { behavior, reason: [...new Set(reasons)].join("\n") };
}

type Combine = (first: unknown, second: unknown) => unknown;

const either: Combine = (first, second) => first === true || second === true;
const both: Combine = (first, second) => {
  const list: unknown[] = [first, second].filter(Array.isArray).flat();
  return list.filter((item, at) => list.findIndex((other) => isSame(item, other)) === at);
};

/** Fields where both values can be had; everywhere else different values are a conflict. */
const COMBINED: Readonly<Record<string, Combine>> = {
  watchPaths: both,
  updatedPermissions: both,
  interrupt: either,
  retry: (first, second) => first === true && second === true,
  reloadSkills: either,
  suppressOriginalPrompt: either,
  classifierContext: (first, second) => first === second ? first : `${first}\n${second}`,
  action: (first, second) =>
    ["decline", "cancel", "accept"].find((action) => action === first || action === second),
};

/** By name; a conflicting field is left out. `isGrave`: going on without it would be a call, or an answer, that no handler wanted. */
function mergeUpdates(items: readonly EffectItem[]) {
  const updates: Record<string, unknown> = {};
  const conflicts: { text: string; isGrave: boolean }[] = [];
  const names = new Set(items.flatMap(({ effect }) => Object.keys(effect.updates ?? {})));
  for (const name of names) {
    const having = items.filter(({ effect }) => Object.hasOwn(effect.updates ?? {}, name));
    const values = having.map(({ effect }) => effect.updates![name]);
    const combine = COMBINED[name];
    const other = having[values.findIndex((value) => !isSame(value, values[0]))];
    if (combine !== undefined) updates[name] = values.reduce((one, two) => combine(one, two));
    else if (other === undefined) updates[name] = values[0];
    else {
      const names = `${having[0]!.name} and ${other.name}`;
      const text = `Hooks ${names} set different values for "${name}": keep one of them`;
      conflicts.push({ text, isGrave: name === "updatedInput" || name === "content" });
    }
  }
  return { updates, conflicts };
}

function isSame(one: unknown, two: unknown): boolean {
  return canonical(one) === canonical(two);
}

/** The same text for what is equal as JSON, whatever the order of the keys. */
function canonical(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    isFields(part) ? Object.keys(part).sort().map((key) => [key, part[key]]) : part;
  return JSON.stringify(value, sorted);
}
