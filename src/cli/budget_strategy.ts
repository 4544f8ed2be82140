/** `skillhook budget strategy`: how much of its skills a task should be given. */
import { readTaskProfile, selectStrategy } from "../budget/strategy.ts";
import type { Host, Outcome } from "../host/host.ts";
import { jsonOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The word, with `--explain` followed by the rule that decided. */
export async function budgetStrategy(
  options: Given<"budget strategy">,
  host: Host,
): Promise<Outcome> {
  const json = await jsonOperand(options, host);
  const task = readTaskProfile(json);
  if ("problem" in task) throw new VerbError(task.problem);
  const choice = selectStrategy(task);
  const { strategy, rule, because } = choice;
  if (options.flag("json")) return success(JSON.stringify(choice));
  return success(options.flag("explain") ? `${strategy}\nRule ${rule}: ${because}` : strategy);
}
