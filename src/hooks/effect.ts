/** What one handler's run comes to. Effects are values: `merge.ts` makes one conclusion of them. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { HookEvent } from "../protocol/hook_events.ts";

/** Answers to what is about to happen, strongest first; a refused prompt or stop is a `deny`, too. */
export const BEHAVIORS = ["deny", "defer", "ask", "allow"] as const;
export type Behavior = typeof BEHAVIORS[number];

export interface Effect {
  readonly behavior?: Behavior;
  readonly reason?: string;
  /** The agent shall stop altogether; the text may be empty. */
  readonly stop?: string;
  readonly context?: string;
  /** Plain text that is itself the answer, such as a new worktree's path. */
  readonly answer?: string;
  readonly systemMessage?: string;
  /** The user's message from now on. */
  readonly message?: string;
  /** Other fields of the answer's `hookSpecificOutput`, such as `updatedInput`. */
  readonly updates?: Readonly<Record<string, unknown>>;
  readonly terminalSequence?: string;
  /** What went wrong and changed nothing, or was decided by a policy; shown to the user. */
  readonly failure?: string;
  /** A decision that was printed and does not count; said on standard error. */
  readonly unread?: Pick<Diagnostic, "message" | "remedy">;
  readonly notes?: readonly string[];
}

export interface EffectItem {
  /** Short name of the handler, for reasons and contexts. */
  readonly source: string;
  /** The handler alone, where two may have one source. */
  readonly name?: string;
  readonly effect: Effect;
}

export const NO_EFFECT: Effect = {};

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
