/** `skillhook budget estimate`: about how many tokens a text costs. */
import { estimateTokens, utf8Length } from "../budget/estimate.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput, fileOperand } from "./budget_input.ts";
import { readOptions } from "./options.ts";
import { success } from "./verb.ts";

/**
 * @param args `[FILE|-] [--estimate NAME] [--json]`.
 * @param host The machine.
 * @returns The number alone, or a JSON object.
 */
export async function budgetEstimate(args: readonly string[], host: Host): Promise<Outcome> {
  const strings = ["estimate", "project"];
  const options = readOptions(args, { verb: "budget", strings, flags: ["json"], maxOperands: 1 });
  if ("error" in options) return options.error;
  const input = await budgetInput(options, host);
  if ("error" in input) return input.error;
  const text = await fileOperand(options, host);
  if (typeof text !== "string") return text.error;
  const { estimate } = input.settings;
  const tokens = estimateTokens(text, estimate);
  const answer = options.flag("json")
    ? JSON.stringify({ tokens, bytes: utf8Length(text), estimate: estimate.name })
    : String(tokens);
  return { ...success(answer), stderr: input.stderr };
}
