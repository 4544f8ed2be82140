/** `skillhook budget`: what texts cost and what fits. ADD A SUBVERB: one file and one row; its usage stands in the verb table. */
import { nearestWord } from "../base/nearest.ts";
import type { Host, Outcome } from "../host/host.ts";
import { usageError, type Verb } from "./verb.ts";

const SUBVERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  estimate: () => import("./budget_estimate.ts").then((module) => module.budgetEstimate),
  fit: () => import("./budget_fit.ts").then((module) => module.budgetFit),
  truncate: () => import("./budget_truncate.ts").then((module) => module.budgetTruncate),
  check: () => import("./budget_check.ts").then((module) => module.budgetCheck),
  strategy: () => import("./budget_strategy.ts").then((module) => module.budgetStrategy),
};

/**
 * @param args Subverb and its arguments; see the verb table.
 * @param host The machine.
 * @returns What the subverb says; a usage error for an unknown one.
 */
export async function budgetVerb(args: readonly string[], host: Host): Promise<Outcome> {
  const [subverb, ...rest] = args;
  const names = Object.keys(SUBVERBS).join(", ");
  if (subverb === undefined) return usageError("budget", `Expected one of ${names}`);
  if (!Object.hasOwn(SUBVERBS, subverb)) {
    const near = nearestWord(subverb, Object.keys(SUBVERBS));
    const hint = near === undefined ? `expected one of ${names}` : `did you mean "${near}"?`;
    return usageError("budget", `Unknown subverb "${subverb}": ${hint}`);
  }
  const run = await SUBVERBS[subverb]!();
  return await run(rest, host);
}
