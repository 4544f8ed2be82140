/** What a `skillhook.yaml` would make us do, from its values: what YAML can write in many ways is shown in one. */
import { mergeSettings } from "../config/merge.ts";
import type { Written } from "../config/schema.ts";
import { makePlan, type Plan, type PlanStep } from "../trust/plan.ts";
import { policyOf } from "./policy.ts";

const REMARK =
  "Commands run in the directory of the event, with your whole environment, keys and " +
  "tokens too, and may do whatever you may";

export function policyPlan(path: string, text: string, written: Written): Plan {
  const policy = policyOf(mergeSettings([{ written }]));
  const { judgeCommand, agentCommand, breakerAfter, httpHosts, failures } = policy;
  const steps: PlanStep[] = [];
  if (judgeCommand !== undefined) {
    steps.push({ kind: "run", text: judgeCommand, facts: [["decides for prompt hooks", ""]] });
  }
  if (agentCommand !== undefined) {
    steps.push({ kind: "run", text: agentCommand, facts: [["runs agent hooks", ""]] });
  }
  for (const host of httpHosts) {
    steps.push({
      kind: "grant",
      text: host,
      facts: [["every http hook may send events there", ""]],
    });
  }
  for (const [name, word] of failures) {
    steps.push({ kind: "grant", text: `failure: ${word}`, facts: [["when this fails", name]] });
  }
  if (breakerAfter !== undefined) {
    const facts = [["failures in a row after which a hook is not asked again", ""]] as const;
    steps.push({ kind: "grant", text: `breaker: ${breakerAfter}`, facts });
  }
  return makePlan({ file: path, pinned: text, steps, remark: REMARK });
}
