/** Shortcuts (tier 1) and directives (tier 2): short things a user types that mean a known text. */

/** One entry of either tier. */
export interface Shortcut {
  /** What `?` shows: one line. */
  readonly summary: string;
  /** What the model is told, and the user is shown. */
  readonly text: string;
}

/** Both tiers, by what the user types (a directive without its colon). */
export interface Shortcuts {
  readonly shortcuts: ReadonlyMap<string, Shortcut>;
  readonly directives: ReadonlyMap<string, Shortcut>;
}
