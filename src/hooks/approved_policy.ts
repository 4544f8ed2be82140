/**
 * What `skillhook.yaml` files say about firing, as far as it counts (a project opens a gate only with the user's
 * approval), and what such a file would make us do, from its values: what YAML can write in many ways is shown in one.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Config, ConfigLayer } from "../config/config_file.ts";
import { mergeSettings } from "../config/merge.ts";
import { APPROVED_KEYS, type Written } from "../config/schema.ts";
import { allowHint, makePlan, type Plan, type PlanStep } from "../trust/plan.ts";
import { grant, REMARK } from "./file_plan.ts";
import type { IsAllowed } from "./load_hooks.ts";
import { type Policy, policyOf } from "./policy.ts";

/** @param diagnostics Flaws, and what is not approved, are added here. */
export async function approvedPolicy(
  config: Config,
  projectDir: string,
  isProjectFile: (path: string) => boolean,
  isAllowed: IsAllowed,
  diagnostics: Diagnostic[],
): Promise<Policy> {
  diagnostics.push(...config.diagnostics);
  const counting: ConfigLayer[] = [];
  const users: ConfigLayer[] = [];
  for (const layer of config.layers) {
    const { path, scope, text, written } = layer;
    const keys = APPROVED_KEYS.filter((key) => written[key] !== undefined);
    if (keys.length === 0) continue;
    // A home or a configuration directory in the project makes nothing in it the user's.
    const isProjects = scope === "project" || isProjectFile(path);
    if (!isProjects) users.push(layer);
    if (!isProjects || await isAllowed(policyPlan(path, text, written))) counting.push(layer);
    else {
      const message = `Ignored ${keys.map((key) => `"${key}"`).join(", ")}: not approved`;
      const remedy = `If you trust it, run: ${allowHint(path, projectDir)}`;
      diagnostics.push(diagnose("settings-not-approved", path, message, remedy));
    }
  }
  const policy = policyOf(mergeSettings(counting));
  if (counting.length === users.length) return policy;
  const own = policyOf(mergeSettings(users));
  const projectCommands = (["judgeCommand", "agentCommand"] as const)
    .flatMap((name) => policy[name] === own[name] ? [] : policy[name] ?? []);
  return { ...policy, projectCommands };
}

export function policyPlan(path: string, text: string, written: Written): Plan {
  const policy = policyOf(mergeSettings([{ written }]));
  const { judgeCommand, agentCommand, breakerAfter, httpHosts, failures } = policy;
  const run = (text: string | undefined, fact: string): PlanStep[] =>
    text === undefined ? [] : [{ kind: "run", text, facts: [[fact, ""]] }];
  const breaker = "failures in a row after which a hook is not asked again";
  const steps = [
    ...run(judgeCommand, "decides for prompt hooks"),
    ...run(agentCommand, "runs agent hooks"),
    ...httpHosts.map((host) => grant(host, "every http hook may send events there")),
    ...failures.entries().map(([name, word]) => grant(`failure: ${word}`, "when this fails", name)),
    ...breakerAfter === undefined ? [] : [grant(`breaker: ${breakerAfter}`, breaker)],
  ];
  return makePlan({ file: path, pinned: text, steps, remark: REMARK });
}
