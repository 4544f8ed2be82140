/** `skillhook budget truncate`: a text within a limit, as a filter. */
import { truncateByLine } from "../budget/cut.ts";
import { truncateBySection } from "../budget/by_section.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput, fileOperand, tokensOption } from "./budget_input.ts";
import { readOptions } from "./options.ts";
import { endLine, failure, usageError } from "./verb.ts";

/** Over budget even after truncation (design document 003, section 7.4). */
export const EX_OVER_BUDGET = 10;

/**
 * @param args `--max N [--by section|line] [FILE|-] [--estimate NAME]`.
 * @param host The machine.
 * @returns The text, byte for byte when it fits; exit 10 when not even a notice does.
 */
export async function budgetTruncate(args: readonly string[], host: Host): Promise<Outcome> {
  const strings = ["max", "by", "estimate", "project"];
  const options = readOptions(args, { verb: "budget", strings, maxOperands: 1 });
  if ("error" in options) return options.error;
  const max = tokensOption(options, "max");
  if (max === undefined) return usageError("budget", `Option "--max" is needed`);
  if (typeof max === "object") return max.error;
  const by = options.text("by") ?? "section";
  if (by !== "section" && by !== "line") {
    return usageError("budget", `Option "--by" must be "section" or "line": got "${by}"`);
  }
  const input = await budgetInput(options, host);
  if ("error" in input) return input.error;
  const text = await fileOperand(options, host);
  if (typeof text !== "string") return text.error;
  const { settings: { estimate }, stderr } = input;
  const shorter = by === "line"
    ? truncateByLine(text, max, estimate)
    : truncateBySection(text, max, estimate)?.text;
  if (shorter === undefined) {
    return failure(`Cannot truncate to ${max} tokens: not even a notice fits`, EX_OVER_BUDGET);
  }
  // A filter adds nothing; on a terminal the next prompt should not stick to the text.
  const stdout = host.isTerminal("stdout") ? endLine(shorter) : shorter;
  return { stdout, stderr, code: 0 };
}
