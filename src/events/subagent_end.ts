/** A subagent has ended: its answer as three events bring it. Nearly all answers ask for nothing, which one glance tells. */
import { asString, isFields } from "../base/json_type.ts";
import type { EndedSubagent } from "../payload/needs.ts";
import { SILENCE } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";

export interface SubagentEnd extends EndedSubagent, Pick<HookInput, "sessionId" | "cwd"> {}

/** What an answer that asks for something has in it. */
export function mayAsk({ answer }: SubagentEnd): boolean {
  return /need skill/i.test(answer) || answer.includes("@") && /\.md/i.test(answer);
}

/** An answer of which nothing more is known. */
export function bareEnd(
  answer: string,
  { sessionId, cwd }: Pick<HookInput, "sessionId" | "cwd">,
): SubagentEnd {
  return { answer, prompt: "", description: "", type: "", sessionId, cwd };
}

/** Input and result of the Agent tool; no answer while the subagent still runs. */
export function endOfCall(input: HookInput): SubagentEnd {
  const { tool_input: call, tool_response: response } = input.fields;
  const content = isFields(response) ? response.content : response;
  const answer = Array.isArray(content)
    ? content.map((part) => isFields(part) ? asString(part.text) ?? "" : "").join("\n")
    : asString(content) ?? "";
  const { prompt, description, subagent_type: type } = isFields(call) ? call : {};
  return {
    ...bareEnd(answer, input),
    prompt: asString(prompt) ?? "",
    description: asString(description) ?? "",
    type: asString(type) ?? "",
  };
}

/** SubagentStop: what it prints would go to the subagent, so only the user is told. */
export const subagentStop = defineEvent<SubagentEnd>({
  decode: (input) => ({
    ...bareEnd(asString(input.fields.last_assistant_message) ?? "", input),
    type: input.agentType ?? "",
  }),
  quick: (end) => mayAsk(end) ? undefined : SILENCE,
  async handle(end, host) {
    const { tellUser } = await import("./subagent_needs.ts");
    return await tellUser(end, host);
  },
});
