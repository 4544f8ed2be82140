/** `skillhook budget …`: what texts cost, how they are shortened, and what fits together. */
import { byteLength, columns, counted } from "../base/fitted_text.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearHint } from "../base/nearest.ts";
import { truncateByLine } from "../budget/cut.ts";
import type { Budget, PartCost } from "../budget/estimate.ts";
import { budgetSettings, checkBudget, estimateNamed, estimateTokens } from "../budget/estimate.ts";
import { fitFragments, type Fitted, readFragments } from "../budget/fit.ts";
import { fitText } from "../budget/fit_text.ts";
import { readTaskProfile, selectStrategy } from "../budget/strategy.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host, Outcome } from "../host/host.ts";
import { fileOperand, jsonOperand, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { EX_OVER_BUDGET, filtered, type HasText, success, VerbError } from "./verb.ts";

export async function estimateVerb(options: Given<"budget estimate">, host: Host) {
  const { settings: { estimate }, flaws } = await budgetInput(options, host);
  const text = await fileOperand(options, host);
  const tokens = estimateTokens(text, estimate);
  const json = { tokens, bytes: byteLength(text), estimate: estimate.name };
  return success(options.flag("json") ? JSON.stringify(json) : String(tokens), flaws);
}

export async function truncateVerb(options: Given<"budget truncate">, host: Host) {
  const max = options.count("max");
  const { settings: { estimate }, flaws } = await budgetInput(options, host);
  const text = await fileOperand(options, host);
  const isByLine = options.text("by") === "line";
  const shorter = isByLine
    ? truncateByLine(text, max, estimate)
    : fitText(text, max, estimate)?.text;
  if (shorter !== undefined) return filtered(shorter, flaws, host);
  const cannot = `Cannot shorten the text to ${counted(max, "token")}`;
  const why = "not even the notice about the cut fits: allow more with --max";
  throw new VerbError(`${cannot}: ${why}`, EX_OVER_BUDGET);
}

export async function strategyVerb(options: Given<"budget strategy">, host: Host) {
  const task = readTaskProfile(await jsonOperand(options, host));
  if ("problem" in task) throw new VerbError(task.problem);
  const choice = selectStrategy(task);
  const { strategy, rule, because } = choice;
  if (options.flag("json")) return success(JSON.stringify(choice));
  return success(options.flag("explain") ? `${strategy}\nRule ${rule}: ${because}` : strategy);
}

/** Settings of the project and the user, with the option on top, and what is wrong with them. */
export async function budgetInput(options: HasText<"estimate" | "project">, host: Host) {
  const projectDir = projectOption(options, host);
  const { settings: configured, diagnostics: flaws } = await loadConfig(host, projectDir);
  const settings = budgetSettings(configured);
  const estimate = estimateNamed(options.text("estimate") ?? "") ?? settings.estimate;
  return { settings: { ...settings, estimate }, configured, flaws };
}

export async function fitVerb(options: Given<"budget fit">, host: Host): Promise<Outcome> {
  const { settings: { budget: configured, estimate }, flaws } = await budgetInput(options, host);
  const read = readFragments(await jsonOperand(options, host));
  if ("problem" in read) throw new VerbError(read.problem);
  const budget = {
    total: options.count("total") ?? configured.total,
    perSkill: options.count("per-skill") ?? configured.perSkill,
  };
  const plainCut = options.flag("plain-cut");
  const fitted = fitFragments(read.fragments, budget, { estimate, plainCut });
  const text = options.flag("json") ? toJson(fitted, budget) : toTable(fitted, budget);
  return success(text, [...flaws, ...read.warnings]);
}

function toJson({ fragments, excluded, tokens }: Fitted, budget: Budget): string {
  const all = fragments.map(({ fullTokens, why, ...fragment }) => (
    fragment.cut ? { ...fragment, full_tokens: fullTokens, why } : fragment
  ));
  const limits = { total: budget.total, per_skill: budget.perSkill };
  return JSON.stringify({ fragments: all, excluded, tokens, budget: limits });
}

function toTable({ fragments, excluded, tokens }: Fitted, { total, perSkill }: Budget): string {
  const reasons = {
    "total": `the total of ${total} is spent`,
    "per-skill": `a skill may cost ${perSkill}`,
  };
  const rows = [
    ...fragments.map(({ name, source, tokens, fullTokens, cut, why }) => {
      const cost = `${cut ? `${tokens} of ` : ""}${counted(fullTokens, "token")}`;
      return [cut ? "cut" : "included", source, name, cost, why ? reasons[why] : ""];
    }),
    ...excluded.map((
      { name, source, tokens, why },
    ) => ["left out", source, name, counted(tokens, "token"), reasons[why]]),
  ];
  const limit = total === 0 ? "" : ` of ${total}`;
  return `${columns(rows)}\nSum: ${tokens}${limit} tokens`.trimStart();
}

const NAMES = {
  protocol: ["protocol", "protocol_tokens"],
  task: ["task", "task_context", "context_tokens"],
  skills: ["skills", "skill_tokens"],
} as const;

export async function checkVerb(options: Given<"budget check">, host: Host): Promise<Outcome> {
  const { settings: { estimate, subagentLimit }, flaws } = await budgetInput(options, host);
  const parts = await jsonOperand(options, host);
  if (!isFields(parts)) throw wrong(`expected an object: got ${jsonType(parts)}`);
  const limit = options.count("limit") ?? subagentLimit;
  const { isOk: ok, tokens, message } = checkBudget(readCosts(parts), limit, estimate);
  const text = options.flag("json") ? JSON.stringify({ ok, tokens, limit, message }) : message;
  return success(text, [...flaws, ...unknownParts(parts)], ok ? 0 : EX_OVER_BUDGET);
}

/** A name with a slip in it must not make a payload look cheap. */
function unknownParts(parts: Fields): string[] {
  const known: readonly string[] = Object.values(NAMES).flat();
  return Object.keys(parts).filter((name) => !known.includes(name)).map((name) => (
    `Part ${JSON.stringify(name)} is not counted${nearHint(name, known) || ": unknown name"}`
  ));
}

/** `{protocol, task, skills: […]}`, each a text or a number; what is absent costs nothing. */
function readCosts(parts: Fields): PartCost[] {
  const valueOf = (kind: keyof typeof NAMES) =>
    NAMES[kind].map((name) => parts[name] ?? undefined).find((part) => part !== undefined);
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
