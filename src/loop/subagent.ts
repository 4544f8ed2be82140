/** Subagents: a conversation of their own, with the session's hooks, skills and permissions. */
import { asString, type Fields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { projectConfigDirectory } from "../catalog/places.ts";
import { stripHead } from "../skill/strip_head.ts";
import { type AgentMark, type LoopEvent, textBlock, whereOf } from "./events.ts";
import { fireHooks } from "./fire_hooks.ts";
import { newThread, type Session, tell, type Tool } from "./session.ts";
import { converse } from "./turns.ts";

interface SubagentRun {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
  readonly calls: number;
  readonly durationMs: number;
}

/** Runs one to its end. What it says is told with its mark; its last words are for whoever called it. */
export async function* runSubagent(
  session: Session,
  type: string,
  prompt: string,
  callId: string,
): AsyncGenerator<LoopEvent, SubagentRun> {
  const { host } = session;
  const begun = host.monotonic();
  const id = `a${host.randomHex()}`;
  const agent: AgentMark = { id, type, callId };
  const thread = newThread(instructions(session, type) ?? session.system, agent);
  const own = { agent_id: id, agent_type: type };
  const started = yield* fireHooks(session, "SubagentStart", own, thread);
  const block = textBlock(prompt);
  yield { type: "user", message: { role: "user", content: [block] }, ...whereOf(agent) };
  thread.messages.push({ role: "user", content: [block] });
  tell(thread, started.contexts);
  const ending = yield* converse(session, thread);
  const blocks = thread.messages.flatMap(({ content }) => content);
  return {
    ...{ id, text: ending.text, isError: ending.subtype !== "success" },
    calls: blocks.filter((one) => one.type === "tool_use").length,
    durationMs: Math.round(host.monotonic() - begun),
  };
}

/** What a file of agents says for a kind of them, the project's before yours; `undefined`: nobody says anything. */
function instructions({ host, projectDir, configDir }: Session, type: string): string | undefined {
  if (!/^[\w-]+$/.test(type)) return undefined;
  for (const place of [projectConfigDirectory(projectDir), configDir]) {
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
  async *run(session, _thread, { id: callId, input }) {
    const type = asString(input.subagent_type) ?? "general-purpose";
    const prompt = String(input.prompt);
    const { id, text, isError, calls, durationMs } = yield* runSubagent(
      session,
      type,
      prompt,
      callId,
    );
    const response = {
      ...{ status: isError ? "failed" : "completed", prompt, agentId: id, agentType: type },
      ...{ content: [textBlock(text)], totalDurationMs: durationMs, totalToolUseCount: calls },
    };
    return { text: `${text}\nagentId: ${id}`, isError, response };
  },
};
