/** `prompt` and `agent` handlers: a command the user has configured is asked, and answers `{ok, reason}`. */
import { isFields, parseJson } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler, HookAction } from "./handler.ts";
import type { HandlerRun } from "./run.ts";
import { runAsker } from "./run_command.ts";

const ANSWER_FORM =
  'Answer with one JSON object and nothing else: {"ok": true}, or {"ok": false, "reason": "why"}.';

/**
 * A judge reads `{"prompt", "event"}` as JSON; an agent the prompt as text, as agents' command lines take it. The event
 * stands in for `$ARGUMENTS`.
 */
export async function ask(
  host: Host,
  command: string,
  handler: Handler,
  action: Extract<HookAction, { type: "prompt" | "agent" }>,
  event: FiredEvent,
  deadlineMs: number,
): Promise<HandlerRun> {
  const prompt = action.prompt.replaceAll("$ARGUMENTS", () => event.text);
  const hasEvent = action.prompt.includes("$ARGUMENTS");
  const stdin = action.type === "prompt"
    ? `${JSON.stringify({ prompt, event: event.fields })}\n`
    : `${prompt}\n\n${hasEvent ? "" : `The hook event:\n${event.text}\n\n`}${ANSWER_FORM}\n`;
  const run = await runAsker(host, command, handler, event, { stdin, prompt, deadlineMs });
  if (run.kind !== "exited") return run;
  const answer = findAnswer(run.stdout);
  if (answer !== undefined) return { ...run, kind: "answered", stdout: JSON.stringify(answer) };
  if (handler.shape === "flat" && run.code !== 0) return run;
  const ending = run.code === 0 ? "" : ` (exit status ${run.code})`;
  return { ...run, kind: "failed", reason: `the answer is not {"ok": true or false}${ending}` };
}

type JudgeAnswer = { readonly ok: boolean; readonly reason: string };

/** The answer in what a model printed: the whole text, or its last line or block that is such an object. */
export function findAnswer(text: string): JudgeAnswer | undefined {
  const lines = text.trim().split("\n").toReversed().map((line) => line.trim());
  const start = text.lastIndexOf("\n{");
  const block = start < 0 ? "" : text.slice(start, text.lastIndexOf("}") + 1);
  return [text.trim(), ...lines.filter((line) => line.startsWith("{")), block]
    .map(toAnswer).find((answer) => answer !== undefined);
}

function toAnswer(text: string): JudgeAnswer | undefined {
  const value = parseJson(text);
  if (!isFields(value)) return undefined;
  // The output format of an agent's command line wraps the text.
  if (typeof value.result === "string" && value.ok === undefined) return toAnswer(value.result);
  if (typeof value.ok !== "boolean") return undefined;
  return { ok: value.ok, reason: typeof value.reason === "string" ? value.reason.trim() : "" };
}
