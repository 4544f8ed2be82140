/** Stop: the turn is over, and a chain may have steps left. Most sessions have none: one glance says so. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import {
  type Happening,
  isUnfinished,
  keep,
  type Progress,
  progressOf,
  readRecord,
  recordPath,
} from "../progress/progress.ts";
import { nudgeText, userLine } from "../progress/progress_text.ts";
import { takeDue } from "../state/directive_notes.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent, projectDirectory } from "./event.ts";

type StopInput = ReturnType<typeof decode>;

/** Reminders of one step, by the settings' word. */
const LIMITS = { off: 0, once: 1, always: 2 } as const;

export const stop = defineEvent({ decode, handle });

function decode({ fields, sessionId, agentId, cwd, promptId }: HookInput) {
  const { background_tasks: tasks, last_assistant_message: message } = fields;
  // Something of the session's still runs: a task that the agent lists may have ended.
  const isOver = (task: unknown) =>
    isFields(task) && /^(?:completed|failed|killed|stopped)$/.test(asString(task.status) ?? "");
  const isBusy = Array.isArray(tasks) && !tasks.every(isOver);
  const transcript = asString(fields.transcript_path);
  const lastMessage = asString(message) ?? "";
  return { sessionId, agentId, cwd, prompt: promptId, transcript, lastMessage, isBusy };
}

async function handle(input: StopInput, host: Host): Promise<Verdict> {
  if (input.agentId !== undefined) return SILENCE;
  const { decision, diagnostics } = await endChain(input, host);
  const due = input.sessionId === undefined ? [] : await takeDue(host, input.sessionId);
  return { decision, diagnostics: [...diagnostics, ...due] };
}

async function endChain(input: StopInput, host: Host): Promise<Verdict> {
  const projectDir = projectDirectory(host, input);
  const path = await recordPath(host, input.sessionId);
  let lines = readRecord(host, path);
  if (lines.at(-1)?.is === "forked") {
    const { ownLines } = await import("../progress/session_chain.ts");
    lines = await ownLines(host, path, { ...input, projectDir, promptId: input.prompt });
  }
  const progress = progressOf(lines);
  if (!isUnfinished(progress)) return SILENCE;
  const { findConfig } = await import("../config/config_file.ts");
  const config = await findConfig(host, projectDir);
  const limit = LIMITS[config?.settings.chain.remind ?? "once"];
  const by = host.randomHex();
  const { happenings, message } = endOfTurn(progress, input, limit, by);
  const flaws = keep(host, path, happenings);
  const diagnostics = [...config?.diagnostics ?? [], ...flaws];
  host.note?.("chain", happenings.map(({ is }) => is).join(", ") || "Nothing changes");
  // What cannot be counted would be said without end.
  if (happenings.at(-1)?.is === "nudged" && flaws.length === 0) {
    // Installed twice, we are told of the turn's end twice, neither knowing: the first reminders count.
    const kept = readRecord(host, path).filter((line) => line.is === "nudged")
      .filter(({ step }) => step === progress.next);
    if (kept.findIndex((line) => line.by === by) >= limit) return SILENCE;
    return contextVerdict(nudgeText(progress, host.ways), diagnostics);
  }
  const line = message &&
    `skillhook: the chain ${message} ${userLine(progress)}: type r to go on with it`;
  return contextVerdict("", diagnostics, line);
}

/** What to keep, the reminder last of all, and what to say to the user. `limit`: reminders of one step. */
function endOfTurn(
  progress: Progress,
  { prompt, lastMessage, isBusy }: StopInput,
  limit: number,
  by: string,
): { happenings: readonly Happening[]; message?: string } {
  const { state, next, until, steps } = progress;
  const isOther = prompt !== undefined && progress.prompt !== undefined &&
    prompt !== progress.prompt;
  if (state === "suspended" && isOther) return { happenings: [] };
  // After a question or while work goes on, the next prompt is the answer: it belongs to the chain.
  if (isOther && state !== "waiting") return { happenings: [{ is: "suspended" }] };
  if (isBusy || isQuestion(lastMessage)) return { happenings: [{ is: "waiting", prompt }] };
  const adopted: Happening[] = isOther ? [{ is: "resumed", prompt }] : [];
  if (next >= steps.length) {
    return { happenings: [...adopted, { is: "done", step: progress.current }, { is: "finished" }] };
  }
  if (state === "suspended") return { happenings: [] };
  if (next >= until) {
    return { happenings: [...adopted, { is: "suspended" }], message: "waits for your word at" };
  }
  if (limit === 0) return { happenings: [] };
  if (steps[next]!.nudges < limit) {
    return { happenings: [...adopted, { is: "nudged", step: next, by }] };
  }
  return { happenings: [{ is: "suspended" }], message: "stopped at" };
}

/** What may stand behind a question, such as `(y/n)`. */
const AFTER_REGEXP = /(?:…|\.{3}|[([][^)\]]{1,20}[)\]]|\s(?:If|Reply|Answer|Please)\b[^?]{1,80})$/;

/** The last line that says something asks, in whatever script, or the line before a list of choices does. */
function isQuestion(message: string): boolean {
  const lines = message.trimEnd().split("\n").slice(-40).map((line) => line.trim())
    .filter((line) => line !== "");
  const last = lines.findLast((line) => !/^(?:[-*+•]|\d{1,2}[.)]|[a-zA-Z][.)])\s/.test(line));
  return [last, lines.at(-1)].some((line = "") =>
    /[?？؟][\s"'”’»)\]*_`\p{Extended_Pictographic}️]*$/u.test(line.replace(AFTER_REGEXP, ""))
  );
}
