/** What `skillhook.yaml` files say about firing, as far as it counts: a project opens a gate only with the user's approval. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Config, ConfigLayer } from "../config/config_file.ts";
import { mergeSettings } from "../config/read_config.ts";
import { APPROVED_KEYS, type Written } from "../config/schema.ts";
import { allowHint, makePlan, type Plan, type PlanStep } from "../trust/plan.ts";
import { grant, REMARK } from "./file_plan.ts";
import type { IsAllowed } from "./configured.ts";
import type { Policy } from "./plan.ts";

export async function approvedPolicy(
  config: Config,
  projectDir: string,
  isProjectFile: (path: string) => boolean,
  isAllowed: IsAllowed,
  diagnostics: Diagnostic[],
): Promise<Policy> {
  diagnostics.push(...config.diagnostics);
  const counting: ConfigLayer[] = [];
  // A home or a configuration directory in the project makes nothing in it the user's.
  const isProjects = ({ path, scope }: ConfigLayer) => scope === "project" || isProjectFile(path);
  for (const layer of config.layers) {
    const { path, text, written } = layer;
    const keys = APPROVED_KEYS.filter((key) => written[key] !== undefined);
    if (keys.length === 0) continue;
    if (!isProjects(layer) || await isAllowed(policyPlan(path, text, written))) {
      counting.push(layer);
    } else {
      const message = `Ignored ${keys.map((key) => `"${key}"`).join(", ")}: not approved`;
      const remedy = `If you trust it, run: ${allowHint(path, projectDir)}`;
      diagnostics.push(diagnose("settings-not-approved", path, message, remedy));
    }
  }
  const policy = mergeSettings(counting);
  const own = mergeSettings(counting.filter((layer) => !isProjects(layer)));
  const projectCommands = (["judge", "agent"] as const).flatMap((name) => {
    const command = policy[name]?.command;
    return command === undefined || command === own[name]?.command ? [] : [command];
  });
  return { ...policy, projectCommands };
}

/** From the file's values: what YAML can write in many ways is shown in one. */
export function policyPlan(path: string, text: string, written: Written): Plan {
  const { judge, agent, breaker, http, failure } = mergeSettings([{ written }]);
  const run = (setting: Policy["judge"], fact: string): PlanStep[] =>
    setting === undefined ? [] : [{ kind: "run", text: setting.command, facts: [[fact, ""]] }];
  const limit = "failures in a row after which a hook is not asked again";
  const steps = [
    ...run(judge, "decides for prompt hooks"),
    ...run(agent, "runs agent hooks"),
    ...http.allow.map((host) => grant(host, "every http hook may send events there")),
    ...[...failure].map(([name, word]) => grant(`failure: ${word}`, "when this fails", name)),
    ...breaker ? [grant(`breaker: ${breaker}`, limit)] : [],
  ];
  return makePlan({ file: path, pinned: text, steps, remark: REMARK });
}
