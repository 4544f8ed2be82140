/** What a command line names: the project, files and texts; and what you answer when asked. What is wrong ends the verb. */
import { readJson } from "../base/json_tree.ts";
import { nearestWord } from "../base/nearest.ts";
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { terminalText } from "../base/terminal_text.ts";
import { attempt, type Host, HostError, type QuickHost, type WriteOptions } from "../host/host.ts";
import { EX_USAGE, type HasText, VerbError } from "./verb.ts";

/** You may be typing or reading, a pipe may be slow: a quarter of an hour. */
const DEADLINE_MS = 900_000;

export type HasOperand = { readonly operands: readonly (string | undefined)[] };

/** `--project`, else `$CLAUDE_PROJECT_DIR`, else the current directory; absolute. */
export function projectOption(options: HasText<"project">, host: QuickHost): string {
  return absolutePath(options.text("project") ?? host.env("CLAUDE_PROJECT_DIR") ?? "", host);
}

/** `--session`, else the session that the agent started us in. */
export function sessionOption(options: HasText<"session">, host: QuickHost): string | undefined {
  return options.text("session") ?? host.env("CLAUDE_CODE_SESSION_ID");
}

/** A path as typed, from the root; an empty one is the current directory. */
export function absolutePath(path: string, host: QuickHost): string {
  if (isAbsolutePath(path, host.platform)) return path;
  let from = host.cwd();
  const parts = path.split("/");
  // The working directory has no links in it: here, and only here, `..` is the directory above by its text.
  while (parts[0] === "." || parts[0] === "..") {
    if (parts.shift() === "..") from = parentPath(from) ?? from;
  }
  return parts.join("") === "" ? from : joinPath(from, parts.join("/"));
}

/** `what` it is to its reader, such as `values`; the exit code when it cannot be read; what to do when it is not there. */
export function readNamed(host: Host, path: string, what = "", code = 1, hint = ""): string {
  const text = orEnd(cannotRead(path, what), code, () => host.readText(absolutePath(path, host)));
  if (text === undefined) throw lacking(path, what, host, code, hint);
  return text;
}

export function checkThere(path: string, what: string, host: QuickHost): void {
  const stat = orEnd(cannotRead(path, what), 1, () => host.stat(absolutePath(path, host)));
  if (stat === undefined) throw lacking(path, what, host);
}

type HasSettings = { readonly list: (name: "settings") => readonly string[] };

/** Absolute; a settings file that is named and missing ends the verb: it would silently open every gate in it. */
export function settingsOption({ list }: HasSettings, host: QuickHost): readonly string[] {
  return list("settings").map((path) => {
    checkThere(path, "settings", host);
    return absolutePath(path, host);
  });
}

function lacking(path: string, what: string, host: QuickHost, code = 1, hint = ""): VerbError {
  const remedy = hint || lackHint(path, host);
  return new VerbError(`${cannotRead(path, what)}: no such file: ${remedy}`, code);
}

function cannotRead(path: string, what: string): string {
  return `Cannot read ${what === "" ? "" : `${what} `}"${path}"`;
}

function lackHint(path: string, host: QuickHost): string {
  const whole = absolutePath(path, host);
  const parent = parentPath(whole) ?? whole;
  // An ending that many share makes no two names alike.
  const [end = ""] = /\.\w{1,9}$/.exec(whole) ?? [];
  const stemOf = (name: string) => name.slice(0, name.length - end.length);
  const names = attempt(() => host.list(parent))?.map(({ name }) => name) ?? [];
  const stems = names.filter((name) => name.endsWith(end)).map(stemOf);
  const near = nearestWord(stemOf(whole.slice(whole.lastIndexOf("/") + 1)), stems);
  if (near !== undefined) return `did you mean "${joinPath(parent, near + end)}"?`;
  return `correct the path${whole === path ? "" : `, which counts from "${host.cwd()}"`}`;
}

