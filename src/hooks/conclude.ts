/** A handler's run → its effect, by the shape it is written in, and by the policy where it failed. */
import { isFields } from "../base/json_type.ts";
import { checkAnswer, misplacedDecision } from "./check_answer.ts";
import { type Effect, exit2Effect, NO_EFFECT, refusalEffect } from "./effect.ts";
import { actionText, type Handler, wholeActionText } from "./handler.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import type { FailureWord } from "./plan.ts";
import { endingText, type HandlerRun, looksLikeAnswer, readOutput } from "./run.ts";

interface Terms {
  readonly event: string;
  readonly row: HookEvent;
  readonly word: FailureWord | undefined;
  readonly deadlineMs: number;
}

/** `onFailure` is left aside there, as in the agent. */
const NO_ON_FAILURE: readonly string[] = ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"];
const EXIT_BLOCK = 2;

export function conclude(handler: Handler, run: HandlerRun, terms: Terms): Effect {
  const { action } = handler;
  const isRewake = action.type === "command" && action.rewakes;
  if (run.kind === "started") {
    return { notes: [`started, not waited for${isRewake ? ": --wait waits" : ""}`] };
  }
  if (isRewake && run.kind === "exited") return rewoken(run, terms.row);
  if (run.kind === "told") return told(handler, terms);
  if (run.kind === "answered" && handler.action.type !== "http") return judged(run, terms.row);
  const conclude = handler.shape === "flat" ? concludeFlat : concludeAgent;
  const concluded = conclude(handler, run, terms);
  const isHeard = concluded.behavior === "deny" && concluded.failure === undefined;
  const unread = isHeard ? undefined : unreadDecision(handler, run, terms);
  if (unread === undefined) return concluded;
  const { message } = unread;
  // A flat list's own rule is about how a command ends, not about what it prints.
  const word = handler.shape === "flat" ? terms.word : failureAnswer(handler, run, terms);
  return { ...concluded, ...failureEffect(word ?? "open", terms.row, message), unread };
}

/** What a handler in the background says with exit code 2 wakes the model; anything else nobody hears. */
function rewoken({ code, stderr, stdout }: HandlerRun, row: HookEvent): Effect {
  if (code !== EXIT_BLOCK) return { notes: [`ended with exit code ${code}, wakes nobody`] };
  const said = stderr.trim() || stdout.trim();
  const notes = ["wakes the model"];
  return row.context === true ? { context: said, notes } : { systemMessage: said, notes };
}

/** Without a judge a prompt is advice for the model. */
function told({ action }: Handler, { row }: Terms): Effect {
  const text = wholeActionText(action).trim();
  if (text === "" || row.context === true) return text === "" ? NO_EFFECT : { context: text };
  return { failure: `Prompt "${actionText(action)}" has no judge, and no place on this event` };
}

function judged(run: HandlerRun, row: HookEvent): Effect {
  const answer: unknown = JSON.parse(run.stdout);
  if (!isFields(answer) || answer.ok !== false) return NO_EFFECT;
  return refusalEffect(row, String(answer.reason || "the judge said no"));
}

/** In a flat list exit 0 goes on and anything else blocks; standard output counts for messages only. */
function concludeFlat(handler: Handler, run: HandlerRun, terms: Terms): Effect {
  if (run.kind === "exited" && run.code !== 0 || run.kind === "signaled") {
    return { behavior: "deny", reason: run.stderr.trim() || endingText(run, terms.deadlineMs) };
  }
  if (run.kind !== "exited") return failed(handler, run, terms);
  const text = run.stdout.trim();
  const isMessage = terms.event === "UserPromptSubmit" && handler.action.type === "command";
  const output = readOutput(text);
  const isAnswer = output.kind === "json" && looksLikeAnswer(output.fields);
  const note = "prints hook JSON, which a flat list does not read: " +
    'write it as { "hooks": [ … ] } to have it read';
  // What a project's setup script prints at the start is meant for the model.
  const isContext = terms.event === "SessionStart" && text !== "" && !isAnswer;
  return {
    ...isMessage && text !== "" ? { message: text } : {},
    ...isContext ? { context: text } : {},
    ...isAnswer ? { notes: [note] } : {},
  };
}

