/** Fires one event of a session at the configured hooks, and says what the model and the user are told of it. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import { fireableEvent, transcriptOf } from "../hooks/fired_event.ts";
import { type Handler, wholeActionText } from "../hooks/handler.ts";
import type { Merged } from "../hooks/merge.ts";
import { matchSubject } from "../hooks/plan.ts";
import { type HandlerRun, readOutput } from "../hooks/run.ts";
import type { HandlerReport } from "../hooks/run_handlers.ts";
import { HOOK_EVENTS } from "../protocol/hook_events.ts";
import type { HookFields, LoopEvent } from "./events.ts";
import { Queue } from "./queue.ts";
import { type Session, type Thread, uuid } from "./session.ts";

export interface Fired {
  /** What the model reads it by: the event, and of a tool the tool with it, as in `PreToolUse:Bash`. */
  readonly source: string;
  readonly merged: Merged;
  /** What the model is told, each with its source as the agent words it. */
  readonly contexts: readonly string[];
  /** Why hooks refused, one text each. */
  readonly refusals: readonly Refusal[];
  /** Which hooks did well and what they printed plainly, as the agent tells it of a command that was typed. */
  readonly printed: readonly string[];
}

interface Refusal {
  readonly text: string;
  readonly command: string;
  /** By exit code 2, not by an answer. */
  readonly isExit: boolean;
}

const EXIT_BLOCK = 2;

/** @param own The event's own fields; the common ones are the session's. */
export async function* fireHooks(
  session: Session,
  event: string,
  own: Fields,
  thread?: Thread,
): AsyncGenerator<LoopEvent, Fired> {
  const { host, hooks, projectDir, configDir, cwd } = session;
  const row = HOOK_EVENTS[event]!;
  const fields = { ...commonFields(session, event, thread), hook_event_name: event, ...own };
  const made = fireableEvent(event, row, JSON.stringify(fields), host, configDir);
  const fired = { ...made, projectDir, cwd };
  const subject = matchSubject(fired, host.platform);
  const name = subject === undefined || subject === "" ? event : `${event}:${subject}`;
  const queue = new Queue<LoopEvent>();
  const marks = new Map<Handler, HookFields>();
  const onRun = (handler: Handler, run?: HandlerRun) => {
    const mark = marks.get(handler) ?? {
      ...{ hook_id: uuid(host), hook_name: name, hook_event: event },
      command: wholeActionText(handler.action),
    };
    marks.set(handler, mark);
    const begun = { type: "system", subtype: "hook_started", ...mark } as const;
    queue.push(run === undefined ? begun : response(mark, run));
  };
  const { loaded, ...terms } = hooks;
  const how = { ...terms, isDryRun: false, limitMs: undefined, waits: false, onRun };
  const running = fireEvent(host, fired, loaded, how).finally(() => queue.end());
  yield* queue;
  const report = await running;
  for (const text of report.merged.systemMessages) yield notice(`${name} says: ${text}`);
  // What is wrong with the files is said once, before the session.
  const unread = report.diagnostics.slice(loaded.diagnostics.length).map(formatDiagnostic);
  const flaws = [...report.merged.failures, ...report.merged.errors, ...unread];
  for (const text of flaws) yield notice(`${name}: ${text}`, "warning");
  return summary(report, event, name);
}

export function notice(content: string, level: "notice" | "warning" = "notice"): LoopEvent {
  return { type: "system", subtype: "informational", content, level };
}

/** What an end of a turn is told with; `agent` is a subagent, whose record would lie beside the session's. */
export function stopFields(
  { configDir, cwd, id }: Session,
  text: string,
  isNudged: boolean,
  agent: string | undefined,
): Fields {
  const record = configDir === undefined ? "" : transcriptOf(configDir, cwd, id);
  return {
    stop_hook_active: isNudged,
    ...agent === undefined
      ? {}
      : { agent_transcript_path: `${record}/subagents/agent-${agent}.jsonl` },
    last_assistant_message: text,
    background_tasks: [],
    session_crons: [],
  };
}

/** Why hooks refused, in the agent's words: one reason a line. */
export function refusalText({ refusals, merged }: Fired): string {
  return refusals.length === 0 ? merged.reason : refusals.map(({ text }) => text).join("\n");
}

/** As the agent gives them: what belongs to a turn, and what to a subagent. */
function commonFields(session: Session, event: string, thread: Thread | undefined): Fields {
  const { id, cwd, promptId, permissions } = session;
  const inTurn = HOOK_EVENTS[event]!.model === true;
  const agent = thread?.agent;
  return {
    session_id: id,
    cwd,
    ...promptId === undefined ? {} : { prompt_id: promptId },
    ...inTurn ? { permission_mode: permissions.mode } : {},
    ...agent === undefined ? {} : { agent_id: agent.id, agent_type: agent.type },
    ...inTurn && !event.startsWith("UserPrompt") || event === "StopFailure"
      ? { effort: { level: "medium" } }
      : {},
  };
}

function response(mark: HookFields, run: HandlerRun): LoopEvent {
  const { kind, stdout, code, reason, durationMs } = run;
  const stderr = run.stderr || reason;
  const isGood = code === 0 || kind === "answered" || kind === "told" || kind === "started";
  const outcome = kind === "timeout" ? "cancelled" : isGood ? "success" : "error";
  return {
    ...{ type: "system", subtype: "hook_response", ...mark },
    ...{ output: stdout + stderr, stdout, stderr, exit_code: code, outcome },
    duration_ms: Math.round(durationMs),
  };
}

function summary({ handlers, merged }: FireReport, event: string, name: string): Fired {
  const source = HOOK_EVENTS[event]!.tool === true ? name : event;
  const contexts = handlers.flatMap((one) => contextOf(one, source, name) ?? []);
  const denying = handlers.filter(({ effect }) => effect.behavior === "deny");
  const refusals = denying.map(({ handler, run, effect: { reason = "" } }) => {
    const command = wholeActionText(handler.action);
    const isExit = run?.code === EXIT_BLOCK;
    return { text: isExit ? `[${command}]: ${run.stderr}` : reason, command, isExit };
  });
  const printed = handlers.flatMap(({ handler, run }) => {
    const output = readOutput(run?.stdout ?? "");
    if (run?.code !== 0 || output.kind !== "text" && output.kind !== "empty") return [];
    const text = output.kind === "text" ? `: ${output.text}` : "";
    return [`${event} [${wholeActionText(handler.action)}] completed successfully${text}`];
  });
  return { source, merged, contexts, refusals, printed };
}

/** What is printed plainly is a success, what stands in an answer is context. */
function contextOf(
  { effect: { context }, run }: HandlerReport,
  source: string,
  name: string,
): string | undefined {
  if (context === undefined || context === "") return undefined;
  return run !== undefined && readOutput(run.stdout).kind === "text"
    ? `${name} hook success: ${context}`
    : `${source} hook additional context: ${context}`;
}

/** What the model is told of a refusal that comes after the deed. */
export function blockingErrors({ source, refusals }: Fired): string[] {
  return refusals.map(({ text, command }) =>
    `${source} hook blocking error from command: "${command}": ${text}`
  );
}
