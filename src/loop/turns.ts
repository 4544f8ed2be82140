/** The turns of one conversation: the model is asked, its calls are run, until it has nothing more to call and hooks agree. */
import { type LoopEvent, textBlock, type ToolCall, whereOf } from "./events.ts";
import { compact } from "./compact.ts";
import { askModel, lastText } from "./ask_model.ts";
import { blockingErrors, fireHooks, refusalText, stopFields } from "./fire_hooks.ts";
import type { Reply } from "./model.ts";
import { runBatch, said } from "./run_call.ts";
import { type Session, tell, type Thread } from "./session.ts";

export interface Ending {
  readonly subtype: "success" | "error_during_execution" | "error_max_turns";
  /** The agent's word for why it ended. */
  readonly terminal: string;
  readonly stopReason: string | null;
  readonly text: string;
}

export async function* converse(
  session: Session,
  thread: Thread,
): AsyncGenerator<LoopEvent, Ending> {
  let isNudged = false;
  while (true) {
    tell(thread, []);
    if (session.asked >= session.maxTurns) return { ...ENDED, ...tooMany(session) };
    const reply = yield* askModel(session, thread, "turn");
    yield* answered(session, thread, reply);
    const { stopReason } = reply;
    const calls = reply.content.filter((block) => block.type === "tool_use");
    if (calls.length > 0) {
      const ends = yield* runBatch(session, thread, calls as readonly ToolCall[]);
      if (ends !== undefined) {
        const subtype = ends === "aborted_tools" ? "error_during_execution" : "success";
        const reason = ends === "tool_deferred" ? ends : stopReason;
        return { subtype, terminal: ends, stopReason: reason, text: "" };
      }
      if (reply.usage.input_tokens >= session.compactAt) yield* compact(session, thread, "auto");
      continue;
    }
    const text = lastText(reply);
    const how = yield* mayStop(session, thread, text, isNudged);
    if (how !== undefined) return { ...ENDED, terminal: how, stopReason, text };
    isNudged = true;
  }
}

const ENDED = { subtype: "success", terminal: "completed", stopReason: null, text: "" } as const;

function tooMany({ maxTurns }: Session): Partial<Ending> {
  const text = `Reached the maximum number of turns (${maxTurns})`;
  return { subtype: "error_max_turns", terminal: "max_turns", text };
}

async function* answered(
  { model }: Session,
  thread: Thread,
  { id, content, usage }: Reply,
): AsyncGenerator<LoopEvent, void> {
  for (const block of content) {
    const head = { id, type: "message", role: "assistant", model: model.name } as const;
    const message = { ...head, content: [block], stop_reason: null, stop_sequence: null, usage };
    yield { type: "assistant", message, ...whereOf(thread.agent) };
  }
  if (content.length > 0) thread.messages.push({ role: "assistant", content });
}

/** How the turn ends, in the agent's word; `undefined`: hooks want it to go on, and the model was told so. */
export async function* mayStop(
  session: Session,
  thread: Thread,
  text: string,
  isNudged: boolean,
): AsyncGenerator<LoopEvent, string | undefined> {
  const { agent } = thread;
  const event = agent === undefined ? "Stop" : "SubagentStop";
  const fields = stopFields(session, text, isNudged, agent?.id);
  const fired = yield* fireHooks(session, event, fields, thread);
  const { merged: { behavior, stop }, contexts, refusals } = fired;
  if (stop !== undefined) return "stop_hook_prevented";
  if (behavior === "deny") {
    const why = refusalText(fired);
    const block = textBlock(`Stop hook feedback:\n${why}`);
    yield* said(session, thread, block, { isSynthetic: true });
    thread.messages.push({ role: "user", content: [block] });
    // What exit code 2 says is said once.
    const isTold = refusals.some(({ isExit }) => !isExit);
    tell(thread, isTold ? blockingErrors(fired) : []);
    return undefined;
  }
  if (contexts.length === 0) return "completed";
  const reminder = `<system-reminder>\n${contexts.join("\n\n")}\n</system-reminder>`;
  thread.messages.push({ role: "user", content: [textBlock(reminder)] });
  return undefined;
}
