/** Files and texts that a command line names. What is wrong with one ends the verb. */
import { type Host, HostError, type WriteOptions } from "../host/host.ts";
import { absolutePath } from "./project_option.ts";
import { VerbError } from "./verb.ts";

const MAX_BYTES = 256 * 1024 * 1024;
/** A person may be typing, a pipe may be slow: a quarter of an hour. */
const DEADLINE_MS = 900_000;

/** What a file is to its reader, and the exit code when it cannot be read. */
export interface NamedFile {
  /** Such as `values`; nothing unless told. */
  readonly what?: string;
  readonly code?: number;
  /** What to do when there is no such file. */
  readonly hint?: string | undefined;
}

/** Options of a verb whose first operand names what it reads. */
interface HasOperand {
  readonly operands: readonly (string | undefined)[];
}

/** The text of a file, by its path as typed. */
export function readNamed(host: Host, path: string, { what, code, hint }: NamedFile = {}): string {
  const cannot = `Cannot read ${what === undefined ? "" : `${what} `}"${path}"`;
  const text = orEnd(cannot, code, () => host.readText(absolutePath(path, host)));
  if (text === undefined) {
    throw new VerbError(
      [cannot, "no such file", ...hint === undefined ? [] : [hint]].join(": "),
      code,
    );
  }
  return text;
}

/** Writes a file, by its path as typed. */
export function writeNamed(host: Host, path: string, text: string, options?: WriteOptions): void {
  orEnd(`Cannot write "${path}"`, 1, () => host.writeText(absolutePath(path, host), text, options));
}

/** What `ask` gives; a host's refusal ends the verb with `cannot` and the reason. */
export function orEnd<T>(cannot: string, code: number | undefined, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    return ended(cannot, code)(error);
  }
}

/** The same for what comes later: `promise.catch(ended("Cannot write it"))`. */
export function ended(cannot: string, code = 1): (error: unknown) => never {
  return (error) => {
    throw error instanceof HostError ? new VerbError(`${cannot}: ${error.code}`, code) : error;
  };
}

/** The operand itself, or all of standard input when it is `-` or absent. */
export async function textOperand({ operands: [text = "-"] }: HasOperand, host: Host) {
  return text === "-" ? await readAllStdin(host) : text;
}

/** Text of the file that the operand names, or all of standard input when it is `-` or absent. */
export async function fileOperand({ operands: [path = "-"] }: HasOperand, host: Host) {
  return path === "-" ? await readAllStdin(host) : readNamed(host, path);
}

/** What the JSON in that file or on standard input says. */
export async function jsonOperand(options: HasOperand, host: Host): Promise<unknown> {
  const [path = "-"] = options.operands;
  return parseNamed(
    await fileOperand(options, host),
    path === "-" ? "standard input" : `"${path}"`,
  );
}

/** What a JSON text says; a byte-order mark is left out. */
export function parseNamed(text: string, what: string, code?: number): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new VerbError(`Cannot read ${what}: it is not valid JSON: ${error.message}`, code);
  }
}

/** Standard input to its end, decoded as UTF-8, without a BOM. */
export async function readAllStdin(host: Host): Promise<string> {
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES };
  const { bytes, end } = await host.readStdin(limits, () => false);
  if (end === "too-large") throw new VerbError("Cannot read standard input: more than 256 MB");
  if (end === "deadline") throw new VerbError("Cannot read standard input: it does not end");
  return new TextDecoder().decode(bytes);
}
