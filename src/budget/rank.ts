/** Whose text is paid for first. ADD A SOURCE: one row. */

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
export function isKnownSource(word: string): word is keyof typeof RANKS {
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
