/** Fires one event of a session at the configured hooks, and says what the model and the user are told of it. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import { transcriptsOf } from "../catalog/places.ts";
import { fireableEvent } from "../hooks/fired_event.ts";
import { type Handler, wholeActionText } from "../hooks/handler.ts";
import { matchSubject } from "../hooks/plan.ts";
import { type HandlerRun, readOutput } from "../hooks/run.ts";
import { HOOK_EVENTS } from "../protocol/hook_events.ts";
import type { HookFields, LoopEvent, Telling } from "./events.ts";
import { type Session, type Thread, uuid } from "./session.ts";

export type Fired = ReturnType<typeof whatIsTold>;

const EXIT_BLOCK = 2;

export async function* fireHooks(thread: Thread, event: string, own: Fields): Telling<Fired> {
  const { agent, session } = thread;
  const { host, hooks: { loaded, ...terms }, projectDir } = session;
  const { model } = HOOK_EVENTS[event]!;
  const hasEffort = model && !event.startsWith("UserPrompt") || event === "StopFailure";
  // As the agent gives them: what belongs to a turn, and what to a subagent.
  const common = {
    session_id: session.id,
    cwd: projectDir,
    prompt_id: session.promptId,
    permission_mode: model && session.permissions.mode,
    agent_id: agent?.id,
    agent_type: agent?.type,
    effort: hasEffort ? { level: "medium" } : undefined,
    hook_event_name: event,
  };
  const made = fireableEvent(event, JSON.stringify({ ...common, ...own }), host);
  const fired = { ...made, projectDir };
  const name = [event, matchSubject(fired, host.platform)].filter(Boolean).join(":");
  // Hooks of an event run at the same time and end in any order: what they say is one stream.
  const said: LoopEvent[] = [];
  let wake = () => {};
  const marks = new Map<Handler, HookFields>();
  const onRun = (handler: Handler, run?: HandlerRun) => {
    const command = wholeActionText(handler.action);
    const mark = marks.get(handler) ??
      { hook_id: uuid(host), hook_name: name, hook_event: event, command };
    marks.set(handler, mark);
    said.push(
      run ? response(mark, run) : { type: "system", subtype: "hook_started", ...mark },
    );
    wake();
  };
  const how = { ...terms, isDryRun: false, limitMs: undefined, waits: false, onRun };
  let isOver = false;
  const running = fireEvent(host, fired, loaded, how).finally(() => isOver = true);
  while (!isOver || said.length > 0) {
    yield* said.splice(0);
    const more = new Promise<void>((resolve) => wake = resolve);
    if (said.length === 0) await Promise.race([running, more]);
  }
  const report = await running;
  const { merged, diagnostics } = report;
  for (const text of merged.systemMessages) yield notice(`${name} says: ${text}`);
  // What is wrong with the files is said once, before the session.
  const unread = diagnostics.slice(loaded.diagnostics.length).map(formatDiagnostic);
  for (const text of [...merged.failures, ...merged.errors, ...unread]) {
    yield notice(`${name}: ${text}`, "warning");
  }
  return whatIsTold(report, event, name);
}

export function notice(content: string, level: "notice" | "warning" = "notice"): LoopEvent {
  return { type: "system", subtype: "informational", content, level };
}

/** What an end of a turn is told with; `agent` is a subagent, whose record would lie beside the session's. */
export function stopFields(session: Session, text: string, isNudged: boolean, agent?: string) {
  const { host, projectDir, id } = session;
  const transcripts = transcriptsOf(host, projectDir) ?? "";
  return {
    stop_hook_active: isNudged,
    agent_transcript_path: agent && `${transcripts}/${id}/subagents/agent-${agent}.jsonl`,
    last_assistant_message: text,
    background_tasks: [],
    session_crons: [],
  };
}

function response(mark: HookFields, run: HandlerRun): LoopEvent {
  const { kind, stdout, code, reason, durationMs } = run;
  const stderr = run.stderr || reason;
  const isGood = code === 0 || kind === "answered" || kind === "told" || kind === "started";
  return {
    type: "system",
    subtype: "hook_response",
    ...mark,
    output: stdout + stderr,
    stdout,
    stderr,
    exit_code: code,
    outcome: kind === "timeout" ? "cancelled" : isGood ? "success" : "error",
    duration_ms: Math.round(durationMs),
  };
}

/** @param name The event with what its matcher looked at: `PreToolUse:Bash`. */
function whatIsTold({ merged, handlers }: FireReport, event: string, name: string) {
  // What the model reads it by.
  const source = HOOK_EVENTS[event]!.tool ? name : event;
  const contexts: string[] = [];
  // `isExit`: by exit code 2, not by an answer.
  const refusals: { text: string; command: string; isExit: boolean }[] = [];
  const printed: string[] = [];
  for (const { handler, run, effect: { context, behavior, reason = "" } } of handlers) {
    const command = wholeActionText(handler.action);
    const output = readOutput(run?.stdout ?? "");
    // What is printed plainly is a success, what stands in an answer is context.
    if (context) {
      const isPlain = run !== undefined && output.kind === "text";
      const label = isPlain ? `${name} hook success` : `${source} hook additional context`;
      contexts.push(`${label}: ${context}`);
    }
    const isExit = run?.code === EXIT_BLOCK;
    if (behavior === "deny") {
      refusals.push({ text: isExit ? `[${command}]: ${run.stderr}` : reason, command, isExit });
    }
    if (run?.code !== 0 || output.kind !== "text" && output.kind !== "empty") continue;
    const text = output.kind === "text" ? `: ${output.text}` : "";
    printed.push(`${event} [${command}] completed successfully${text}`);
  }
  return { merged, source, contexts, refusals, printed };
}

/** Why hooks refused, in the agent's words: one reason a line. */
export function refusalText({ refusals, merged }: Fired): string {
  return refusals.length === 0 ? merged.reason : refusals.map(({ text }) => text).join("\n");
}

/** What the model is told of a refusal that comes after the deed. */
export function blockingErrors({ source, refusals }: Fired): string[] {
  return refusals.map(({ text, command }) =>
    `${source} hook blocking error from command: "${command}": ${text}`
  );
}
