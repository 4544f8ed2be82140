/** The turns of one conversation, and subagents, which have one of their own with the session's hooks, skills and rules. */
import { asString, type Fields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { stripHead } from "../skill/strip_head.ts";
import { askModel, compact, lastText } from "./ask_model.ts";
import { type ResultEvent, type Telling, textBlock, whereOf } from "./events.ts";
import { blockingErrors, fireHooks, refusalText, stopFields } from "./fire_hooks.ts";
import { runBatch, said } from "./run_call.ts";
import { newThread, type Session, show, tell, type Thread, type Tool } from "./session.ts";

export type Ending = Pick<ResultEvent, "subtype" | "terminal_reason" | "stop_reason" | "result">;

/** What was answered without the model. */
export function ended(result: string): Ending {
  return { subtype: "success", terminal_reason: "completed", stop_reason: null, result };
}

/** The model is asked, its calls are run, until it has nothing more to call and hooks agree. */
export async function* converse(thread: Thread): Telling<Ending> {
  const { session } = thread;
  const { maxTurns } = session;
  let isNudged = false;
  while (true) {
    tell(thread);
    if (session.asked >= maxTurns) {
      const why = ended(`Reached the maximum number of turns (${maxTurns})`);
      return { ...why, subtype: "error_max_turns", terminal_reason: "max_turns" };
    }
    const reply = yield* askModel(thread, "turn");
    const { id, content, usage, stopReason: stop_reason } = reply;
    for (const block of content) {
      const head = { id, type: "message", role: "assistant", model: session.model.name } as const;
      const message = { ...head, content: [block], stop_reason: null, stop_sequence: null, usage };
      yield { type: "assistant", message, ...whereOf(thread) };
    }
    if (content.length > 0) thread.messages.push({ role: "assistant", content });
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length > 0) {
      const terminal_reason = yield* runBatch(thread, calls);
      if (terminal_reason !== undefined) {
        const subtype = terminal_reason === "aborted_tools" ? "error_during_execution" : "success";
        const reason = terminal_reason === "tool_deferred" ? terminal_reason : stop_reason;
        return { subtype, terminal_reason, stop_reason: reason, result: "" };
      }
      if (usage.input_tokens >= session.compactAt) yield* compact(thread, "auto");
      continue;
    }
    const result = lastText(reply);
    const terminal_reason = yield* mayStop(thread, result, isNudged);
    if (terminal_reason !== undefined) {
      return { subtype: "success", terminal_reason, stop_reason, result };
    }
    isNudged = true;
  }
}

/** How the turn ends, in the agent's word; `undefined`: hooks want it to go on, and the model was told so. */
export async function* mayStop(thread: Thread, text: string, isNudged: boolean) {
  const { session, agent } = thread;
  const event = agent === undefined ? "Stop" : "SubagentStop";
  const fired = yield* fireHooks(thread, event, stopFields(session, text, isNudged, agent?.id));
  const { merged: { behavior, stop }, contexts, refusals } = fired;
  if (stop !== undefined) return "stop_hook_prevented";
  if (behavior === "deny") {
    const feedback = `Stop hook feedback:\n${refusalText(fired)}`;
    yield* said(thread, textBlock(feedback), { isSynthetic: true });
    show(thread, feedback);
    // What exit code 2 says is said once.
    tell(thread, refusals.every(({ isExit }) => isExit) ? [] : blockingErrors(fired));
    return undefined;
  }
  if (contexts.length === 0) return "completed";
  show(thread, `<system-reminder>\n${contexts.join("\n\n")}\n</system-reminder>`);
  return undefined;
}

/** Runs a subagent to its end. What it says is told with its mark; its last words are for the caller. */
export async function* runSubagent(session: Session, type: string, prompt: string, callId: string) {
  const id = `a${session.host.randomHex()}`;
  const thread = newThread(session, instructions(session, type), { id, type, callId });
  const { contexts } = yield* fireHooks(thread, "SubagentStart", {});
  yield* said(thread, textBlock(prompt), {});
  show(thread, prompt);
  tell(thread, contexts);
  return { id, ending: yield* converse(thread), thread };
}

/** What a file of agents says for a kind of them, the project's before yours; `undefined`: there is no such file. */
function instructions({ host, projectDir }: Session, type: string): string | undefined {
  if (!/^[\w-]+$/.test(type)) return undefined;
  for (const place of [projectConfigDirectory(projectDir), configDirectory(host)]) {
    const text = place && host.readText(joinPath(place, `agents/${type}.md`));
    if (text !== undefined) return stripHead(text).body.trim();
  }
  return undefined;
}

const TEXT = { type: "string" };

/** The `Agent` tool. It waits for the subagent, whatever `run_in_background` says. */
export const AGENT_TOOL: Tool = {
  name: "Agent",
  description: "Has a subagent do a task, and hands back its report",
  input_schema: {
    type: "object",
    properties: { description: TEXT, prompt: TEXT, subagent_type: TEXT },
    required: ["prompt"],
  },
  isFree: () => true,
  flaw: ({ prompt }: Fields) =>
    typeof prompt === "string" ? undefined : 'InputValidationError: "prompt" must be a string',
  async *run({ session }, { id: callId, input }) {
    const agentType = asString(input.subagent_type) ?? "general-purpose";
    const prompt = String(input.prompt);
    const begun = session.host.monotonic();
    const { id, ending, thread } = yield* runSubagent(session, agentType, prompt, callId);
    const { subtype, result } = ending;
    const isError = subtype !== "success";
    const response = {
      status: isError ? "failed" : "completed",
      prompt,
      agentId: id,
      agentType,
      content: [textBlock(result)],
      totalDurationMs: Math.round(session.host.monotonic() - begun),
      totalToolUseCount: thread.messages.flatMap(({ content }) => content)
        .filter(({ type }) => type === "tool_use").length,
    };
    return { text: `${result}\nagentId: ${id}`, isError, response };
  },
};
