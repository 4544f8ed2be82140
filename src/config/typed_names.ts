/** What the keys of shortcuts and directives look like: where a prompt is looked at, and where settings are read. */

/** A shortcut is one word, and not the agent's own `/command`, `!command`, `#note`, `@file` or `<tag>`. */
export const SHORTCUT_PATTERN = /^[^\s/!#@<][^\s]{0,31}$/;

export const DIRECTIVE_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
