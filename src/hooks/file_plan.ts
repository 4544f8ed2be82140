/** What any file of a project would make us do: the one function behind `allow`, `trusted` and `doctor`. */
import type { Plan } from "../trust/plan.ts";

export async function filePlan(path: string, text: string): Promise<Plan> {
  if (path.endsWith(".json")) {
    const { settingsPlan } = await import("./settings_plan.ts");
    return settingsPlan(path, text);
  }
  if (/(?:^|[/\\])skillhook\.yaml$/.test(path)) {
    const { policyPlan } = await import("./policy_plan.ts");
    const { readWritten } = await import("../config/read_written.ts");
    // What cannot be read says nothing, here as where it is used.
    const { written = {} } = await readWritten(text, { path, scope: "project" });
    return policyPlan(path, text, written);
  }
  const { skillPlan } = await import("../trust/skill_plan.ts");
  return await skillPlan(path, text);
}
