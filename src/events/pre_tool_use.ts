/** PreToolUse: the model uses a skill, by any name it answers to, or starts a subagent. One branch per tool. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";

type ToolUse = ReturnType<typeof decode>;

export const preToolUse = defineEvent({ decode, handle });

function decode({ fields, text, sessionId, agentId, cwd, promptId }: HookInput) {
  const { tool_name: tool, transcript_path: transcript } = fields;
  const input = isFields(fields.tool_input) ? fields.tool_input : {};
  // One tool under its new and its old name.
  const prompt = tool === "Agent" || tool === "Task" ? asString(input.prompt) : undefined;
  if (prompt !== undefined) {
    return { tool: "subagent", call: { prompt, input, text, sessionId, cwd } } as const;
  }
  // Other tools come here only when other settings send them.
  if (tool !== "Skill") return { tool: "other" } as const;
  const [skill, args] = [asString(input.skill) ?? "", asString(input.args) ?? ""];
  const turn = { promptId, transcript: asString(transcript) };
  const use = { skill, args, sessionId, agentId, cwd };
  return { tool: "skill", use, turn, fields: input } as const;
}

async function handle(input: ToolUse, host: Host): Promise<Verdict> {
  if (input.tool === "other") return SILENCE;
  if (input.tool === "subagent") {
    const { answerSubagentCall } = await import("./subagent_prompt.ts");
    return await answerSubagentCall(input.call, host);
  }
  const { answerSkillUse } = await import("./skill_use.ts");
  const verdict = await answerSkillUse(input.use, host);
  // A subagent never gets a chain.
  if (input.use.agentId !== undefined) return verdict;
  const { answerStep } = await import("./chain_step.ts");
  return await answerStep(input.use, input.turn, input.fields, verdict, host);
}
