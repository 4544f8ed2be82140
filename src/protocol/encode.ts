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
    case "message":
      return document({ systemMessage: cap(decision.systemMessage) });
    case "input": {
      const head = document({ hookEventName: event }).slice(0, -1);
      const message = document(cap(decision.systemMessage));
      return `{"hookSpecificOutput":${head},"updatedInput":${decision.updatedInput}},"systemMessage":${message}}`;
    }
    default:
      return decision satisfies never;
  }
}

function cap(text: string | undefined): string | undefined {
  return text === undefined ? undefined : capText(text, REST);
}

/** `JSON.stringify` leaves out `undefined` fields: the agent rejects a null where it expects a string. */
function document(value: unknown): string {
  return JSON.stringify(value);
}
