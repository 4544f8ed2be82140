/**
 * A reported flaw in a user's file. A flaw is a value beside the best-effort result: the good
 * entries load, the bad one is named, once.
 */

/** What is wrong, and where. */
export interface Diagnostic {
  /** The file, as an absolute path where one is known, else what the user called it. */
  readonly path: string;
  /** 1-based; absent when the flaw is not on one line. */
  readonly line?: number;
  /** 1-based; absent when unknown. */
  readonly column?: number;
  /** Says what is wrong and what to do: capital letter, no final period. */
  readonly message: string;
}

/**
 * One line for people: `path:line:column: message`.
 *
 * @param diagnostic The flaw.
 * @returns The line, without a line feed.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { path, line, column, message } = diagnostic;
  const place = line === undefined ? "" : column === undefined ? `:${line}` : `:${line}:${column}`;
  return `${path}${place}: ${message}`.replaceAll(/\p{Cc}/gu, escapeControl);
}

/** A file's name is its author's: it must not move a terminal's cursor or start a line of its own. */
function escapeControl(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
