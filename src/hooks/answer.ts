/** What one hook would print that had decided all that the handlers do, so that `skillhook hooks fire` can be a hook. */
import type { Fields } from "../base/json_type.ts";
import { capText } from "../protocol/cap.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import { type Merged, NOTHING } from "./effect.ts";
import { STOPS } from "./session_state.ts";

export interface HookAnswer {
  /** A JSON document or plain text, without a final line feed; empty: nothing to say. */
  readonly stdout: string;
  /** Whether the event must not go ahead: exit code 2. */
  readonly isBlocked: boolean;
  readonly reason: string;
}

export function hookAnswer(event: string, row: HookEvent, merged: Merged): HookAnswer {
  if (merged === NOTHING) return { stdout: "", isBlocked: false, reason: "" };
  const { behavior, stop, systemMessages, failures, errors, terminalSequence, answer } = merged;
  const isDenied = behavior === "deny";
  const isStopped = stop !== undefined;
  // On `Stop` a block means "go on", and a demand to stop beats it.
  const isBlocked = STOPS.includes(event) ? isDenied && !isStopped : isDenied || isStopped;
  const reason = isDenied
    ? merged.reason || `${event} was refused by a hook without a reason`
    : stop || "A hook asked to stop";
  const isRefused = isDenied && row.refusal === "decision";
  const specific = specificFields(event, row, merged, reason);
  const hasSpecific = Object.values(specific).some((value) => value !== undefined);
  // The agent rejects a null where it expects a string: this leaves out what is `undefined`.
  const document = JSON.stringify({
    continue: isStopped ? false : undefined,
    stopReason: cap(stop),
    decision: isRefused ? "block" : undefined,
    reason: isRefused ? cap(reason) : undefined,
    systemMessage: cap([...systemMessages, ...failures, ...errors].join("\n")),
    terminalSequence,
    hookSpecificOutput: hasSpecific ? { hookEventName: event, ...specific } : undefined,
  });
  const plain = isBlocked ? "" : answer ?? "";
  return {
    stdout: document === "{}" ? plain : document,
    isBlocked,
    reason: isBlocked ? reason : "",
  };
}

function specificFields(event: string, row: HookEvent, merged: Merged, reason: string): Fields {
  const additionalContext = row.context === true ? cap(contextText(event, merged)) : undefined;
  const { behavior, updates } = merged;
  const isDenied = behavior === "deny";
  switch (row.refusal) {
    case "permission":
      return {
        permissionDecision: behavior,
        permissionDecisionReason: cap(isDenied ? reason : merged.reason),
        ...updates,
        additionalContext,
      };
    case "request": {
      // Only a plain yes or no is an answer; anything else leaves the decision where it is.
      const { interrupt, updatedInput, updatedPermissions } = updates;
      if (isDenied) return { decision: { behavior, message: cap(reason), interrupt } };
      const isAllowed = behavior === "allow";
      return isAllowed ? { decision: { behavior, updatedInput, updatedPermissions } } : {};
    }
    case "action":
      return isDenied ? { action: updates.action ?? "decline" } : updates;
    case "decision":
    case "exit":
      return { ...updates, additionalContext };
    default:
      return row.refusal satisfies never;
  }
}

/** Several contexts are told apart by their sources; a changed message is a context, because no hook can replace it. */
function contextText(event: string, { contexts, message }: Merged): string | undefined {
  const source = "the user's message as changed by hooks";
  const isChanged = message !== undefined && event === "UserPromptSubmit";
  const all = [...contexts, ...isChanged ? [{ source, text: message }] : []];
  if (all.length < 2) return all[0]?.text;
  return all.map(({ source, text }) => `[${source}]\n${text}`).join("\n\n");
}

/** No text is no field. */
function cap(text: string | undefined): string | undefined {
  return text ? capText(text, "fire the event with --json to see all of it") : undefined;
}
