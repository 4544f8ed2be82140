/** What one handler's run comes to. Effects are values: `merge.ts` makes one conclusion of them. */
import type { HookEvent } from "../protocol/hook_events.ts";

/** An answer to what is about to happen, strongest first; a refused prompt or stop is a `deny`, too. */
export type Behavior = "deny" | "defer" | "ask" | "allow";

/** Strongest first. */
export const BEHAVIORS: readonly Behavior[] = ["deny", "defer", "ask", "allow"];

/** What a handler wants. */
export interface Effect {
  readonly behavior?: Behavior;
  /** Why; for `behavior`. */
  readonly reason?: string;
  /** The agent shall stop altogether; the text may be empty. */
  readonly stop?: string;
  /** For the model. */
  readonly context?: string;
  /** Plain text that is itself the answer, such as a new worktree's path. */
  readonly answer?: string;
  /** For the user. */
  readonly systemMessage?: string;
  /** The user's message from now on. */
  readonly message?: string;
  /** Other fields of the answer's `hookSpecificOutput`, such as `updatedInput`. */
  readonly updates?: Readonly<Record<string, unknown>>;
  /** For the terminal, passed on as it is. */
  readonly terminalSequence?: string;
  /** What went wrong and changed nothing, or was decided by a policy; shown to the user. */
  readonly failure?: string;
  /** Remarks for whoever looks closely. */
  readonly notes?: readonly string[];
}

/** One handler's effect. */
export interface EffectItem {
  /** Short name of the handler, for reasons and contexts. */
  readonly source: string;
  /** The handler alone, where two may have one source. */
  readonly name?: string;
  readonly effect: Effect;
}

/** Nothing. */
export const NO_EFFECT: Effect = {};

/**
 * The effect of a refusal by exit code 2, which depends on the event (protocol section 1.6, last column).
 *
 * @returns A refusal, a message for the user, or a remark that it does nothing.
 */
export function exit2Effect(row: HookEvent, reason: string): Effect {
  if (row.exit2 === "refuse") return { behavior: "deny", reason };
  if (row.exit2 === "user") return { systemMessage: reason };
  return { notes: [`exit code 2 does nothing on this event: ${reason}`] };
}

/**
 * The effect of an explicit refusal (a judge's, a policy's): a gate is closed even where exit code 2 would do nothing.
 *
 * @returns A refusal where there is something to refuse, else as exit code 2.
 */
export function refusalEffect(row: HookEvent, reason: string): Effect {
  return row.gate === true ? { behavior: "deny", reason } : exit2Effect(row, reason);
}

/**
 * One word for a report, such as `deny: no rm`.
 *
 * @returns Its parts, joined; `none` for no effect.
 */
export function effectText(effect: Effect): string {
  const { behavior, reason, stop, context, answer, systemMessage, message, updates } = effect;
  const parts: string[] = [];
  if (behavior !== undefined) parts.push(reason ? `${behavior}: ${reason}` : behavior);
  if (stop !== undefined) parts.push(stop === "" ? "stop" : `stop: ${stop}`);
  if (message !== undefined) parts.push("changes the message");
  if (context !== undefined) parts.push("adds context");
  if (answer !== undefined) parts.push("answers");
  if (systemMessage !== undefined) parts.push("tells the user");
  for (const name of Object.keys(updates ?? {})) parts.push(`sets ${name}`);
  if (effect.failure !== undefined && behavior === undefined) parts.push("failed");
  return parts.join(", ") || "none";
}
