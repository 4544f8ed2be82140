/** `skillhook budget fit`: which texts go into a context, which are cut, which stay out, and why. */
import { counted } from "../base/counted.ts";
import { columns } from "../base/fitted_text.ts";
import type { Budget } from "../budget/estimate.ts";
import { fitFragments, type Fitted, readFragments, type Why } from "../budget/fit.ts";
import type { Host, Outcome } from "../host/host.ts";
import { budgetInput } from "./budget_input.ts";
import { jsonOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The report as a table, or with the texts as JSON. */
export async function budgetFit(options: Given<"budget fit">, host: Host): Promise<Outcome> {
  const input = await budgetInput(options, host);
  const json = await jsonOperand(options, host);
  const read = readFragments(json);
  if ("problem" in read) throw new VerbError(read.problem);
  const { settings: { budget: configured, estimate }, flaws } = input;
  const budget: Budget = {
    total: options.count("total") ?? configured.total,
    perSkill: options.count("per-skill") ?? configured.perSkill,
  };
  const fitted = fitFragments(read.fragments, budget, {
    estimate,
    plainCut: options.flag("plain-cut"),
  });
  const text = options.flag("json") ? toJson(fitted, budget) : toTable(fitted, budget);
  return success(text, [...flaws, ...read.warnings]);
}

function toJson({ fragments, excluded, tokens }: Fitted, budget: Budget): string {
  return JSON.stringify({
    fragments: fragments.map(({ name, source, text, tokens, cut, fullTokens, why }) => ({
      name,
      source,
      text,
      tokens,
      cut,
      ...(cut ? { full_tokens: fullTokens, why } : {}),
    })),
    excluded,
    tokens,
    budget: { total: budget.total, per_skill: budget.perSkill },
  });
}

function toTable({ fragments, excluded, tokens }: Fitted, budget: Budget): string {
  const reason = (why: Why | undefined) =>
    why === "total"
      ? `the total of ${budget.total} is spent`
      : why === "per-skill"
      ? `a skill may cost ${budget.perSkill}`
      : "";
  const rows = [
    ...fragments.map(({ name, source, tokens, fullTokens, cut, why }) =>
      cut
        ? ["cut", source, name, `${tokens} of ${counted(fullTokens, "token")}`, reason(why)]
        : ["included", source, name, counted(tokens, "token"), ""]
    ),
    ...excluded.map(({ name, source, tokens, why }) => [
      "left out",
      source,
      name,
      counted(tokens, "token"),
      reason(why),
    ]),
  ];
  const limit = budget.total === 0 ? "" : ` of ${budget.total}`;
  return `${columns(rows)}\nSum: ${tokens}${limit} tokens`.trimStart();
}
