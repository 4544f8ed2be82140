/** A handler's run → its effect, by the shape it is written in, and by the policy where it failed. */
import { checkAnswer, misplacedDecision } from "./check_answer.ts";
import { type Effect, exit2Effect, refusalEffect } from "./effect.ts";
import { actionText, type Handler, wholeActionText } from "./handler.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import type { FailureWord } from "./plan.ts";
import { endingText, type HandlerRun, looksLikeAnswer, readOutput } from "./run.ts";

interface Case {
  readonly handler: Handler;
  readonly run: HandlerRun;
  readonly event: string;
  readonly row: HookEvent;
  readonly word: FailureWord | undefined;
  readonly deadlineMs: number;
}

const EXIT_BLOCK = 2;

export function conclude(one: Case): Effect {
  const { handler: { action, shape }, run, row, word } = one;
  const rewakes = action.type === "command" && action.rewakes;
  if (run.kind === "started") {
    return { notes: [`started, not waited for${rewakes ? ": --wait waits" : ""}`] };
  }
  if (rewakes && run.kind === "exited") {
    const { code, stderr, stdout } = run;
    if (code !== EXIT_BLOCK) return { notes: [`ended with exit code ${code}, wakes nobody`] };
    const key = row.context === true ? "context" : "systemMessage";
    return { [key]: stderr.trim() || stdout.trim(), notes: ["wakes the model"] };
  }
  if (run.kind === "told") {
    // A prompt without a judge is advice for the model.
    const context = wholeActionText(action).trim();
    if (context === "" || row.context === true) return context === "" ? {} : { context };
    return { failure: `Prompt "${actionText(action)}" has no judge, and no place on this event` };
  }
  if (run.kind === "answered" && action.type !== "http") {
    const { ok, reason }: { ok: boolean; reason: string } = JSON.parse(run.stdout);
    return ok ? {} : refusalEffect(row, reason || "the judge said no");
  }
  const isFlat = shape === "flat";
  const concluded = isFlat ? concludeFlat(one) : concludeAgent(one);
  const isHeard = concluded.behavior === "deny" && concluded.failure === undefined;
  const [why, remedy] = isHeard ? [] : lossOf(one);
  if (why === undefined) return concluded;
  const message = `Hook "${actionText(action)}" printed what does not count: ${why}`;
  // A flat list's own rule is about how a command ends, not about what it prints.
  const answer = isFlat ? word ?? "open" : failureAnswer(one);
  return { ...concluded, ...failureEffect(answer, row, message), unread: { message, remedy } };
}

/** In a flat list exit 0 goes on and anything else blocks; standard output counts for messages only. */
function concludeFlat(one: Case): Effect {
  const { handler: { action }, run, event, deadlineMs } = one;
  if (run.kind === "exited" && run.code !== 0 || run.kind === "signaled") {
    return { behavior: "deny", reason: run.stderr.trim() || endingText(run, deadlineMs) };
  }
  if (run.kind !== "exited") return failed(one);
  const text = run.stdout.trim();
  if (text === "") return {};
  const output = readOutput(text);
  const isAnswer = output.kind === "json" && looksLikeAnswer(output.fields);
  const note = "prints hook JSON, which a flat list does not read: " +
    'write it as { "hooks": [ … ] } to have it read';
  return {
    message: event === "UserPromptSubmit" && action.type === "command" ? text : undefined,
    // What a project's setup script prints at the start is meant for the model.
    context: event === "SessionStart" && !isAnswer ? text : undefined,
    notes: isAnswer ? [note] : [],
  };
}

