/** `skillhook budget strategy`: how much of its skills a task should be given. */
import { readTaskProfile } from "../budget/read_task_profile.ts";
import { selectStrategy } from "../budget/strategy.ts";
import type { Host, Outcome } from "../host/host.ts";
import { jsonOperand } from "./budget_input.ts";
import { readOptions } from "./options.ts";
import { failure, success } from "./verb.ts";

/**
 * @param args `[FILE|-] [--explain] [--json]`.
 * @param host The machine.
 * @returns The word, with `--explain` followed by the rule that decided.
 */
export async function budgetStrategy(args: readonly string[], host: Host): Promise<Outcome> {
  const options = readOptions(args, {
    verb: "budget",
    flags: ["explain", "json"],
    maxOperands: 1,
  });
  if ("error" in options) return options.error;
  const json = await jsonOperand(options, host);
  if ("error" in json) return json.error;
  const task = readTaskProfile(json.value);
  if ("problem" in task) return failure(task.problem);
  const choice = selectStrategy(task);
  const { strategy, rule, because } = choice;
  if (options.flag("json")) return success(JSON.stringify(choice));
  return success(options.flag("explain") ? `${strategy}\nRule ${rule}: ${because}` : strategy);
}
