/** What an event handler decides, in our words, and as the JSON document the agent reads. A handler never prints. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { cutWhole } from "../base/fitted_text.ts";
import type { Outcome } from "../host/host.ts";

type Shown = { readonly systemMessage?: string | undefined };

export type Decision =
  /** Silence: the agent goes on as if we were not there. */
  | { readonly kind: "pass" }
  /** Text for the model, after Stop also the reason to go on. */
  | Shown & { readonly kind: "context"; readonly context: string }
  | { readonly kind: "message"; readonly systemMessage: string }
  /** Another input for a tool call about to run, whole and as JSON text: it must be what came in byte for byte. */
  | Shown & { readonly kind: "input"; readonly updatedInput: string; readonly context?: string }
  /** Plain text, for the one event whose answer is no JSON: the summariser reads it. */
  | { readonly kind: "text"; readonly text: string };

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

export const PASS: Decision = { kind: "pass" };
export const SILENCE: Verdict = { decision: PASS, diagnostics: [] };

export function contextVerdict(
  context: string,
  diagnostics: readonly Diagnostic[] = [],
  systemMessage?: string,
): Verdict {
  if (context !== "") return { decision: { kind: "context", context, systemMessage }, diagnostics };
  if (systemMessage === undefined) return { decision: PASS, diagnostics };
  return { decision: { kind: "message", systemMessage }, diagnostics };
}

const REST = "the whole text is too long for one hook answer, ask the user for what is missing";

/** One JSON document for the event that came in, without a final line feed; empty for silence. */
export function encodeDecision(event: string, decision: Decision): string {
  switch (decision.kind) {
    case "pass":
      return "";
    case "context":
      // This leaves out what is `undefined`: the agent rejects a null where it expects a string.
      return JSON.stringify({
        hookSpecificOutput: { hookEventName: event, additionalContext: cap(decision.context) },
        systemMessage: cap(decision.systemMessage),
      });
    case "message":
      return JSON.stringify({ systemMessage: cap(decision.systemMessage) });
    case "input": {
      const { updatedInput, context } = decision;
      const fields = { hookEventName: event, additionalContext: cap(context) };
      const head = JSON.stringify(fields).slice(0, -1);
      const rest = JSON.stringify({ systemMessage: cap(decision.systemMessage) }).slice(1);
      const output = `"hookSpecificOutput":${head},"updatedInput":${updatedInput}}`;
      return `{${output}${rest === "}" ? rest : `,${rest}`}`;
    }
    case "text":
      return capText(decision.text, REST);
  }
}

function cap(text: string | undefined): string | undefined {
  return text === undefined ? undefined : capText(text, REST);
}

/** UTF-16 units the agent accepts in one string: over it, the model is shown 2,000 characters without a word. */
export const AGENT_CAP = 10_000;
/** UTF-16 units we aim for, so that a later change of wording never meets the cap. */
export const CAP_TARGET = AGENT_CAP - 500;

/** The text, or its beginning and a notice, in `limit` UTF-16 units; `rest`: how to get it all, such as `run "x" for all of it`. */
export function capText(text: string, rest: string, limit: number = CAP_TARGET): string {
  if (text.length <= limit) return text;
  // The notice's own length depends on the number in it by a few digits only.
  const room = limit - notice(text.length, rest).length;
  let end = Math.max(0, room);
  const lineEdge = text.lastIndexOf("\n", end);
  if (lineEdge > end * 0.7) end = lineEdge;
  const kept = cutWhole(text, end);
  return kept + notice(text.length - kept.length, rest);
}

function notice(cut: number, rest: string): string {
  return `\n[skillhook: ${cut} of the text's characters were cut here to stay under the agent's limit; ${rest}]`;
}