function concludeAgent(one: Case): Effect {
  const { handler: { action }, run, event, row } = one;
  const { kind, code } = run;
  if (kind !== "exited" && kind !== "answered") return failed(one);
  const output = readOutput(run.stdout);
  const answer = output.kind === "json" ? checkAnswer(output.fields, event, row) : {};
  const stderr = run.stderr.trim();
  if (code === EXIT_BLOCK) {
    const effect = "flaw" in answer ? {} : answer;
    const reason = stderr || effect.reason || `refused by "${actionText(action)}"`;
    const refusal = exit2Effect(row, reason);
    const said = [effect, refusal].flatMap(({ systemMessage }) => systemMessage ?? []);
    const notes = [...effect.notes ?? [], ...refusal.notes ?? []];
    // Exit code 2 cannot be undone by what the answer says.
    return { ...effect, ...refusal, systemMessage: said.join("\n") || undefined, notes };
  }
  if ("flaw" in answer) return failed(one, `bad answer: ${answer.flaw}`);
  if (output.kind === "broken") return failed(one, `bad answer: ${output.flaw}`);
  if (kind === "exited" && code !== 0) {
    const reason = endingText(run, one.deadlineMs) + (stderr && `: ${stderr}`);
    if (row.strict === true) return { ...answer, behavior: "deny", reason };
    if (output.kind !== "json") return failed(one, reason);
  }
  if (output.kind !== "text") return answer;
  if (kind === "answered") return failed(one, "the answer is not JSON");
  if (row.text !== "none") return { [row.text]: output.text };
  return { notes: ["prints plain text, which is not read on this event"] };
}

/** A failure changes nothing unless the handler or the policy says that it must. */
function failed(one: Case, reason = endingText(one.run, one.deadlineMs)): Effect {
  const failure = `Hook "${actionText(one.handler.action)}" failed: ${reason}`;
  return { ...failureEffect(failureAnswer(one), one.row, failure), failure };
}

function failureEffect(word: FailureWord, row: HookEvent, reason: string): Effect {
  if (word === "open") return {};
  // A permission request that is not answered is asked by the agent; where a question has no place, it is a no.
  const canAsk = row.refusal === "permission" || row.refusal === "request";
  return word === "ask" && canAsk ? { behavior: "ask", reason } : refusalEffect(row, reason);
}

/** `onFailure` is left aside there, as in the agent. */
const NO_ON_FAILURE: readonly string[] = ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"];

function failureAnswer({ handler, run, event, row, word }: Case): FailureWord {
  const { action, shape, blocksOnFailure } = handler;
  const isAsync = action.type === "command" && action.isAsync;
  const blocks = blocksOnFailure && !isAsync && !NO_ON_FAILURE.includes(event);
  if (blocks || row.strict === true) return "closed";
  if (word !== undefined) return word;
  if (run.kind === "unavailable") return "open";
  if (shape === "flat") return "closed";
  return event === "PreModelSwitch" && run.kind === "timeout" ? "closed" : "open";
}

const DECISION_REGEXP =
  /"(?:decision|permissionDecision|behavior)"\s*:\s*["{]|"continue"\s*:\s*false/;

/** Why a decision that was printed does not count, and what to do: its author believes in a guard that is not there. */
function lossOf({ handler, run, event, row }: Case): [why?: string | undefined, remedy?: string] {
  if (run.dropped > 0) {
    const remedy = "Print less: of a reason or a context 10,000 characters are handed on";
    return ["it is over 1 MB, and what it decides may be in the rest", remedy];
  }
  if (!DECISION_REGEXP.test(run.stdout)) return [];
  if (run.kind === "timeout" || run.kind === "signaled") {
    return ["a decision, without ending by itself", "Let it exit right after it has printed"];
  }
  if (handler.shape === "flat") {
    const remedy = 'Write the list as { "hooks": [ … ] }: only then is JSON read';
    return ["a decision, in a flat list", remedy];
  }
  const output = readOutput(run.stdout);
  if (output.kind !== "json") {
    return ["a decision, among other text", "Print one JSON object and nothing else"];
  }
  const answer = checkAnswer(output.fields, event, row);
  const flaw = "flaw" in answer ? answer.flaw : misplacedDecision(output.fields, row);
  return [flaw, "Print what the event has a place for (docs/hook-runner.md)"];
}
