/** What goes into a budget and what comes out of it, and whose text is paid for first. ADD A SOURCE: one row. */
import { isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";

/** Source → rank; a smaller number is paid first (design document 001, feature 3). Plugins are chosen by the user, so they stand with the user's own. */
export const RANKS = {
  inline: 0,
  builtin: 1,
  user: 2,
  plugin: 2,
  project: 3,
  mcp: 4,
} as const satisfies Readonly<Record<string, number>>;

/** Whatever else somebody names is paid last: nobody vouches for it. */
const UNKNOWN_RANK = 5;

/** Where a fragment's skill comes from: one of `RANKS`, or a word that this version does not know. */
export type FragmentSource = keyof typeof RANKS | (string & Record<never, never>);

/** Whether it names a source that has a rank of its own. */
function isKnownSource(word: string): word is keyof typeof RANKS {
  return Object.hasOwn(RANKS, word);
}

/** Puts what is paid first in front; equals keep their order. */
export function byRank<Item extends { readonly source: FragmentSource }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted((a, b) => rankOf(a.source) - rankOf(b.source));
}

function rankOf(source: FragmentSource): number {
  return isKnownSource(source) ? RANKS[source] : UNKNOWN_RANK;
}

/** One skill's text, before the budget. */
export interface Fragment {
  readonly name: string;
  readonly source: FragmentSource;
  readonly text: string;
}

/** How many tokens may be spent. */
export interface Budget {
  /** All fragments together; 0 means there is no budget. */
  readonly total: number;
  /** Each fragment; 0 means no limit of its own. */
  readonly perSkill: number;
}

/** Which limit made itself felt. */
export type Why = "per-skill" | "total";

/** A fragment that is in. */
export interface FittedFragment extends Fragment {
  /** What it costs as it is now, notice included. */
  readonly tokens: number;
  /** What it cost before. */
  readonly fullTokens: number;
  readonly cut: boolean;
  /** Only when cut. */
  readonly why?: Why;
}

/** A fragment that is out. */
export interface ExcludedFragment {
  readonly name: string;
  readonly source: FragmentSource;
  /** What it would have cost. */
  readonly tokens: number;
  readonly why: Why;
}

/** What the budget bought. */
export interface Fitted {
  /** In the order they are to be shown. */
  readonly fragments: readonly FittedFragment[];
  readonly excluded: readonly ExcludedFragment[];
  /** Sum of the tokens of `fragments`. */
  readonly tokens: number;
}

/** What was read. */
interface ReadFragments {
  readonly fragments: readonly Fragment[];
  /** Sources that have no rank: they are paid last. */
  readonly warnings: readonly string[];
}

/**
 * Checks a list `[{"name", "source", "text"}]`; `prompt` may stand for `text`.
 *
 * @param value What `JSON.parse` made.
 * @returns The fragments, or what is wrong with the first wrong one.
 */
export function readFragments(value: unknown): ReadFragments | { problem: string } {
  if (!Array.isArray(value)) {
    return { problem: `Cannot read fragments: expected a list: got ${jsonType(value)}` };
  }
  const fragments: Fragment[] = [];
  const warnings: string[] = [];
  for (const [index, item] of value.entries()) {
    const place = `Cannot read fragment ${index + 1}`;
    if (!isFields(item)) return { problem: `${place}: expected an object: got ${jsonType(item)}` };
    const { name, source, text = item.prompt } = item;
    if (typeof name !== "string") return { problem: wrong(place, "name", name) };
    if (typeof source !== "string") return { problem: wrong(place, "source", source) };
    if (typeof text !== "string") return { problem: wrong(place, "text", text) };
    if (!isKnownSource(source)) {
      warnings.push(`Fragment ${index + 1} is paid last: ${unknownSource(source)}`);
    }
    fragments.push({ name, source, text });
  }
  return { fragments, warnings };
}

function wrong(place: string, field: string, value: unknown): string {
  return `${place}: "${field}" must be a string: got ${jsonType(value)}`;
}

function unknownSource(source: string): string {
  const known = Object.keys(RANKS);
  const near = nearestWord(source, known);
  const hint = near === undefined
    ? `expected one of ${known.join(", ")}`
    : `did you mean "${near}"?`;
  return `unknown source "${source}": ${hint}`;
}
