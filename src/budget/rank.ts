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

/** Where a fragment's skill comes from. */
export type FragmentSource = keyof typeof RANKS;

/**
 * @param word Any word.
 * @returns Whether it names a source.
 */
export function isFragmentSource(word: string): word is FragmentSource {
  return Object.hasOwn(RANKS, word);
}

/**
 * Puts what is paid first in front; equals keep their order.
 *
 * @param items Anything with a source.
 * @returns A new list.
 */
export function byRank<Item extends { readonly source: FragmentSource }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted((a, b) => RANKS[a.source] - RANKS[b.source]);
}
