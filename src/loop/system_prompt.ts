/** What the model is told before anything else: where it is, which skills there are, and the texts of those that are active. */
import { budgetSettings } from "../budget/estimate.ts";
import type { Settings } from "../config/schema.ts";
import type { Host } from "../host/host.ts";
import { activationOf } from "../index/active_skills.ts";
import { chooseActive } from "../index/touched_file.ts";
import { listSkills, toListed } from "../index/listing.ts";
import { commandValues } from "../payload/known_values.ts";
import { activeSection } from "../payload/active_section.ts";
import type { Skills } from "./session.ts";

export async function systemPrompt(
  host: Host,
  settings: Settings,
  { all }: Skills,
  projectDir: string,
): Promise<string> {
  const { budget, estimate } = budgetSettings(settings);
  const activation = activationOf(host, undefined, projectDir);
  const callable = all.filter(({ agent, invoke }) =>
    agent.listed && agent.called && activation.get(invoke) !== false
  );
  const listed = callable.map((skill) => toListed(skill, undefined, projectDir));
  const more = "run skillhook skill index for all";
  // A quarter of the budget is for the list of skills.
  const share = Math.floor(budget.total / 4);
  const { text } = listSkills(listed, { budget: share, estimate, more });
  const left = { ...budget, total: budget.total - share };
  const chosen = chooseActive(callable, activation, [], projectDir, host.platform);
  const values = commandValues(settings);
  const how = { budget: left, estimate, projectDir, deadlineMs: 60_000, values };
  const active = await activeSection(host, chosen, how);
  return [
    "You are an agent that works with tools on the user's behalf.",
    `# Environment\n\nWorking directory: ${projectDir}\nPlatform: ${host.platform}`,
    text && `# Skills\n\nThe Skill tool runs these:\n\n${text}`,
    active.text,
  ].filter(Boolean).join("\n\n");
}
