/** What any file of a project would make us do: the one function behind `allow`, `trusted` and `doctor`. */
import { type Fields, isFields } from "../base/json_type.ts";
import { loadYaml } from "../skill/yaml.ts";
import type { Plan } from "../trust/plan.ts";

/**
 * @param path The file: its name tells what it is.
 * @param text Its content.
 * @returns The plan.
 */
export async function filePlan(path: string, text: string): Promise<Plan> {
  if (path.endsWith(".json")) {
    const { settingsPlan } = await import("./settings_plan.ts");
    return settingsPlan(path, text);
  }
  if (/(?:^|[/\\])skillhook\.yaml$/.test(path)) {
    const { policyPlan } = await import("./policy_plan.ts");
    return policyPlan(path, text, await yamlFields(text));
  }
  const { skillPlan } = await import("../trust/skill_plan.ts");
  return await skillPlan(path, text);
}

/** A file that cannot be read says nothing, here as where it is used. */
async function yamlFields(text: string): Promise<Fields> {
  const parseYaml = await loadYaml();
  try {
    const value = parseYaml(text);
    return isFields(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
