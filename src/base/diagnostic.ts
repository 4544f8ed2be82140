/** A flaw in a user's file, as a value beside the best-effort result. Programs go by the code, people by the words. */
import { type DiagnosticCode, diagnosticCodes, type Severity } from "./diagnostic_codes.ts";
import { terminalText } from "./terminal_text.ts";

export interface FlawPlace {
  /** The file, as an absolute path where one is known, else what the user called it; absent: no file is at fault. */
  readonly path?: string | undefined;
  /** 1-based; absent when the flaw is not on one line. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Where in the file, in the words of its format: `hooks.Stop[0].timeout`. */
  readonly key?: string | undefined;
}

export interface Diagnostic extends FlawPlace {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Says what is wrong: capital letter, no final period. */
  readonly message: string;
  /** What to do, as a sentence of its own, written as the message is. */
  readonly remedy?: string | undefined;
}

/** As bad as its code says; what is not given, it does not have. */
export function diagnose(
  code: DiagnosticCode,
  at: string | FlawPlace,
  message: string,
  remedy?: string,
): Diagnostic {
  const { path, line, column, key }: FlawPlace = typeof at === "string" ? { path: at } : at;
  const severity = diagnosticCodes().get(code)!;
  const flaw: Diagnostic = { code, severity, path, line, column, key, message, remedy };
  const said = Object.entries(flaw).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as unknown as Diagnostic;
}

export type Report = (
  code: DiagnosticCode,
  message: string,
  at?: Omit<FlawPlace, "path">,
  remedy?: string,
) => void;

/** For the flaws of one file, which are added to the list. */
export function reportTo(diagnostics: Diagnostic[], path: string): Report {
  return (code, message, at, remedy) =>
    diagnostics.push(diagnose(code, { ...at, path }, message, remedy));
}

/** One line for people, without a line feed: `path:line:column: message: remedy`. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { path, line, column } = diagnostic;
  const place = path === undefined ? [] : [[path, line, line && column].filter(Boolean).join(":")];
  // A file's name is its author's: it must not start a line of its own.
  return terminalText([...place, wholeMessage(diagnostic)].join(": ")).replaceAll("\n", "\\u000a");
}

export function wholeMessage({ message, remedy }: Diagnostic): string {
  if (remedy === undefined) return message;
  // "Write this" goes on in lower case, "HOME is unset" stays.
  const rest = /^\p{Lu}\p{Ll}/u.test(remedy) ? remedy[0]!.toLowerCase() + remedy.slice(1) : remedy;
  return `${message}: ${rest}`;
}

export function didYouMean(near: string | undefined): string | undefined {
  return near === undefined ? undefined : `Did you mean "${near}"?`;
}

/** Both from 1; the column in UTF-16 units. */
export type TextPlace = { readonly line: number; readonly column: number };

/** An offset as the line and column that an editor shows: CRLF and each of its halves end a line, a BOM takes no column. */
export function placeOf(text: string, offset: number): TextPlace {
  let line = 1;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let at = start; at < offset; at++) {
    const code = text.charCodeAt(at);
    const isEnd = code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
    if (isEnd) [line, start] = [line + 1, at + 1];
  }
  return { line, column: Math.max(1, offset - start + 1) };
}
