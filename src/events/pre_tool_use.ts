/** PreToolUse: the model uses a skill, by any name it answers to, or starts a subagent. One branch per tool. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { CAP_TARGET, SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent, projectDirectory } from "./event.ts";

type ToolUse = ReturnType<typeof decode>;

export const preToolUse = defineEvent({ decode, handle });

function decode({ fields, text, sessionId, agentId, cwd, promptId }: HookInput) {
  const { tool_name: tool, transcript_path: transcript } = fields;
  const input = isFields(fields.tool_input) ? fields.tool_input : {};
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
  return input.use.agentId === undefined ? await answerStep(input, verdict, host) : verdict;
}

/** If the skill is a step of the session's chain, the model is told the step and the next call, before the skill's text. */
async function answerStep(
  { use, turn, fields }: Extract<ToolUse, { tool: "skill" }>,
  { decision, diagnostics: flaws }: Verdict,
  host: Host,
): Promise<Verdict> {
  const { followSkill } = await import("../progress/session_chain.ts");
  const { stepText } = await import("../progress/progress_text.ts");
  const { fitEvent } = await import("../budget/fit_event.ts");
  const projectDir = projectDirectory(host, use);
  const followed = await followSkill(host, { ...use, ...turn, projectDir }, use);
  if (followed === undefined) return { decision, diagnostics: flaws };
  const { progress, args } = followed;
  host.note?.("chain", `Step ${progress.current + 1} of ${progress.steps.length} begins`);
  const step = stepText(progress, host.ways);
  const text = decision.kind === "context" ? decision.context : "";
  const { text: context } = fitEvent([
    { name: "the chain", text: step },
    { name: "the skill's text", text, rest: "read the rest in the skill's folder" },
  ], CAP_TARGET);
  const diagnostics = [...flaws, ...followed.diagnostics];
  if (args === undefined) return { decision: { kind: "context", context }, diagnostics };
  host.note?.("chain", "The call's arguments are set right");
  const updatedInput = JSON.stringify({ ...fields, args });
  return { decision: { kind: "input", updatedInput, context }, diagnostics };
}
