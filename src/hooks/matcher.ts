/**
 * Matchers: which tool, source or reason a handler is for (protocol section 1.3, "Matcher rules").
 *
 * A pattern is the settings author's own regular expression, as in the agent; it looks at a name, and only
 * at the first {@linkcode MAX_SUBJECT} units of it.
 */

/** A matcher that could be read. */
export interface Matcher {
  /** As written. */
  readonly text: string;
  /** Names to be equal to one of; `undefined`: the pattern decides. */
  readonly names: readonly string[] | undefined;
  readonly pattern: RegExp | undefined;
}

/** UTF-16 units of a name that a pattern may look at. */
const MAX_SUBJECT = 512;
/** No `\p{…}`: building its tables costs more than all the rest of reading a settings file. */
const LIST_REGEXP = /^[\w\-\s,|]*$/;

/**
 * Reads a matcher.
 *
 * @param text As written; the caller has dealt with the ones that match everything.
 * @param isLiteral The event takes only names, split on `|`.
 * @returns The matcher, or what is wrong with its regular expression.
 */
export function readMatcher(text: string, isLiteral = false): Matcher | { flaw: string } {
  if (isLiteral) return { text, names: split(text, /\|/), pattern: undefined };
  if (LIST_REGEXP.test(text)) return { text, names: split(text, /[|,]/), pattern: undefined };
  try {
    return { text, names: undefined, pattern: new RegExp(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { flaw: error.message };
  }
}

function split(text: string, separator: RegExp): string[] {
  return text.split(separator).map((name) => name.trim()).filter((name) => name !== "");
}

/**
 * @param text A matcher as written.
 * @returns Whether it stands for everything.
 */
export function matchesAll(text: string): boolean {
  return text === "" || text === "*";
}

/**
 * @param matcher The matcher.
 * @param subject What the event offers, such as the tool's name.
 * @returns Whether the handler is for it.
 */
export function matches({ names, pattern }: Matcher, subject: string): boolean {
  if (names !== undefined) return names.includes(subject);
  return pattern?.test(subject.slice(0, MAX_SUBJECT)) ?? true;
}
