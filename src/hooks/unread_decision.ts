/** A decision that a handler printed and that does not count: whoever wrote it believes in a guard that is not there. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { checkAnswer } from "./check_answer.ts";
import { actionText, type Handler } from "./handler.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import { type HandlerRun, readOutput } from "./run.ts";

const DECISION_REGEXP =
  /"(?:decision|permissionDecision|behavior)"\s*:\s*["{]|"continue"\s*:\s*false/;
const ONE_OBJECT = "Print one JSON object and nothing else";
const FLAT = 'Write the list as { "hooks": [ … ] }: only then is JSON read';

/** Why it does not count, and what to change; `undefined` when nothing is lost. */
export function unreadDecision(
  { action, shape }: Handler,
  run: HandlerRun,
  { event, row }: { readonly event: string; readonly row: HookEvent },
): Pick<Diagnostic, "message" | "remedy"> | undefined {
  const loss = lossOf(run, shape === "flat", (fields) => {
    const answer = checkAnswer(fields, event, row);
    return "flaw" in answer ? answer.flaw : answer.notes?.find((note) => note.includes("decision"));
  });
  if (loss === undefined) return undefined;
  const [why, remedy] = loss;
  return { message: `Hook "${actionText(action)}" printed what does not count: ${why}`, remedy };
}

function lossOf(
  run: HandlerRun,
  isFlat: boolean,
  flawOf: (answer: Record<string, unknown>) => string | undefined,
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
  if (isFlat) return output.kind === "empty" ? undefined : ["a decision, in a flat list", FLAT];
  if (output.kind !== "json") return ["a decision, among other text", ONE_OBJECT];
  const flaw = flawOf(output.fields);
  return flaw === undefined
    ? undefined
    : [flaw, "Print what the event has a place for (docs/hook-runner.md)"];
}
