/** `skillhook budget fit`: which texts go into a context, which are cut, which stay out, and why. */
import { columns, counted } from "../base/fitted_text.ts";
import type { Budget } from "../budget/estimate.ts";
import { fitFragments, type Fitted, readFragments } from "../budget/fit.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput } from "./budget.ts";
import { jsonOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The report as a table, or with the texts as JSON. */
export async function fitVerb(options: Given<"budget fit">, host: Host): Promise<Outcome> {
  const { settings: { budget: configured, estimate }, flaws } = await budgetInput(options, host);
  const read = readFragments(await jsonOperand(options, host));
  if ("problem" in read) throw new VerbError(read.problem);
  const budget: Budget = {
    total: options.count("total") ?? configured.total,
    perSkill: options.count("per-skill") ?? configured.perSkill,
  };
  const plainCut = options.flag("plain-cut");
  const fitted = fitFragments(read.fragments, budget, { estimate, plainCut });
  const text = options.flag("json") ? toJson(fitted, budget) : toTable(fitted, budget);
  return success(text, [...flaws, ...read.warnings]);
}

function toJson({ fragments, excluded, tokens }: Fitted, budget: Budget): string {
  return JSON.stringify({
    fragments: fragments.map(({ name, source, text, tokens, cut, fullTokens, why }) => (
      { name, source, text, tokens, cut, ...(cut ? { full_tokens: fullTokens, why } : {}) }
    )),
    excluded,
    tokens,
    budget: { total: budget.total, per_skill: budget.perSkill },
  });
}

function toTable({ fragments, excluded, tokens }: Fitted, { total, perSkill }: Budget): string {
  const reasons = {
    "total": `the total of ${total} is spent`,
    "per-skill": `a skill may cost ${perSkill}`,
  };
  const rows = [
    ...fragments.map(({ name, source, tokens, fullTokens, cut, why }) =>
      cut
        ? ["cut", source, name, `${tokens} of ${counted(fullTokens, "token")}`, reasons[why!]]
        : ["included", source, name, counted(tokens, "token"), ""]
    ),
    ...excluded.map((
      { name, source, tokens, why },
    ) => ["left out", source, name, counted(tokens, "token"), reasons[why]]),
  ];
  const limit = total === 0 ? "" : ` of ${total}`;
  return `${columns(rows)}\nSum: ${tokens}${limit} tokens`.trimStart();
}
