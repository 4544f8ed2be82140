/** `skillhook budget truncate`: a text within a limit, as a filter. */
import { truncateByLine } from "../budget/cut.ts";
import { truncateBySection } from "../budget/by_section.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput } from "./budget_input.ts";
import { fileOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { filtered, VerbError } from "./verb.ts";

/** Over budget even after truncation . */
export const EX_OVER_BUDGET = 10;

/** The text, byte for byte when it fits; exit 10 when not even a notice does. */
export async function budgetTruncate(
  options: Given<"budget truncate">,
  host: Host,
): Promise<Outcome> {
  const max = options.count("max");
  const input = await budgetInput(options, host);
  const text = await fileOperand(options, host);
  const { settings: { estimate }, flaws } = input;
  const shorter = options.text("by") === "line"
    ? truncateByLine(text, max, estimate)
    : truncateBySection(text, max, estimate)?.text;
  if (shorter === undefined) {
    throw new VerbError(
      `Cannot shorten the text to ${max} tokens: not even the notice about the cut fits`,
      EX_OVER_BUDGET,
    );
  }
  return filtered(shorter, flaws, host);
}
