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

/** UTF-16 units a shortcut may have: longer prompts never look at settings. */
export const MAX_SHORTCUT = 32;

/** A shortcut is one word, and not the agent's own `/command`, `!command`, `#note`, `@file` or `<tag>`. */
export const SHORTCUT_PATTERN = /^[^\s/!#@<][^\s]{0,31}$/;
/** A directive's key. */
export const DIRECTIVE_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
