/** Whether all parts of a subagent's payload fit (design document 003, section 6.4). */
import { BYTES, type Estimate, estimateTokens } from "./estimate.ts";

/** A part as a text, or as its tokens where they are known already. */
export type PartCost = string | number;

/** What a payload is made of. */
export interface PayloadCosts {
  readonly protocol: PartCost;
  readonly task: PartCost;
  readonly skills: readonly PartCost[];
}

/** The verdict. */
export interface BudgetCheck {
  readonly isOk: boolean;
  readonly tokens: number;
  readonly limit: number;
  /** `Budget OK: N tokens` or `Budget exceeded: N tokens (limit: L)`. */
  readonly message: string;
}

/**
 * Adds up a payload.
 *
 * @param limit Tokens it may cost; exactly as many are fine.
 */
export function checkBudget(
  costs: PayloadCosts,
  limit: number,
  estimate: Estimate = BYTES,
): BudgetCheck {
  const tokens = [costs.protocol, costs.task, ...costs.skills]
    .map((part) => typeof part === "number" ? part : estimateTokens(part, estimate))
    .reduce((sum, cost) => sum + cost, 0);
  const isOk = tokens <= limit;
  const message = isOk
    ? `Budget OK: ${tokens} tokens`
    : `Budget exceeded: ${tokens} tokens (limit: ${decimal(limit)})`;
  return { isOk, tokens, limit, message };
}

/** The limit is a share, so the document prints it as a decimal number even when it is whole. */
function decimal(limit: number): string {
  return Number.isInteger(limit) ? `${limit}.0` : String(limit);
}
