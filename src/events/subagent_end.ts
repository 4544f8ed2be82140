/** A subagent has ended: its answer as three events bring it. Nearly all answers ask for nothing, which one glance tells. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import type { EndedSubagent } from "../payload/needs.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";

export interface SubagentEnd extends EndedSubagent, Pick<HookInput, "sessionId" | "cwd"> {}

/** What an answer that asks for something has in it. */
export function mayAsk({ answer }: SubagentEnd): boolean {
  return /need skill/i.test(answer) || answer.includes("@") && /\.md/i.test(answer);
}

/** Input and result of the Agent tool. */
export function endOfCall(fields: Fields, { sessionId, cwd }: HookInput): SubagentEnd {
  const { prompt, description, subagent_type: type } = isFields(fields.tool_input)
    ? fields.tool_input
    : {};
  return {
    answer: answerText(fields.tool_response),
    prompt: asString(prompt) ?? "",
    description: asString(description) ?? "",
    type: asString(type) ?? "",
    sessionId,
    cwd,
  };
}

/** None while the subagent still runs. */
function answerText(response: unknown): string {
  const content = isFields(response) ? response.content : response;
  if (!Array.isArray(content)) return asString(content) ?? "";
  return content.map((part) => isFields(part) ? asString(part.text) ?? "" : "").join("\n");
}

/** SubagentStop: what it prints would go to the subagent, so only the user is told. */
export const subagentStop = defineEvent<SubagentEnd>({
  decode({ fields, sessionId, cwd, agentType }: HookInput): SubagentEnd {
    const answer = asString(fields.last_assistant_message) ?? "";
    return { answer, prompt: "", description: "", type: agentType ?? "", sessionId, cwd };
  },
  quick: (end) => mayAsk(end) ? undefined : SILENCE,
  async handle(end: SubagentEnd, host: Host): Promise<Verdict> {
    const { tellUser } = await import("./subagent_needs.ts");
    return await tellUser(end, host);
  },
});
