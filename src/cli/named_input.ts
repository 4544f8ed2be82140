/** What a command line names: the project, files and texts; and what you answer when asked. What is wrong ends the verb. */
import { readJson } from "../base/json_tree.ts";
import { isAbsolutePath, joinPath } from "../base/path.ts";
import { terminalText } from "../base/terminal_text.ts";
import { attempt, type Host, HostError, type QuickHost, type WriteOptions } from "../host/host.ts";
import { type HasText, VerbError } from "./verb.ts";

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ANSWER_BYTES = 1024;
/** You may be typing or reading, a pipe may be slow: a quarter of an hour. */
const DEADLINE_MS = 900_000;
const LINE_FEED = 0x0a;

interface HasOperand {
  readonly operands: readonly (string | undefined)[];
}

/** `--project`, else `$CLAUDE_PROJECT_DIR`, else the current directory; absolute. */
export function projectOption(options: HasText<"project">, host: QuickHost): string {
  return absolutePath(options.text("project") ?? host.env("CLAUDE_PROJECT_DIR") ?? "", host);
}

/** A path as typed, from the root; an empty one is the current directory. */
export function absolutePath(path: string, host: QuickHost): string {
  const plain = path.startsWith("./") ? path.slice(2) : path;
  if (isAbsolutePath(path, host.platform)) return path;
  return plain === "." || plain === "" ? host.cwd() : joinPath(host.cwd(), plain);
}

/** What a file is to its reader, such as `values`; the exit code when it cannot be read; what to do when it is not there. */
interface NamedFile {
  readonly what?: string;
  readonly code?: number;
  readonly hint?: string | undefined;
}

export function readNamed(host: Host, path: string, { what, code, hint }: NamedFile = {}): string {
  const cannot = `Cannot read ${what === undefined ? "" : `${what} `}"${path}"`;
  const text = orEnd(cannot, code, () => host.readText(absolutePath(path, host)));
  if (text !== undefined) return text;
  throw new VerbError(`${cannot}: no such file${hint === undefined ? "" : `: ${hint}`}`, code);
}

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

export async function jsonOperand(options: HasOperand, host: Host): Promise<unknown> {
  const [path = "-"] = options.operands;
  const what = path === "-" ? "standard input" : `"${path}"`;
  return parseNamed(await fileOperand(options, host), what);
}

/** What a JSON text says; a byte-order mark is left out. */
export function parseNamed(text: string, what: string, code?: number): unknown {
  const read = readJson(text);
  if (!("flaw" in read)) return read.value;
  const where = `line ${read.line}, column ${read.column}`;
  const why = `it is not valid JSON: ${read.flaw} (${where})`;
  throw new VerbError(`Cannot read ${what}: ${why}`, code);
}

/** Standard input to its end, decoded as UTF-8, without a BOM. */
export async function readAllStdin(host: Host): Promise<string> {
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES };
  const { bytes, end } = await host.readStdin(limits, () => false);
  if (end === "too-large") throw new VerbError("Cannot read standard input: more than 256 MB");
  if (end === "deadline") throw new VerbError("Cannot read standard input: it does not end");
  return new TextDecoder().decode(bytes);
}

/** Shows a text that ends in a question: the answer, trimmed, in lower case; `undefined` without a terminal. */
export async function ask(text: string, host: Host): Promise<string | undefined> {
  if (!host.isTerminal("stdin")) return undefined;
  // The terminal itself: standard output may be a file, and is written when the program ends.
  const terminal = host.platform === "windows" ? "CONOUT$" : "/dev/tty";
  const isShown = attempt(() => (host.appendText(terminal, terminalText(text)), true));
  if (isShown === undefined) return undefined;
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES };
  const { bytes } = await host.readStdin(limits, (chunk) => chunk.includes(LINE_FEED));
  return new TextDecoder().decode(bytes).trim().toLowerCase();
}
