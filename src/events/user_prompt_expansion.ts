/** UserPromptExpansion: somebody typed `/skill`. Such a skill never passes PreToolUse (protocol section 1.11). */
import type { Host } from "../host/host.ts";
import type { Verdict } from "../protocol/decision.ts";
import { type HookInput, optionalString } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";
import { answerSkillUse, type SkillUse } from "./skill_use.ts";

export const userPromptExpansion = defineEvent<SkillUse>({ decode, handle });

/** A prompt of an MCP server has a name too, and is no skill. */
function decode({ fields, sessionId, agentId, cwd }: HookInput): SkillUse {
  const type = optionalString(fields, "expansion_type") ?? "slash_command";
  const skill = type === "slash_command" ? optionalString(fields, "command_name") ?? "" : "";
  return { skill, args: optionalString(fields, "command_args") ?? "", sessionId, agentId, cwd };
}

function handle(input: SkillUse, host: Host): Promise<Verdict> {
  return answerSkillUse(input, host);
}
