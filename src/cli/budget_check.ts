/** `skillhook budget check`: whether the parts of a payload fit together. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearHint } from "../base/nearest.ts";
import { checkBudget, type PartCost } from "../budget/estimate.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput } from "./budget.ts";
import { jsonOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { EX_OVER_BUDGET, success, VerbError } from "./verb.ts";

/** Each part under its names. */
const NAMES = {
  protocol: ["protocol", "protocol_tokens"],
  task: ["task", "task_context", "context_tokens"],
  skills: ["skills", "skill_tokens"],
} as const;

/** One line on standard output; exit 10 when the parts cost too much. */
export async function checkVerb(options: Given<"budget check">, host: Host): Promise<Outcome> {
  const { settings: { estimate, subagentLimit }, flaws } = await budgetInput(options, host);
  const json = await jsonOperand(options, host);
  const costs = readCosts(json);
  const verdict = checkBudget(costs, options.count("limit") ?? subagentLimit, estimate);
  const { isOk: ok, tokens, limit, message } = verdict;
  const text = options.flag("json") ? JSON.stringify({ ok, tokens, limit, message }) : message;
  return success(text, [...flaws, ...unknownParts(json as Fields)], ok ? 0 : EX_OVER_BUDGET);
}

/** A name with a slip in it must not make a payload look cheap. */
function unknownParts(fields: Fields): string[] {
  const known: readonly string[] = Object.values(NAMES).flat();
  return Object.keys(fields).filter((name) => !known.includes(name)).map((name) => {
    const hint = nearHint(name, known) || ": unknown name";
    return `Part ${JSON.stringify(name)} is not counted${hint}`;
  });
}

/** `{protocol, task, skills: […]}`, each a text or a number; what is absent costs nothing. */
function readCosts(value: unknown): PartCost[] {
  if (!isFields(value)) throw wrong(`expected an object: got ${jsonType(value)}`);
  const valueOf = (kind: keyof typeof NAMES) =>
    NAMES[kind].map((name) => value[name] ?? undefined).find((part) => part !== undefined);
  const skills = valueOf("skills") ?? [];
  if (!Array.isArray(skills)) throw wrong(`"skills" must be a list: got ${jsonType(skills)}`);
  return [
    partCost("protocol", valueOf("protocol") ?? 0),
    partCost("task", valueOf("task") ?? 0),
    ...skills.map((skill, index) => partCost(`skills[${index}]`, skill)),
  ];
}

function partCost(name: string, part: unknown): PartCost {
  if (typeof part === "string") return part;
  if (typeof part === "number" && Number.isSafeInteger(part) && part >= 0) return part;
  const got = typeof part === "number" ? String(part) : jsonType(part);
  throw wrong(`"${name}" must be a text or a whole number: got ${got}`);
}

function wrong(what: string): VerbError {
  return new VerbError(`Cannot read the parts: ${what}`);
}
