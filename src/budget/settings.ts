/**
 * The `budget:` section of `skillhook.yaml`:
 *
 * ```yaml
 * budget:
 *   total: 8000            # tokens for all skill texts together; 0: no limit
 *   per-skill: 2000        # tokens for each; 0: no limit of its own
 *   subagent-limit: 70000  # tokens for a subagent's whole payload
 *   estimate: bytes        # or: better
 * ```
 */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { SUBAGENT_LIMIT } from "./check.ts";
import type { Estimate } from "./estimate.ts";
import { estimateNamed, ESTIMATES } from "./estimates.ts";
import { type Budget, DEFAULT_BUDGET } from "./fragment.ts";

/** What the user decided, with defaults for the rest. */
export interface BudgetSettings {
  readonly budget: Budget;
  readonly subagentLimit: number;
  readonly estimate: Estimate;
  readonly diagnostics: readonly Diagnostic[];
}

/** One settings file, as `config/config_file.ts` reads it. */
export interface BudgetLayer {
  readonly path: string;
  readonly fields: Fields;
}

const NUMBERS = ["total", "per-skill", "subagent-limit"] as const;
const KEYS = [...NUMBERS, "estimate"];

/**
 * Reads the section out of the settings files, key by key.
 *
 * @param layers Strongest first; a key found in one is not looked for in the next.
 * @returns The settings; a wrong value is a diagnostic and counts as absent.
 */
export function budgetSettings(layers: readonly BudgetLayer[]): BudgetSettings {
  const found = new Map<string, number>();
  let estimate: Estimate | undefined;
  const diagnostics: Diagnostic[] = [];
  for (const { path, fields } of layers) {
    const section = fields.budget;
    if (section === undefined || section === null) continue;
    const flaw = (message: string) => diagnostics.push(diagnose("settings-value", path, message));
    if (!isFields(section)) {
      flaw(`Cannot use "budget": expected "key: value" lines: got a ${jsonType(section)}`);
      continue;
    }
    for (const [key, value] of Object.entries(section)) {
      if (key === "estimate") {
        const chosen = typeof value === "string" ? estimateNamed(value) : undefined;
        if (chosen === undefined) flaw(`Cannot use "budget.estimate": ${oneOfEstimates()}`);
        estimate ??= chosen;
      } else if (!KEYS.includes(key)) {
        const near = nearestWord(key, KEYS);
        diagnostics.push(
          diagnose("settings-unknown-key", path, `Unknown key "budget.${key}"`, didYouMean(near)),
        );
      } else if (!isTokens(value)) {
        flaw(`Cannot use "budget.${key}": expected a whole number of tokens: got ${show(value)}`);
      } else if (!found.has(key)) found.set(key, value);
    }
  }
  return {
    budget: {
      total: found.get("total") ?? DEFAULT_BUDGET.total,
      perSkill: found.get("per-skill") ?? DEFAULT_BUDGET.perSkill,
    },
    subagentLimit: found.get("subagent-limit") ?? SUBAGENT_LIMIT,
    estimate: estimate ?? ESTIMATES[0],
    diagnostics,
  };
}

/**
 * @param value Anything.
 * @returns Whether it is a number of tokens: whole, not negative.
 */
export function isTokens(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** @returns What an estimate may be called, for messages. */
export function oneOfEstimates(): string {
  return `expected one of ${ESTIMATES.map(({ name }) => `"${name}"`).join(", ")}`;
}

function show(value: unknown): string {
  return typeof value === "number" ? String(value) : `a ${jsonType(value)}`;
}
