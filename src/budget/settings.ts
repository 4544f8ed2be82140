/** The `budget:` section of `skillhook.yaml`, as the budget's own functions want it. */
import type { Settings } from "../config/schema.ts";
import { type Estimate, estimateNamed, ESTIMATES } from "./estimate.ts";
import type { Budget } from "./fragment.ts";

/** What counts. */
export interface BudgetSettings {
  readonly budget: Budget;
  readonly subagentLimit: number;
  readonly estimate: Estimate;
}

export function budgetSettings({ budget }: Settings): BudgetSettings {
  return {
    budget: { total: budget.total, perSkill: budget["per-skill"] },
    subagentLimit: budget["subagent-limit"],
    estimate: estimateNamed(budget.estimate) ?? ESTIMATES[0],
  };
}
