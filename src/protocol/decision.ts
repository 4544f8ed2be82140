/**
 * What an event handler concludes, in our words. Only `encode.ts` knows how the agent wants to hear
 * it. A handler never prints.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Outcome } from "../host/host.ts";

/** The conclusion proper. */
export type Decision =
  /** Nothing to say: the agent goes on as if we were not there. */
  | { readonly kind: "pass" }
  /** Text for the model; `systemMessage` is shown to the user as well. */
  | { readonly kind: "context"; readonly context: string; readonly systemMessage?: string }
  /** Shown to the user; the model hears nothing. */
  | { readonly kind: "message"; readonly systemMessage: string }
  /** Another input for a tool call about to run, whole and as JSON text: it must be what came in byte for byte. */
  | { readonly kind: "input"; readonly updatedInput: string; readonly systemMessage: string };

/** A decision with the flaws met on the way; they go to standard error, which the agent keeps in its debug log. */
export interface Verdict {
  readonly decision: Decision;
  readonly diagnostics: readonly Diagnostic[];
}

/** What was written, and the decision it says; none when the event could not be handled at all. */
export interface Decided {
  readonly outcome: Outcome;
  readonly decision: Decision | undefined;
}

/** Nothing to say. */
export const PASS: Decision = { kind: "pass" };
