/** `skillhook budget check`: whether the parts of a payload fit together. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { checkBudget, type PartCost, type PayloadCosts } from "../budget/estimate.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput } from "./budget_input.ts";
import { jsonOperand } from "./named_input.ts";
import { EX_OVER_BUDGET } from "./budget_truncate.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** Each part under its names. */
const NAMES = {
  protocol: ["protocol", "protocol_tokens"],
  task: ["task", "task_context", "context_tokens"],
  skills: ["skills", "skill_tokens"],
} as const;

/** One line on standard output; exit 10 when the parts cost too much. */
export async function budgetCheck(options: Given<"budget check">, host: Host): Promise<Outcome> {
  const input = await budgetInput(options, host);
  const json = await jsonOperand(options, host);
  const costs = readCosts(json);
  if ("problem" in costs) throw new VerbError(costs.problem);
  const { settings: { estimate, subagentLimit }, flaws } = input;
  const verdict = checkBudget(costs, options.count("limit") ?? subagentLimit, estimate);
  const { isOk: ok, tokens, limit: used, message } = verdict;
  const text = options.flag("json")
    ? JSON.stringify({ ok, tokens, limit: used, message })
    : message;
  return success(text, [...flaws, ...unknownParts(json as Fields)], ok ? 0 : EX_OVER_BUDGET);
}

/** A name with a slip in it must not make a payload look cheap. */
function unknownParts(fields: Fields): string[] {
  const known: readonly string[] = Object.values(NAMES).flat();
  return Object.keys(fields).filter((name) => !known.includes(name)).map((name) => {
    const near = nearestWord(name, known);
    const hint = near === undefined ? "unknown name" : `did you mean "${near}"?`;
    return `Part ${JSON.stringify(name)} is not counted: ${hint}`;
  });
}

function partOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name] ?? undefined).find((part) => part !== undefined);
}

/** `{protocol, task, skills: […]}`, each a text or a number; what is absent costs nothing. */
function readCosts(value: unknown): PayloadCosts | { problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the parts: expected an object: got ${jsonType(value)}` };
  }
  const skills = partOf(value, NAMES.skills) ?? [];
  if (!Array.isArray(skills)) {
    return { problem: `Cannot read the parts: "skills" must be a list: got ${jsonType(skills)}` };
  }
  const parts: [string, unknown][] = [
    ["protocol", partOf(value, NAMES.protocol) ?? 0],
    ["task", partOf(value, NAMES.task) ?? 0],
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
  return typeof part === "string" || Number.isSafeInteger(part) && (part as number) >= 0;
}
