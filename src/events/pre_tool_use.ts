/** PreToolUse: the model uses a skill, by any name it answers to, or starts a subagent. One branch per tool. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import type { ChainSession } from "../progress/session_chain.ts";
import { defineEvent } from "./event.ts";
import type { SkillUse } from "./skill_use.ts";
import type { SubagentCall } from "./subagent_prompt.ts";

type Turn = Pick<ChainSession, "promptId" | "transcript">;

type ToolUse =
  | { readonly tool: "skill"; readonly use: SkillUse; readonly turn: Turn; readonly fields: Fields }
  | { readonly tool: "subagent"; readonly call: SubagentCall }
  /** Other tools come here only when other settings send them. */
  | { readonly tool: "other" };

export const preToolUse = defineEvent<ToolUse>({ decode, handle });

function decode({ fields, text, sessionId, agentId, cwd, promptId }: HookInput): ToolUse {
  const input = isFields(fields.tool_input) ? fields.tool_input : {};
  switch (fields.tool_name) {
    case "Skill": {
      const [skill, args] = [asString(input.skill) ?? "", asString(input.args) ?? ""];
      const turn = { promptId, transcript: asString(fields.transcript_path) };
      return { tool: "skill", use: { skill, args, sessionId, agentId, cwd }, turn, fields: input };
    }
    // One tool under its new and its old name.
    case "Agent":
    case "Task": {
      const prompt = asString(input.prompt);
      return prompt === undefined
        ? { tool: "other" }
        : { tool: "subagent", call: { prompt, input, text, sessionId, cwd } };
    }
    default:
      return { tool: "other" };
  }
}

async function handle(input: ToolUse, host: Host): Promise<Verdict> {
  switch (input.tool) {
    case "skill": {
      const { answerSkillUse } = await import("./skill_use.ts");
      const verdict = await answerSkillUse(input.use, host);
      // A subagent never gets a chain.
      if (input.use.agentId !== undefined) return verdict;
      const { answerStep } = await import("./chain_step.ts");
      return await answerStep(input.use, input.turn, input.fields, verdict, host);
    }
    case "subagent": {
      const { answerSubagentCall } = await import("./subagent_prompt.ts");
      return await answerSubagentCall(input.call, host);
    }
    default:
      return SILENCE;
  }
}
