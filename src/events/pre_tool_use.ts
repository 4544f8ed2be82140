/** PreToolUse with matcher `Skill`: the model uses a skill, by any name it answers to. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import type { Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";
import { answerSkillUse, type SkillUse } from "./skill_use.ts";

export const preToolUse = defineEvent<SkillUse>({ decode, handle });

/** Other tools come here only when somebody else's settings send them. */
function decode({ fields, sessionId, agentId, cwd }: HookInput): SkillUse {
  const input = fields.tool_name === "Skill" && isFields(fields.tool_input)
    ? fields.tool_input
    : {};
  const skill = asString(input.skill) ?? "";
  return { skill, args: asString(input.args) ?? "", sessionId, agentId, cwd };
}

function handle(input: SkillUse, host: Host): Promise<Verdict> {
  return answerSkillUse(input, host);
}
