/** `prompt` and `agent` handlers: a command the user has configured is asked, and answers `{ok, reason}`. */
import { isFields } from "../base/json_type.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler } from "./handler.ts";
import { type HandlerRun, makeRun } from "./run.ts";
import { type CommandHost, runAsker } from "./run_command.ts";

/** Whom to ask. */
export interface Asker {
  readonly kind: "prompt" | "agent";
  readonly prompt: string;
  /** The shell command line. */
  readonly command: string;
}

const ANSWER_FORM =
  'Answer with one JSON object and nothing else: {"ok": true}, or {"ok": false, "reason": "why"}.';

/**
 * Asks a judge or an agent. A judge reads `{"prompt", "event"}` as JSON; an agent reads the prompt as text,
 * because that is what agents' command lines take.
 *
 * @param event The event, which stands in for `$ARGUMENTS`.
 * @param deadlineMs Milliseconds.
 * @returns The run: `answered` with `{"ok": …}` as its output, or how it failed.
 */
export async function ask(
  host: CommandHost,
  asker: Asker,
  handler: Handler,
  event: FiredEvent,
  deadlineMs: number,
): Promise<HandlerRun> {
  const prompt = asker.prompt.replaceAll("$ARGUMENTS", () => event.text);
  const hasEvent = asker.prompt.includes("$ARGUMENTS");
  const stdin = asker.kind === "prompt"
    ? `${JSON.stringify({ prompt, event: event.fields })}\n`
    : `${prompt}\n\n${hasEvent ? "" : `The hook event:\n${event.text}\n\n`}${ANSWER_FORM}\n`;
  const said = { stdin, prompt, deadlineMs };
  const run = await runAsker(host, asker.command, handler, event, said);
  if (run.kind !== "exited") return run;
  const answer = findAnswer(run.stdout);
  if (answer !== undefined) return { ...run, kind: "answered", stdout: JSON.stringify(answer) };
  if (handler.shape === "flat" && run.code !== 0) return run;
  const ending = run.code === 0 ? "" : ` (exit status ${run.code})`;
  return { ...run, kind: "failed", reason: `the answer is not {"ok": true or false}${ending}` };
}

/** What a judge says. */
export interface JudgeAnswer {
  readonly ok: boolean;
  readonly reason: string;
}

/**
 * Finds the answer in what a model printed: the whole text, or its last line or block that is such an object.
 *
 * @returns The answer; `undefined` when there is none.
 */
export function findAnswer(text: string): JudgeAnswer | undefined {
  const whole = toAnswer(text.trim());
  if (whole !== undefined) return whole;
  for (const line of text.trim().split("\n").reverse()) {
    const answer = line.trim().startsWith("{") ? toAnswer(line.trim()) : undefined;
    if (answer !== undefined) return answer;
  }
  const start = text.lastIndexOf("\n{");
  const end = text.lastIndexOf("}");
  return start >= 0 && end > start ? toAnswer(text.slice(start, end + 1)) : undefined;
}

function toAnswer(text: string): JudgeAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isFields(value)) return undefined;
    // The output format of an agent's command line wraps the text.
    if (typeof value.result === "string" && value.ok === undefined) return toAnswer(value.result);
    if (typeof value.ok !== "boolean") return undefined;
    return { ok: value.ok, reason: typeof value.reason === "string" ? value.reason.trim() : "" };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function unavailable(what: string): HandlerRun {
  return makeRun("unavailable", { reason: what });
}
