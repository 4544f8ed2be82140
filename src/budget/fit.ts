/** Spends one budget on many fragments, by rank. Whatever is cut or left out is reported with its reason. */
import { cutText, plainCut } from "./cut.ts";
import { BYTES, type Estimate, estimateTokens } from "./estimate.ts";
import {
  type Budget,
  byRank,
  type ExcludedFragment,
  type Fitted,
  type FittedFragment,
  type Fragment,
  type Why,
} from "./fragment.ts";

/** How to fit. */
export interface FitOptions {
  readonly estimate?: Estimate;
  /** Cuts exactly at the limit on a code point edge and without a notice, for comparison. */
  readonly plainCut?: boolean;
}

/**
 * Fits fragments into a budget: each is cut to its own limit first; then, in order of rank, the first
 * that does not fit into the rest of the total is cut to that rest, and what follows is left out,
 * even if it were small enough: a lower rank never takes what a higher one was refused.
 *
 * @param fragments In the order they were made; equals of one rank keep it.
 * @param budget Limits in tokens; none, or a total of 0, lets everything through unchanged, in order.
 * @returns What is in, what is out, and the sum.
 */
export function fitFragments(
  fragments: readonly Fragment[],
  budget: Budget | undefined,
  options: FitOptions = {},
): Fitted {
  const { estimate = BYTES } = options;
  const priced = fragments.map((fragment) => ({
    ...fragment,
    fullTokens: estimateTokens(fragment.text, estimate),
  }));
  if (budget === undefined || budget.total === 0) {
    return sum(priced.map((item) => ({ ...item, tokens: item.fullTokens, cut: false })), []);
  }
  const perSkill = budget.perSkill === 0 ? Infinity : budget.perSkill;
  const kept: FittedFragment[] = [];
  const excluded: ExcludedFragment[] = [];
  let left = budget.total;
  let isSpent = false;
  for (const item of byRank(priced)) {
    const own = shorten(item, perSkill, "per-skill", options);
    const isOver: boolean = isSpent || (own !== undefined && own.tokens > left);
    const fitted = isSpent ? undefined : isOver ? shorten(item, left, "total", options) : own;
    isSpent = isOver;
    if (fitted === undefined) {
      const { name, source, fullTokens: tokens } = item;
      excluded.push({ name, source, tokens, why: isOver ? "total" : "per-skill" });
    } else {
      kept.push(fitted);
      left -= fitted.tokens;
    }
  }
  return sum(kept, excluded);
}

/** The fragment within a limit, or `undefined` when nothing of it can be shown there. */
function shorten(
  fragment: Fragment & { readonly fullTokens: number },
  limit: number,
  why: Why,
  options: FitOptions,
): FittedFragment | undefined {
  const { estimate = BYTES } = options;
  if (fragment.fullTokens <= limit) return { ...fragment, tokens: fragment.fullTokens, cut: false };
  const text = options.plainCut
    ? plainCut(fragment.text, limit, estimate)
    : cutText(fragment.text, limit, estimate);
  if (text === undefined || text === "") return undefined;
  return { ...fragment, text, tokens: estimateTokens(text, estimate), cut: true, why };
}

function sum(
  fragments: readonly FittedFragment[],
  excluded: readonly ExcludedFragment[],
): Fitted {
  const tokens = fragments.reduce((all, fragment) => all + fragment.tokens, 0);
  return { fragments, excluded, tokens };
}
