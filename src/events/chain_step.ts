/** A skill is about to run: if it is a step of the session's chain, the model is told the step and the next call. */
import type { Fields } from "../base/json_type.ts";
import { fitEvent } from "../budget/fit_event.ts";
import type { Host } from "../host/host.ts";
import { stepText } from "../progress/progress_text.ts";
import { type ChainSession, followSkill } from "../progress/session_chain.ts";
import { CAP_TARGET } from "../protocol/cap.ts";
import type { Verdict } from "../protocol/decision.ts";
import { projectDirectory } from "./event.ts";
import type { SkillUse } from "./skill_use.ts";

/** `turn`: in which turn of the session; `fields`: the tool's whole input; `verdict`: what is said of the skill itself. */
export async function answerStep(
  use: SkillUse,
  turn: Pick<ChainSession, "promptId" | "transcript">,
  fields: Fields,
  verdict: Verdict,
  host: Host,
): Promise<Verdict> {
  const projectDir = projectDirectory(host, use);
  const followed = await followSkill(host, { ...use, ...turn, projectDir }, use);
  if (followed === undefined) return verdict;
  const { progress, args } = followed;
  host.note?.("chain", `Step ${progress.current + 1} of ${progress.steps.length} begins`);
  const { decision } = verdict;
  const step = stepText(progress, host.ways);
  const text = decision.kind === "context" ? decision.context : "";
  const context = fitEvent([
    { name: "the chain", priority: 0, text: step },
    { name: "the skill's text", priority: 1, text, rest: "read the rest in the skill's folder" },
  ], CAP_TARGET).text;
  const diagnostics = [...verdict.diagnostics, ...followed.diagnostics];
  if (args === undefined) return { decision: { kind: "context", context }, diagnostics };
  host.note?.("chain", "The call's arguments are set right");
  const updatedInput = JSON.stringify({ ...fields, args });
  return { decision: { kind: "input", updatedInput, context }, diagnostics };
}
