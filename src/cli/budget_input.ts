/** How a verb counts tokens: settings and the options that override them. */
import type { Diagnostic } from "../base/diagnostic.ts";
import {
  type BudgetSettings,
  budgetSettings,
  type Estimate,
  estimateNamed,
} from "../budget/estimate.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import { projectOption } from "./project_option.ts";
import type { HasText } from "./verb.ts";

/** Settings of the project and the user, with the option on top, and what is wrong with them. */
export async function budgetInput(
  options: HasText<"estimate" | "project">,
  host: Host,
): Promise<{ settings: BudgetSettings; flaws: readonly Diagnostic[] }> {
  const config = await loadConfig(host, projectOption(options, host));
  const settings = budgetSettings(config.settings);
  return {
    settings: { ...settings, estimate: estimateOption(options) ?? settings.estimate },
    flaws: config.diagnostics,
  };
}

/** `undefined` when the option is absent. */
export function estimateOption(options: HasText<"estimate">): Estimate | undefined {
  return estimateNamed(options.text("estimate") ?? "");
}
