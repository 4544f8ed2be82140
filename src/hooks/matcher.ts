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

/**
 * Reads a matcher.
 *
 * @param text As written; the caller has dealt with the ones that match everything.
 * @param isLiteral The event takes only names, split on `|`.
 * @returns The matcher, or what is wrong with its regular expression.
 */
export function readMatcher(text: string, isLiteral = false): Matcher | { flaw: string } {
  if (isLiteral) return { text, names: split(text), pattern: undefined };
  if (isList(text)) return { text, names: split(text.replaceAll(",", "|")), pattern: undefined };
  try {
    return { text, names: undefined, pattern: new RegExp(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { flaw: error.message };
  }
}

/**
 * Letters, digits, `_`, `-`, blanks, `,` and `|` only. By hand: a regular expression costs its compilation at
 * every start.
 */
function isList(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isLetter && !isDigit && !"_- ,|\t".includes(text[at]!)) return false;
  }
  return true;
}

function split(text: string): string[] {
  return text.split("|").map((name) => name.trim()).filter((name) => name !== "");
}

/** Whether it stands for everything. */
export function matchesAll(text: string): boolean {
  return text === "" || text === "*";
}

export function matches({ names, pattern }: Matcher, subject: string): boolean {
  if (names !== undefined) return names.includes(subject);
  return pattern?.test(subject.slice(0, MAX_SUBJECT)) ?? true;
}
