/** `skillhook skill submit`: a message that calls a skill by its command becomes the skill's instructions. */
import { loadCatalog } from "../catalog/load.ts";
import type { Host, Outcome } from "../host/host.ts";
import { findTrigger, renderTriggered } from "../index/triggered_text.ts";
import { projectOption, sessionOption, textOperand } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { filtered } from "./verb.ts";

/** Any other message is printed as it is. */
export async function submitVerb(options: Given<"skill submit">, host: Host): Promise<Outcome> {
  const message = await textOperand(options, host);
  const prompt = message.trim();
  if (!prompt.startsWith("/")) return filtered(message, [], host);
  const projectDir = projectOption(options, host);
  const session = sessionOption(options, host) ?? "";
  const { skills, diagnostics } = await loadCatalog(host, skillContext(projectDir, host, session));
  const call = findTrigger(prompt, skills);
  if (call === undefined) return filtered(message, diagnostics, host);
  const rendered = await renderTriggered(host, { ...call, session, projectDir });
  const notes = [...diagnostics, ...rendered.diagnostics];
  return filtered(rendered.text === "" ? message : rendered.text, notes, host);
}
