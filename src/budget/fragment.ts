/** What goes into a budget and what comes out of it. */
import type { FragmentSource } from "./rank.ts";

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
