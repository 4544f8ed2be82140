/**
 * What the handlers decide in the agent's words: what one hook would print that had decided all of it, so that
 * `skillhook hooks fire` can itself be a hook.
 */
import type { Fields } from "../base/json_type.ts";
import { capText } from "../protocol/cap.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import { type Merged, NOTHING } from "./merge.ts";
import { STOPS } from "./session_state.ts";

export interface HookAnswer {
  /** A JSON document or plain text, without a final line feed; empty: nothing to say. */
  readonly stdout: string;
  /** Whether the event must not go ahead: exit code 2. */
  readonly isBlocked: boolean;
  readonly reason: string;
}

const REST = "fire the event with --json to see all of it";

export function hookAnswer(event: string, row: HookEvent, merged: Merged): HookAnswer {
  if (merged === NOTHING) return { stdout: "", isBlocked: false, reason: "" };
  const isDenied = merged.behavior === "deny";
  const isStopped = merged.stop !== undefined;
  // On `Stop` a block means "go on", and a demand to stop beats it.
  const isBlocked = STOPS.includes(event) ? isDenied && !isStopped : isDenied || isStopped;
  const reason = isDenied
    ? merged.reason || `${event} was refused by a hook without a reason`
    : merged.stop || "A hook asked to stop";
  // The agent rejects a null where it expects a string: this leaves out what is `undefined`.
  const document = JSON.stringify(answerFields(event, row, merged, reason));
  const plain = isBlocked ? "" : merged.answer ?? "";
  const stdout = document === "{}" ? plain : document;
  return { stdout, isBlocked, reason: isBlocked ? reason : "" };
}

function answerFields(event: string, row: HookEvent, merged: Merged, reason: string): Fields {
  const specific = specificFields(event, row, merged, reason);
  const hasSpecific = Object.values(specific).some((value) => value !== undefined);
  const messages = [...merged.systemMessages, ...merged.failures, ...merged.errors];
  const isRefused = merged.behavior === "deny" && row.refusal === "decision";
  return {
    continue: merged.stop === undefined ? undefined : false,
    stopReason: cap(merged.stop || undefined),
    decision: isRefused ? "block" : undefined,
    reason: isRefused ? cap(reason) : undefined,
    systemMessage: cap(messages.join("\n") || undefined),
    terminalSequence: merged.terminalSequence,
    hookSpecificOutput: hasSpecific ? { hookEventName: event, ...specific } : undefined,
  };
}

function specificFields(event: string, row: HookEvent, merged: Merged, reason: string): Fields {
  const context = row.context === true ? cap(contextText(event, merged)) : undefined;
  const { behavior, updates } = merged;
  switch (row.refusal) {
    case "permission":
      return {
        permissionDecision: behavior,
        permissionDecisionReason: cap(behavior === "deny" ? reason : merged.reason || undefined),
        ...updates,
        additionalContext: context,
      };
    case "request":
      return { decision: requestDecision(merged, reason) };
    case "action":
      return behavior === "deny" ? { action: updates.action ?? "decline" } : { ...updates };
    case "decision":
    case "exit":
      return { ...updates, additionalContext: context };
    default:
      return row.refusal satisfies never;
  }
}

/** Only a plain yes or no is an answer; anything else leaves the decision where it is. */
function requestDecision({ behavior, updates }: Merged, reason: string): unknown {
  const { interrupt, updatedInput, updatedPermissions } = updates;
  if (behavior === "deny") return { behavior, message: cap(reason), interrupt };
  return behavior === "allow" ? { behavior, updatedInput, updatedPermissions } : undefined;
}

/** Several contexts are told apart by their sources; a changed message is a context, because no hook can replace it. */
function contextText(event: string, { contexts, message }: Merged): string | undefined {
  const source = "the user's message as changed by hooks";
  const isChanged = message !== undefined && event === "UserPromptSubmit";
  const all = [...contexts, ...isChanged ? [{ source, text: message }] : []];
  if (all.length < 2) return all[0]?.text;
  return all.map(({ source, text }) => `[${source}]\n${text}`).join("\n\n");
}

function cap(text: string | undefined): string | undefined {
  return text === undefined ? undefined : capText(text, REST);
}
