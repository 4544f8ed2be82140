/** `skillhook budget estimate`: about how many tokens a text costs. */
import { estimateTokens, utf8Length } from "../budget/estimate.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput } from "./budget_input.ts";
import { fileOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** The number alone, or a JSON object. */
export async function budgetEstimate(
  options: Given<"budget estimate">,
  host: Host,
): Promise<Outcome> {
  const input = await budgetInput(options, host);
  const text = await fileOperand(options, host);
  const { estimate } = input.settings;
  const tokens = estimateTokens(text, estimate);
  const answer = options.flag("json")
    ? JSON.stringify({ tokens, bytes: utf8Length(text), estimate: estimate.name })
    : String(tokens);
  return success(answer, input.flaws);
}
