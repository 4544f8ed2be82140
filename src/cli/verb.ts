/** The shape of one command-line verb and of its row in the table. */
import type { Host, Outcome } from "../host/host.ts";

/** Runs a verb: arguments after the verb → what to write and the exit code. */
export type Verb = (args: readonly string[], host: Host) => Outcome | Promise<Outcome>;

/** One row of the verb table. Help is generated from it. */
export interface VerbRow {
  /** One line for the list of verbs. */
  readonly summary: string;
  /** The arguments, such as `[PROMPT|-] [--json]`. */
  readonly usage: string;
  /** What the verb's own help adds: options, one per line, then examples. */
  readonly details: string;
  /** Loads the verb only when it is called. */
  readonly load: () => Promise<Verb>;
}

/** Exit code of a usage error (EX_USAGE): never 2, which an agent reads as a block. */
export const EX_USAGE = 64;

/**
 * @param text What to print; a line feed is added unless it is empty or ends with one.
 * @returns A success.
 */
export function success(text: string): Outcome {
  return { stdout: endLine(text), stderr: "", code: 0 };
}

/**
 * @param message One line for standard error.
 * @param code Exit code; 1 unless told.
 * @returns A failure with nothing on standard output.
 */
export function failure(message: string, code = 1): Outcome {
  return { stdout: "", stderr: endLine(`skillhook: ${message}`), code };
}

/**
 * @param verb The verb's name.
 * @param message What is wrong with the arguments.
 * @returns A usage error that says where help is.
 */
export function usageError(verb: string, message: string): Outcome {
  return failure(`${message}\nTry 'skillhook ${verb} --help'`, EX_USAGE);
}

/**
 * @param text Any text.
 * @returns The text with exactly its own or one added final line feed; empty stays empty.
 */
export function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : text + "\n";
}
