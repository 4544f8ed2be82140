/**
 * What an event handler concludes, in our words. Only `encode.ts` knows how the agent wants to hear
 * it. A handler never prints.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Outcome } from "../host/host.ts";

/** A JSON value we send back unchanged, such as a tool's input. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The conclusion proper. */
export type Decision =
  /** Nothing to say: the agent goes on as if we were not there. */
  | { readonly kind: "pass" }
  /** Text for the model; `systemMessage` is shown to the user as well. */
  | { readonly kind: "context"; readonly context: string; readonly systemMessage?: string }
  /** A line for the user only. */
  | { readonly kind: "notice"; readonly systemMessage: string }
  /** The prompt, stop or tool result is refused. */
  | { readonly kind: "block"; readonly reason: string }
  /** An answer to a tool call about to run; `updatedInput` is the complete input. */
  | {
    readonly kind: "permission";
    /** Absent: the permission is left alone and only `updatedInput` or `context` count. */
    readonly behavior?: "allow" | "deny" | "ask" | "defer";
    readonly reason?: string;
    readonly updatedInput?: JsonObject;
    /** The same as JSON text, where it must be what came in byte for byte; wins over `updatedInput`. */
    readonly updatedInputText?: string;
    readonly context?: string;
    readonly systemMessage?: string;
  };

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
