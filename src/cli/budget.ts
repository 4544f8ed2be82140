/** `skillhook budget estimate`, `truncate` and `strategy`: what a text costs, how it is shortened, how much a task needs. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { truncateBySection } from "../budget/by_section.ts";
import { truncateByLine } from "../budget/cut.ts";
import {
  type BudgetSettings,
  budgetSettings,
  estimateNamed,
  estimateTokens,
  utf8Length,
} from "../budget/estimate.ts";
import { readTaskProfile, selectStrategy } from "../budget/strategy.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host, Outcome } from "../host/host.ts";
import { fileOperand, jsonOperand, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { EX_OVER_BUDGET, filtered, type HasText, success, VerbError } from "./verb.ts";

/** The number alone, or a JSON object. */
export async function estimateVerb(
  options: Given<"budget estimate">,
  host: Host,
): Promise<Outcome> {
  const { settings: { estimate }, flaws } = await budgetInput(options, host);
  const text = await fileOperand(options, host);
  const tokens = estimateTokens(text, estimate);
  const json = { tokens, bytes: utf8Length(text), estimate: estimate.name };
  return success(options.flag("json") ? JSON.stringify(json) : String(tokens), flaws);
}

/** The text, byte for byte when it fits; exit 10 when not even a notice does. */
export async function truncateVerb(
  options: Given<"budget truncate">,
  host: Host,
): Promise<Outcome> {
  const max = options.count("max");
  const { settings: { estimate }, flaws } = await budgetInput(options, host);
  const text = await fileOperand(options, host);
  const shorter = options.text("by") === "line"
    ? truncateByLine(text, max, estimate)
    : truncateBySection(text, max, estimate)?.text;
  if (shorter !== undefined) return filtered(shorter, flaws, host);
  const cannot = `Cannot shorten the text to ${max} tokens`;
  throw new VerbError(`${cannot}: not even the notice about the cut fits`, EX_OVER_BUDGET);
}

/** The word, with `--explain` followed by the rule that decided. */
export async function strategyVerb(
  options: Given<"budget strategy">,
  host: Host,
): Promise<Outcome> {
  const task = readTaskProfile(await jsonOperand(options, host));
  if ("problem" in task) throw new VerbError(task.problem);
  const choice = selectStrategy(task);
  const { strategy, rule, because } = choice;
  if (options.flag("json")) return success(JSON.stringify(choice));
  return success(options.flag("explain") ? `${strategy}\nRule ${rule}: ${because}` : strategy);
}

/** Settings of the project and the user, with the option on top, and what is wrong with them. */
export async function budgetInput(
  options: HasText<"estimate" | "project">,
  host: Host,
): Promise<{ settings: BudgetSettings; flaws: readonly Diagnostic[] }> {
  const { settings: configured, diagnostics } = await loadConfig(
    host,
    projectOption(options, host),
  );
  const settings = budgetSettings(configured);
  const estimate = estimateNamed(options.text("estimate") ?? "") ?? settings.estimate;
  return { settings: { ...settings, estimate }, flaws: diagnostics };
}
