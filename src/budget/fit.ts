/** Spends one budget on many fragments, by rank; says what is cut or left out, and why. ADD A SOURCE: one row. */
import { isFields, jsonType } from "../base/json_type.ts";
import { nearHint } from "../base/nearest.ts";
import { type Budget, BYTES, type Estimate, estimateTokens } from "./estimate.ts";
import { fitText } from "./fit_text.ts";

/** Source → rank; a smaller number is paid first. Plugins are chosen by the user, so they stand with the user's own. */
export const RANKS: ReadonlyMap<string, number> = new Map(
  Object.entries({ inline: 0, builtin: 1, user: 2, plugin: 2, project: 3, mcp: 4 }),
);

/** Any source but those of `RANKS` is paid last: nothing vouches for it. */
function rankOf({ source }: Fragment): number {
  return RANKS.get(source) ?? RANKS.size;
}

export interface Fragment {
  readonly name: string;
  /** Where its skill comes from: one of `RANKS`, or another word. */
  readonly source: string;
  readonly text: string;
}

type Why = "per-skill" | "total";

/** A fragment with a shorter text, maybe, and what it costs now, notice included. */
type FittedFragment<Given extends Fragment> = Given & {
  readonly tokens: number;
  readonly fullTokens: number;
  readonly cut: boolean;
  readonly why?: Why;
};

type ExcludedFragment = Omit<Fragment, "text"> & { readonly tokens: number; readonly why: Why };

export interface Fitted<Given extends Fragment = Fragment> {
  readonly fragments: readonly FittedFragment<Given>[];
  readonly excluded: readonly ExcludedFragment[];
  readonly tokens: number;
}

/**
 * Each fragment is cut to its own limit first; then, in order of rank, the first that does not fit is cut to what
 * remains, and what follows is left out: a lower rank never takes what a higher one was refused. No budget, or a total
 * of 0, lets everything through, in order. `plainCut` cuts at the limit, on a code point edge, without a notice.
 */
export function fitFragments<Given extends Fragment>(
  fragments: readonly Given[],
  budget: Budget | undefined,
  { estimate = BYTES, plainCut = false }: { estimate?: Estimate; plainCut?: boolean } = {},
): Fitted<Given> {
  type Item = FittedFragment<Given>;
  const priced = fragments.map((fragment): Item => {
    const tokens = estimateTokens(fragment.text, estimate);
    return { ...fragment, tokens, fullTokens: tokens, cut: false };
  });
  const { total, perSkill } = budget ?? { total: 0, perSkill: 0 };
  const kept = total === 0 ? priced : [];
  const excluded: ExcludedFragment[] = [];
  let left = total;
  let isSpent = false;
  for (const item of total === 0 ? [] : priced.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const own = shorten(item, perSkill || Infinity, "per-skill");
    const isOver: boolean = isSpent || (own?.tokens ?? 0) > left;
    const fitted = isSpent ? undefined : isOver ? shorten(item, left, "total") : own;
    isSpent = isOver;
    if (fitted === undefined) {
      const { name, source, fullTokens: tokens } = item;
      excluded.push({ name, source, tokens, why: isOver ? "total" : "per-skill" });
    } else {
      kept.push(fitted);
      left -= fitted.tokens;
    }
  }
  return { fragments: kept, excluded, tokens: kept.reduce((sum, { tokens }) => sum + tokens, 0) };

  function shorten(item: Item, limit: number, why: Why): Item | undefined {
    if (item.tokens <= limit) return item;
    const text = plainCut
      ? item.text.slice(0, estimate.measure(item.text, limit * estimate.unitsPerToken).end)
      : fitText(item.text, limit, estimate)?.text;
    if (!text) return undefined;
    return { ...item, text, tokens: estimateTokens(text, estimate), cut: true, why };
  }
}

/** Checks `[{"name", "source", "text"}]` (or `prompt` for `text`): the first flaw ends it, no rank is a warning. */
export function readFragments(value: unknown) {
  if (!Array.isArray(value)) {
    return { problem: `Cannot read fragments: expected a list: got ${jsonType(value)}` };
  }
  const fragments: Fragment[] = [];
  const warnings: string[] = [];
  for (const [index, item] of value.entries()) {
    const place = `Cannot read fragment ${index + 1}`;
    if (!isFields(item)) return { problem: `${place}: expected an object: got ${jsonType(item)}` };
    const { name, source, text = item.prompt } = item;
    const fields = { name, source, text };
    const wrong = Object.entries(fields).find(([, field]) => typeof field !== "string");
    if (wrong !== undefined) {
      return { problem: `${place}: "${wrong[0]}" must be a string: got ${jsonType(wrong[1])}` };
    }
    const fragment = fields as Fragment;
    if (!RANKS.has(fragment.source)) {
      const known = [...RANKS.keys()];
      const hint = nearHint(fragment.source, known) || `: expected one of ${known.join(", ")}`;
      const unknown = `unknown source "${fragment.source}"${hint}`;
      warnings.push(`Fragment ${index + 1} is paid last: ${unknown}`);
    }
    fragments.push(fragment);
  }
  return { fragments, warnings };
}