function concludeAgent(handler: Handler, run: HandlerRun, terms: Terms): Effect {
  const { event, row } = terms;
  if (run.kind !== "exited" && run.kind !== "answered") {
    return failed(handler, run, terms);
  }
  const output = readOutput(run.stdout);
  const answer = output.kind === "json" ? checkAnswer(output.fields, event, row) : NO_EFFECT;
  const effect = "flaw" in answer ? NO_EFFECT : answer;
  if (run.code === EXIT_BLOCK) {
    const reason = run.stderr.trim() || effect.reason ||
      `refused by "${actionText(handler.action)}"`;
    return combine(effect, exit2Effect(row, reason));
  }
  if ("flaw" in answer) return failed(handler, run, terms, `bad answer: ${answer.flaw}`);
  if (output.kind === "broken") return failed(handler, run, terms, `bad answer: ${output.flaw}`);
  if (run.kind === "exited" && run.code !== 0) {
    if (row.strict === true) return { ...effect, behavior: "deny", reason: said(run, terms) };
    if (output.kind !== "json") return failed(handler, run, terms, said(run, terms));
  }
  if (output.kind !== "text") return effect;
  if (run.kind === "answered") return failed(handler, run, terms, "the answer is not JSON");
  if (row.text !== "none") return { [row.text]: output.text };
  return { notes: ["prints plain text, which is not read on this event"] };
}

function said(run: HandlerRun, terms: Terms): string {
  const ending = endingText(run, terms.deadlineMs);
  const stderr = run.stderr.trim();
  return stderr === "" ? ending : `${ending}: ${stderr}`;
}

/** Exit code 2 cannot be undone by what the answer says. */
function combine(answer: Effect, refusal: Effect): Effect {
  const notes = [...answer.notes ?? [], ...refusal.notes ?? []];
  const messages = [answer.systemMessage ?? [], refusal.systemMessage ?? []].flat();
  return {
    ...answer,
    ...refusal,
    ...messages.length === 0 ? {} : { systemMessage: messages.join("\n") },
    ...notes.length === 0 ? {} : { notes },
  };
}

/** A failure changes nothing unless the handler or the policy says that it must. */
function failed(
  handler: Handler,
  run: HandlerRun,
  terms: Terms,
  reason = endingText(run, terms.deadlineMs),
): Effect {
  const failure = `Hook "${actionText(handler.action)}" failed: ${reason}`;
  return { ...failureEffect(failureAnswer(handler, run, terms), terms.row, failure), failure };
}

function failureEffect(word: FailureWord, row: HookEvent, reason: string): Effect {
  if (word === "open") return NO_EFFECT;
  // A permission request that is not answered is asked by the agent; where a question has no place, it is a no.
  const canAsk = row.refusal === "permission" || row.refusal === "request";
  return word === "ask" && canAsk ? { behavior: "ask", reason } : refusalEffect(row, reason);
}

function failureAnswer(handler: Handler, run: HandlerRun, terms: Terms): FailureWord {
  const { event, row, word } = terms;
  const isAsync = handler.action.type === "command" && handler.action.isAsync;
  const blocks = handler.blocksOnFailure && !isAsync && !NO_ON_FAILURE.includes(event);
  if (blocks || row.strict === true) return "closed";
  if (word !== undefined) return word;
  if (run.kind === "unavailable") return "open";
  if (handler.shape === "flat") return "closed";
  return event === "PreModelSwitch" && run.kind === "timeout" ? "closed" : "open";
}

const DECISION_REGEXP =
  /"(?:decision|permissionDecision|behavior)"\s*:\s*["{]|"continue"\s*:\s*false/;
const ONE_OBJECT = "Print one JSON object and nothing else";
const FLAT = 'Write the list as { "hooks": [ … ] }: only then is JSON read';

/** A decision that was printed and does not count: whoever wrote it believes in a guard that is not there. */
function unreadDecision(handler: Handler, run: HandlerRun, terms: Terms): Effect["unread"] {
  const loss = lossOf(handler, run, terms);
  if (loss === undefined) return undefined;
  const [why, remedy] = loss;
  const message = `Hook "${actionText(handler.action)}" printed what does not count: ${why}`;
  return { message, remedy };
}

function lossOf(
  { shape }: Handler,
  run: HandlerRun,
  { event, row }: Terms,
): readonly [why: string, remedy: string] | undefined {
  if (run.dropped > 0) {
    const remedy = "Print less: of a reason or a context 10,000 characters are handed on";
    return ["it is over 1 MB, and what it decides may be in the rest", remedy];
  }
  if (!DECISION_REGEXP.test(run.stdout)) return undefined;
  if (run.kind === "timeout" || run.kind === "signaled") {
    return ["a decision, without ending by itself", "Let it exit right after it has printed"];
  }
  const output = readOutput(run.stdout);
  if (shape === "flat") {
    return output.kind === "empty" ? undefined : ["a decision, in a flat list", FLAT];
  }
  if (output.kind !== "json") return ["a decision, among other text", ONE_OBJECT];
  const answer = checkAnswer(output.fields, event, row);
  const flaw = "flaw" in answer ? answer.flaw : misplacedDecision(output.fields, row);
  if (flaw === undefined) return undefined;
  return [flaw, "Print what the event has a place for (docs/hook-runner.md)"];
}
