/** A handler's run → its effect, by the shape it is written in, and by the policy where it failed. */
import { isFields } from "../base/json_type.ts";
import { checkAnswer } from "./check_answer.ts";
import { type Effect, exit2Effect, NO_EFFECT, refusalEffect } from "./effect.ts";
import { actionText, type Handler } from "./handler.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import type { FailureWord } from "./policy.ts";
import { endingText, type HandlerRun, looksLikeAnswer, readOutput } from "./run.ts";

/** What the conclusion depends on besides the run. */
export interface Terms {
  readonly event: string;
  readonly row: HookEvent;
  /** The policy's word about this handler, if there is one. */
  readonly word: FailureWord | undefined;
  readonly deadlineMs: number;
}

/** `onFailure` is left aside there, as in the agent (protocol section 1.7). */
const NO_ON_FAILURE: readonly string[] = ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"];
const EXIT_BLOCK = 2;

/** Concludes. */
export function conclude(handler: Handler, run: HandlerRun, terms: Terms): Effect {
  if (run.kind === "started") return { notes: ["started, not waited for"] };
  if (run.kind === "told") return told(handler, terms);
  if (run.kind === "answered" && handler.action.type !== "http") return judged(run, terms.row);
  const concluded = handler.shape === "flat" ? concludeFlat : concludeAgent;
  return concluded(handler, run, terms);
}

/** Without a judge a prompt is advice for the model, as in design document 002. */
function told({ action }: Handler, { row }: Terms): Effect {
  if (action.type !== "prompt" || action.prompt.trim() === "") return NO_EFFECT;
  if (row.context === true) return { context: action.prompt.trim() };
  return { failure: `Prompt "${actionText(action)}" has no judge, and no place on this event` };
}

function judged(run: HandlerRun, row: HookEvent): Effect {
  const answer: unknown = JSON.parse(run.stdout);
  if (!isFields(answer) || answer.ok !== false) return NO_EFFECT;
  return refusalEffect(row, String(answer.reason || "the judge said no"));
}

/** Design document 002: exit 0 goes on, anything else blocks; standard output counts for messages only. */
function concludeFlat(handler: Handler, run: HandlerRun, terms: Terms): Effect {
  if (run.kind === "exited" && run.code !== 0 || run.kind === "signaled") {
    return { behavior: "deny", reason: run.stderr.trim() || endingText(run, terms.deadlineMs) };
  }
  if (run.kind !== "exited") return failed(handler, endingText(run, terms.deadlineMs), run, terms);
  const text = run.stdout.trim();
  const notes = flatRemarks(text);
  if (terms.event !== "UserPromptSubmit" || text === "" || handler.action.type !== "command") {
    return notes;
  }
  return { message: text, ...notes };
}

function flatRemarks(text: string): Effect {
  const output = readOutput(text);
  if (output.kind !== "json" || !looksLikeAnswer(output.fields)) return NO_EFFECT;
  const note = "prints hook JSON, which a flat list does not read: " +
    'write it as { "hooks": [ … ] } to have it read';
  return { notes: [note] };
}

/** The agent's rules (protocol sections 1.4 to 1.7). */
function concludeAgent(handler: Handler, run: HandlerRun, terms: Terms): Effect {
  const { event, row } = terms;
  if (run.kind !== "exited" && run.kind !== "answered") {
    return failed(handler, endingText(run, terms.deadlineMs), run, terms);
  }
  const output = readOutput(run.stdout);
  const answer = output.kind === "json" ? checkAnswer(output.fields, event, row) : NO_EFFECT;
  const effect = "flaw" in answer ? NO_EFFECT : answer;
  if (run.code === EXIT_BLOCK) {
    const reason = run.stderr.trim() || effect.reason ||
      `refused by "${actionText(handler.action)}"`;
    return combine(effect, exit2Effect(row, reason));
  }
  if ("flaw" in answer) return failed(handler, `bad answer: ${answer.flaw}`, run, terms);
  if (output.kind === "broken") return failed(handler, `bad answer: ${output.flaw}`, run, terms);
  if (run.kind === "exited" && run.code !== 0) {
    if (row.strict === true) return { ...effect, behavior: "deny", reason: said(run, terms) };
    if (output.kind !== "json") return failed(handler, said(run, terms), run, terms);
  }
  if (output.kind !== "text") return effect;
  if (run.kind === "answered") return failed(handler, "the answer is not JSON", run, terms);
  return textEffect(output.text, row);
}

function said(run: HandlerRun, terms: Terms): string {
  const ending = endingText(run, terms.deadlineMs);
  const stderr = run.stderr.trim();
  return stderr === "" ? ending : `${ending}: ${stderr}`;
}

/** Exit code 2 cannot be undone by what the answer says. */
function combine(answer: Effect, refusal: Effect): Effect {
  const notes = [...answer.notes ?? [], ...refusal.notes ?? []];
  const message = [answer.systemMessage, refusal.systemMessage].filter((text) =>
    text !== undefined
  );
  return {
    ...answer,
    ...refusal,
    ...(message.length === 0 ? {} : { systemMessage: message.join("\n") }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function textEffect(text: string, row: HookEvent): Effect {
  switch (row.text) {
    case "context":
      return { context: text };
    case "answer":
      return { answer: text };
    case "none":
      return { notes: ["prints plain text, which nobody reads on this event"] };
    default:
      return row.text satisfies never;
  }
}

/** A failure changes nothing unless somebody said that it must: the handler, or the policy. */
function failed(handler: Handler, reason: string, run: HandlerRun, terms: Terms): Effect {
  const failure = `Hook "${actionText(handler.action)}" failed: ${reason}`;
  switch (failureAnswer(handler, run, terms)) {
    case "open":
      return { failure };
    case "closed":
      return { ...refusalEffect(terms.row, failure), failure };
    case "ask":
      return { ...askEffect(terms.row, failure), failure };
  }
}

function failureAnswer(
  handler: Handler,
  run: HandlerRun,
  { event, row, word }: Terms,
): FailureWord {
  const isAsync = handler.action.type === "command" && handler.action.isAsync;
  const blocks = handler.blocksOnFailure && !isAsync && !NO_ON_FAILURE.includes(event);
  if (blocks || row.strict === true) return "closed";
  if (word !== undefined) return word;
  if (run.kind === "unavailable") return "open";
  if (handler.shape === "flat") return "closed";
  return event === "PreModelSwitch" && run.kind === "timeout" ? "closed" : "open";
}

/** Where nobody can be asked, a question is a no; a permission request that nobody answers is asked by the agent. */
function askEffect(row: HookEvent, reason: string): Effect {
  if (row.refusal === "permission") return { behavior: "ask", reason };
  return row.refusal === "request" ? { behavior: "ask", reason } : refusalEffect(row, reason);
}
