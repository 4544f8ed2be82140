/** Behind tier 3: a prompt that begins with a skill's own command, which the agent does not know. */
import { fitEvent } from "../budget/fit_event.ts";
import type { Host } from "../host/host.ts";
import { type TriggerCall, triggeredText } from "../index/triggered_text.ts";
import { recordUse } from "../index/use_record.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { CAP_TARGET } from "../protocol/cap.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";

/** The skill's text as context: the prompt itself cannot be changed. */
export async function answerTrigger(call: TriggerCall, host: Host): Promise<Verdict> {
  const { skill: { invoke, path }, session } = call;
  host.note?.("skill", `A command of the skill "${invoke}"`, { path, word: "commands" });
  const { text, path: whole, diagnostics } = await triggeredText(host, call);
  await recordUse(host, stateDirectory(host), invoke, session === "" ? undefined : session);
  if (text === "") return { ...SILENCE, diagnostics };
  const rest = `read ${whole} for all`;
  const part = { name: `instructions of ${invoke}`, priority: 0, text, rest };
  return contextVerdict(fitEvent([part], CAP_TARGET).text, diagnostics);
}
