/**
 * Decision → the one JSON document the agent reads (protocol sections 1.5 and 1.6). The only place
 * that knows the answer's field names.
 */
import { capText } from "./cap.ts";
import type { Decision } from "./decision.ts";

const REST = "the whole text is too long for one hook answer, ask the user for what is missing";

/**
 * Encodes a decision.
 *
 * @param event The incoming event's name; the answer must carry the same.
 * @param decision What the handler concluded.
 * @returns One JSON document without a final line feed, or the empty string when there is nothing to say.
 */
export function encodeDecision(event: string, decision: Decision): string {
  switch (decision.kind) {
    case "pass":
      return "";
    case "context":
      return document({
        hookSpecificOutput: { hookEventName: event, additionalContext: cap(decision.context) },
        systemMessage: cap(decision.systemMessage),
      });
    case "notice":
      return document({ systemMessage: cap(decision.systemMessage) });
    case "block":
      return document({ decision: "block", reason: cap(decision.reason) });
    case "permission":
      return permission(event, decision);
    default:
      return decision satisfies never;
  }
}

/** An input that must stay byte for byte is put in as text: reading and writing JSON changes numbers and orders keys. */
function permission(event: string, decision: Extract<Decision, { kind: "permission" }>): string {
  const { updatedInput, updatedInputText } = decision;
  const head = document({ hookEventName: event });
  const text = updatedInputText ?? (updatedInput === undefined ? "" : document(updatedInput));
  const input = text === "" ? "" : `,"updatedInput":${text}`;
  const rest = document({
    permissionDecision: decision.behavior,
    permissionDecisionReason: cap(decision.reason),
    additionalContext: cap(decision.context),
  });
  const answer = `${head.slice(0, -1)}${input}${rest === "{}" ? "" : `,${rest.slice(1, -1)}`}}`;
  const { systemMessage } = decision;
  const message = systemMessage === undefined
    ? ""
    : `,"systemMessage":${document(cap(systemMessage))}`;
  return `{"hookSpecificOutput":${answer}${message}}`;
}

function cap(text: string | undefined): string | undefined {
  return text === undefined ? undefined : capText(text, REST);
}

/** `JSON.stringify` leaves out `undefined` fields: the agent rejects a null where it expects a string. */
function document(value: unknown): string {
  return JSON.stringify(value);
}
