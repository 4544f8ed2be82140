/** Hook JSON → effect. As in the agent one field of the wrong type drops it all, and unknown ones are only remarked on. */
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { BEHAVIORS, type Effect } from "./effect.ts";
import { HOOK_FIELDS } from "./run.ts";
import { HOOK_EVENTS, type HookEvent } from "../protocol/hook_events.ts";

/** What the agent insists on. */
const TOP_TYPES = {
  boolean: ["continue", "suppressOutput"],
  string: ["stopReason", "systemMessage", "terminalSequence", "reason"],
};
const SPECIFIC_TYPES = {
  string: [
    ...["additionalContext", "permissionDecisionReason", "classifierContext", "sessionTitle"],
    ...["initialUserMessage", "action", "worktreePath", "displayContent"],
  ],
  object: ["updatedInput", "decision", "content"],
  boolean: ["retry", "suppressOriginalPrompt", "reloadSkills"],
  list: ["watchPaths"],
};
const WORDS: readonly unknown[] = [...BEHAVIORS, undefined];
const ACTIONS: readonly unknown[] = ["accept", "decline", "cancel", undefined];
const REQUEST_TYPES = { string: ["message"], object: ["updatedInput"] };

/** @returns The effect, or why the answer is dropped. */
export function checkAnswer(
  answer: Fields,
  event: string,
  row: HookEvent,
): Effect | { flaw: string } {
  const specific = answer.hookSpecificOutput;
  const flaw = typeFlaw(answer, TOP_TYPES) ??
    wordFlaw("decision", answer.decision, ["block", "approve", undefined], '"block"') ??
    specificFlaw(specific, event, row);
  if (flaw !== undefined) return { flaw };
  const own = isFields(specific) ? specific : {};
  const isStop = answer.continue === false && !row.ignoresContinue;
  return {
    ...decisionEffect(answer, own, row),
    stop: isStop ? text(answer.stopReason) : undefined,
    context: row.context === true ? asString(own.additionalContext) || undefined : undefined,
    systemMessage: asString(answer.systemMessage) || undefined,
    terminalSequence: asString(answer.terminalSequence) || undefined,
    answer: row.text === "answer" ? asString(own.worktreePath) || undefined : undefined,
    updates: updatesOf(own, row),
    notes: remarks(answer, own, row),
  };
}

function typeFlaw(fields: Fields, types: Record<string, string[]>, within = "") {
  for (const [type, names] of Object.entries(types)) {
    const wrong = names.find((name) => name in fields && jsonType(fields[name]) !== type);
    const article = type === "object" ? "an" : "a";
    if (wrong) {
      return `"${within}${wrong}" must be ${article} ${type}: got ${jsonType(fields[wrong])}`;
    }
  }
  return undefined;
}

function wordFlaw(name: string, word: unknown, words: readonly unknown[], wanted: string) {
  if (words.includes(word)) return undefined;
  const shown = typeof word === "string" ? `"${word.slice(0, 40)}"` : jsonType(word);
  return `"${name}" must be ${wanted}: got ${shown}`;
}

function specificFlaw(specific: unknown, event: string, row: HookEvent): string | undefined {
  if (specific === undefined) return undefined;
  if (!isFields(specific)) {
    return `"hookSpecificOutput" must be an object: got ${jsonType(specific)}`;
  }
  const { hookEventName, permissionDecision: word, action, decision } = specific;
  const flaw = wordFlaw("hookSpecificOutput.hookEventName", hookEventName, [event], `"${event}"`) ??
    typeFlaw(specific, SPECIFIC_TYPES);
  if (flaw !== undefined) return flaw;
  if (row.refusal === "permission") {
    return wordFlaw("permissionDecision", word, WORDS, "allow, deny, ask or defer");
  }
  if (row.refusal === "action") {
    return wordFlaw("action", action, ACTIONS, "accept, decline or cancel");
  }
  if (row.refusal !== "request" || !isFields(decision)) return undefined;
  return wordFlaw("decision.behavior", decision.behavior, ["allow", "deny"], "allow or deny") ??
    typeFlaw(decision, REQUEST_TYPES, "decision.");
}

function decisionEffect(answer: Fields, own: Fields, row: HookEvent): Effect {
  if (answer.decision === "block" && canBlock(row)) {
    return { behavior: "deny", reason: text(answer.reason) };
  }
  if (row.refusal === "permission") {
    const behavior = BEHAVIORS.find((word) => word === own.permissionDecision);
    return behavior ? { behavior, reason: text(own.permissionDecisionReason) } : {};
  }
  if (row.refusal === "request" && isFields(own.decision)) {
    const behavior = own.decision.behavior === "deny" ? "deny" : "allow";
    return { behavior, reason: text(own.decision.message) };
  }
  const isNo = own.action === "decline" || own.action === "cancel";
  return row.refusal === "action" && isNo ? { behavior: "deny" } : {};
}

/** Fields that are no decision and no context; of a permission request, the parts of its decision object. */
function updatesOf(own: Fields, row: HookEvent): Fields | undefined {
  const isRequest = row.refusal === "request";
  const source: Fields = isRequest && isFields(own.decision) ? own.decision : own;
  const names = isRequest ? ["updatedInput", "updatedPermissions", "interrupt"] : row.fields ?? [];
  const updates = names.filter((name) => !/^permissionDecision|^worktreePath$/.test(name))
    .map((name) => [name, source[name] ?? undefined]).filter(([, value]) => value !== undefined);
  return updates.length === 0 ? undefined : Object.fromEntries(updates);
}

function remarks(answer: Fields, own: Fields, row: HookEvent): string[] {
  const { continue: goesOn, decision, reason } = answer;
  const read = ["hookEventName", ...row.fields ?? [], ...row.context ? ["additionalContext"] : []];
  return [
    ...Object.keys(own).filter((name) => !read.includes(name)).map((name) =>
      isOfSome(name)
        ? `"${name}" has no place on this event`
        : `"${name}" in "hookSpecificOutput" is not known to the agent`
    ),
    ...Object.keys(answer).filter((name) => !HOOK_FIELDS.includes(name)).map((name) =>
      isOfSome(name)
        ? `a top-level "${name}" is not read: put it inside "hookSpecificOutput"`
        : `a top-level "${name}" is not known to the agent`
    ),
    misplacedDecision(answer, row),
    decision === "approve" && '"decision": "approve" is no decision',
    reason !== undefined && decision === undefined &&
    '"reason" is not read without "decision": "block"',
    goesOn === false && row.ignoresContinue && '"continue" is ignored on this event',
  ].filter((note) => typeof note === "string");
}

function isOfSome(name: string): boolean {
  return name === "additionalContext" ||
    Object.values(HOOK_EVENTS).some(({ fields }) => fields?.includes(name));
}

function canBlock({ refusal }: HookEvent): boolean {
  return refusal !== "exit" && refusal !== "request";
}

export function misplacedDecision({ decision }: Fields, row: HookEvent): string | undefined {
  const isMisplaced = decision === "block" && !canBlock(row);
  return isMisplaced ? '"decision" has no place on this event' : undefined;
}

function text(value: unknown): string {
  return asString(value)?.trim() ?? "";
}
