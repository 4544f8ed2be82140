/** What a command wrote: as text, and kept for later; and what stands where it should be and is not. */
import { cleanText, visibleLine, visibleText } from "../base/clean_text.ts";
import { counted } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import { substituteVariables } from "../base/variables.ts";
import { readOwnFields } from "../catalog/own_file.ts";
import { attempt, type CapturedOutput, type Host } from "../host/host.ts";
import { type Directive, DIRECTIVES } from "../skill/scan.ts";
import { pathsIn, sweepFiles } from "../state/state_tree.ts";

/** Bytes; a shorter output that ends within a character is no text. */
const LONG_ENOUGH_TO_BE_CUT = 1024;

/** Clean text with a notice where bytes were left out; `undefined` when it is not UTF-8 or holds a NUL. */
export function outputText({ head, tail, dropped }: CapturedOutput): string | undefined {
  const first = decode(head, dropped > 0 ? "" : CUT_CHARACTER);
  const last = dropped > 0 ? decode(withoutCutStart(tail), CUT_CHARACTER) : "";
  if (first === undefined || last === undefined) return undefined;
  if (dropped === 0) return trimEnd(cleanText(first));
  const kept = Math.round((head.length + tail.length) / 2 / 1024);
  const left = `${counted(dropped, "byte")} left out here`;
  const notice = `[${left}: the first and last ${kept} KB of the output are kept]`;
  return `${trimEnd(cleanText(first))}\n${notice}\n${trimEnd(cleanText(last))}`;
}

/** Bytes that are not UTF-8 are marked: it is only shown to find a mistake. */
export function errorText(output: CapturedOutput): string {
  const decoder = new TextDecoder();
  const head = cleanText(decoder.decode(output.head));
  return trimEnd(output.dropped > 0 ? cleanText(decoder.decode(output.tail)) : head);
}

/** `head -c` may have gone through the last character of an output. */
const CUT_CHARACTER = "\ufffd";

/** @param cutMark What stands for a character whose last bytes are missing; nothing where we cut it ourselves. */
function decode(bytes: Uint8Array, cutMark: string): string | undefined {
  if (bytes.includes(0)) return undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const text = decoder.decode(bytes, { stream: true });
    try {
      return text + decoder.decode();
    } catch (error) {
      const isCut = cutMark === "" || bytes.length >= LONG_ENOUGH_TO_BE_CUT;
      if (isCut && error instanceof TypeError) return text + cutMark;
      throw error;
    }
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Drops the bytes, three at most, of a character whose beginning was not kept. */
function withoutCutStart(bytes: Uint8Array): Uint8Array {
  const start = bytes.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(start < 0 ? 3 : start);
}

/** `\s+$` would look at every run of blanks of a hostile text again and again. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

const VERSION = 1;
/** Beyond these, files not written for a month go, and the oldest of the others. */
const MAX_FILES = 256;
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** What was kept, if it is ours and whole, and what keeps another; `of`: all that may change a command's output. */
export async function storedOutput(host: Host, stateDir: string, of: readonly unknown[]) {
  const directory = joinPath(stateDir, "outputs");
  const path = joinPath(directory, `${await host.sha256(JSON.stringify(of))}.json`);
  const { at, output } = readOwnFields(host, path, VERSION);
  const isStored = typeof output === "string" && typeof at === "number" && Math.abs(at) < 8.64e15;
  return { stored: isStored ? { at, output } : undefined, keep };

  /** A disk that cannot be written to keeps nothing. */
  function keep(output: string): void {
    attempt(() => {
      host.makeDirectory(directory, { mode: 0o700 });
      const stored = { version: VERSION, at: host.now(), output };
      host.writeText(path, JSON.stringify(stored), { mode: 0o600 });
      sweepFiles(host, pathsIn(host, directory, "file"), MAX_FILES, MAX_AGE_MS);
    });
  }
}

/** `at` is in milliseconds since 1970. */
export function ageText({ at }: { readonly at: number }, host: Host): string {
  const seconds = Math.max(0, Math.round((host.now() - at) / 1000));
  const [amount, unit] = seconds < 120
    ? [seconds, "s"]
    : seconds < 7200
    ? [Math.round(seconds / 60), "min"]
    : [Math.round(seconds / 3600), "h"];
  const since = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
  return `The output below is from ${since}, ${amount} ${unit} ago`;
}

// What stands in the place of a missing output is bounded, and never inside the success tag: a failure is no data.

/** Lines and UTF-16 units shown of standard error, and of a command. */
const MAX_LINES = 20;
const MAX_LENGTH = 2000;
/** UTF-16 units of a command shown on one line. */
const MAX_ON_LINE = 200;

type Variables = Readonly<Record<string, string>>;

export interface Failure {
  /** Why there is no output: capital letter, no final period. */
  readonly reason: string;
  readonly stderr: string;
}

export function errorBlock(
  directive: Directive,
  { reason, stderr }: Failure,
  path: string,
  variables: Variables,
): string {
  const lines = [
    `**Preprocessor Error**: ${visibleLine(reason)}`,
    `Directive: ${showDirective(directive, variables)}`,
    `Skill: ${visibleLine(path)}`,
  ];
  if (stderr !== "") {
    const shown = stderr.slice(-MAX_LENGTH).split("\n").slice(-MAX_LINES);
    const left = stderr.split("\n").length - shown.length;
    lines.push(left > 0 ? `Standard error (its last lines, ${left} left out):` : "Standard error:");
    lines.push(...shown.map((line) => `| ${line}`));
  }
  lines.push("(This is not output: the command above gave none.)");
  return lines.join("\n");
}

/** As its author wrote it, variables filled in, bounded. */
function showDirective(directive: Directive, variables: Variables): string {
  const lines = visibleText(substituteVariables(directive.command, variables)).split("\n");
  const left = lines.length - MAX_LINES;
  const kept = left > 0 ? [...lines.slice(0, MAX_LINES), `… ${counted(left, "more line")}`] : lines;
  return DIRECTIVES[directive.name](bounded(kept.join("\n"), MAX_LENGTH));
}

export function commandLine(directive: Directive, variables: Variables): string {
  const command = visibleText(substituteVariables(directive.command, variables)).trim();
  const [first = "", ...more] = command.split("\n").filter((line) => line.trim() !== "");
  const rest = more.length === 0 ? "" : ` … and ${counted(more.length, "more line")}`;
  return `!\`${bounded(first.trim(), MAX_ON_LINE)}\`${rest}`;
}

function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