/** Why a directory that an option names cannot be used; `undefined`: it can. */
export function directoryFlaw(path: string, host: QuickHost): string | undefined {
  const whole = absolutePath(path, host);
  const kind = orEnd(`Cannot use "${path}"`, EX_USAGE, () => host.stat(whole)?.kind);
  if (kind === undefined) return `no such directory: ${lackHint(path, host)}`;
  return kind === "directory" ? undefined : "it is not a directory: name the one it is in";
}

export function writeNamed(host: Host, path: string, text: string, options?: WriteOptions): void {
  orEnd(`Cannot write "${path}"`, 1, () => host.writeText(absolutePath(path, host), text, options));
}

/** What `ask` gives; a host's refusal ends the verb with `cannot` and the reason. */
export function orEnd<T>(cannot: string, code: number, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    return ended(cannot, code)(error);
  }
}

/** The same for what comes later: `promise.catch(ended("Cannot write it"))`. */
export function ended(cannot: string, code = 1): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof HostError)) throw error;
    const remedy = REMEDIES[error.code] ?? "look at the place, or name another one";
    throw new VerbError(`${cannot}: ${error.code}: ${remedy}`, code);
  };
}

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "you may not: change its permissions",
  EPERM: "you may not: change its permissions",
  ENOSPC: "the disk is full: make room",
  EISDIR: "it is a directory: name a file in it",
  ENOTDIR: "a part of the path is a file: correct the path",
  EROFS: "nothing can be written there: name another place",
  ELOOP: "its links lead in a circle: correct them",
  ENAMETOOLONG: "the name is too long: name another one",
};

/** The operand itself, or all of standard input when it is `-` or absent. */
export async function textOperand({ operands: [text = "-"] }: HasOperand, host: Host) {
  return text === "-" ? await readAllStdin(host) : text;
}

export async function fileOperand({ operands: [path = "-"] }: HasOperand, host: Host) {
  return path === "-" ? await readAllStdin(host) : readNamed(host, path);
}

export async function jsonOperand(options: HasOperand, host: Host): Promise<unknown> {
  const [path = "-"] = options.operands;
  const text = await fileOperand(options, host);
  return parseNamed(text, path === "-" ? "standard input" : `"${path}"`);
}

export function parseNamed(text: string, what: string, code?: number): unknown {
  const read = readJson(text);
  if (!("flaw" in read)) return read.value;
  const why = `${read.flaw} (line ${read.line}, column ${read.column})`;
  throw new VerbError(`Cannot read ${what}: it is not valid JSON: ${why}`, code);
}

/** Standard input to its end, decoded as UTF-8, without a BOM. */
export async function readAllStdin(host: Host): Promise<string> {
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: 256 * 1024 * 1024 };
  const { bytes, end } = await host.readStdin(limits, () => false);
  const cannot = "Cannot read standard input";
  if (end === "too-large") throw new VerbError(`${cannot}: more than 256 MB: send less`);
  if (end === "deadline") throw new VerbError(`${cannot}: it does not end: close the pipe`);
  return new TextDecoder().decode(bytes);
}

export async function ask(text: string, host: Host): Promise<string | undefined> {
  return (await askText(text, host))?.toLowerCase();
}

/** Shows a text that ends in a question: the answer, trimmed; `undefined` without a terminal. */
export async function askText(text: string, host: Host): Promise<string | undefined> {
  if (!host.isTerminal("stdin")) return undefined;
  // The terminal itself: standard output may be a file, and is written when the program ends.
  const terminal = host.platform === "windows" ? "CONOUT$" : "/dev/tty";
  const isShown = attempt(() => (host.appendText(terminal, terminalText(text)), true));
  if (isShown === undefined) return undefined;
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: 1024 };
  const { bytes } = await host.readStdin(limits, (chunk) => chunk.includes(0x0a));
  return new TextDecoder().decode(bytes).trim();
}
