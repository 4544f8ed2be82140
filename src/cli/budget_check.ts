/** `skillhook budget check`: whether the parts of a payload fit together. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { checkBudget, type PartCost, type PayloadCosts } from "../budget/check.ts";
import { isTokens } from "../budget/settings.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput, jsonOperand, tokensOption } from "./budget_input.ts";
import { EX_OVER_BUDGET } from "./budget_truncate.ts";
import { readOptions } from "./options.ts";
import { failure, success } from "./verb.ts";

/**
 * @param args `[FILE|-] [--limit N] [--estimate NAME] [--json]`.
 * @param host The machine.
 * @returns One line on standard output; exit 10 when the parts cost too much.
 */
export async function budgetCheck(args: readonly string[], host: Host): Promise<Outcome> {
  const strings = ["limit", "estimate", "project"];
  const options = readOptions(args, { verb: "budget", strings, flags: ["json"], maxOperands: 1 });
  if ("error" in options) return options.error;
  const limit = tokensOption(options, "limit");
  if (typeof limit === "object") return limit.error;
  const input = await budgetInput(options, host);
  if ("error" in input) return input.error;
  const json = await jsonOperand(options, host);
  if ("error" in json) return json.error;
  const costs = readCosts(json.value);
  if ("problem" in costs) return failure(costs.problem);
  const { settings: { estimate, subagentLimit }, stderr } = input;
  const verdict = checkBudget(costs, limit ?? subagentLimit, estimate);
  const { isOk: ok, tokens, limit: used, message } = verdict;
  const text = options.flag("json")
    ? JSON.stringify({ ok, tokens, limit: used, message })
    : message;
  return { ...success(text), stderr, code: ok ? 0 : EX_OVER_BUDGET };
}

/** `{protocol, task, skills: […]}`, each a text or a number; what is absent costs nothing. */
function readCosts(value: unknown): PayloadCosts | { problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the parts: expected an object: got ${jsonType(value)}` };
  }
  const { skills = [] } = value as Fields;
  if (!Array.isArray(skills)) {
    return { problem: `Cannot read the parts: "skills" must be a list: got ${jsonType(skills)}` };
  }
  const parts: [string, unknown][] = [
    ["protocol", value.protocol ?? 0],
    ["task", value.task ?? 0],
    ...skills.map((skill, index): [string, unknown] => [`skills[${index}]`, skill]),
  ];
  const bad = parts.find(([, part]) => !isPartCost(part));
  if (bad !== undefined) {
    const [name, part] = bad;
    const got = typeof part === "number" ? String(part) : jsonType(part);
    return {
      problem: `Cannot read the parts: "${name}" must be a text or a whole number: got ${got}`,
    };
  }
  const [protocol, task, ...rest] = parts.map(([, part]) => part as PartCost);
  return { protocol: protocol!, task: task!, skills: rest };
}

function isPartCost(part: unknown): part is PartCost {
  return typeof part === "string" || isTokens(part);
}
