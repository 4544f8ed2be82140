/**
 * The transport between skills: `[CONTINUATION: /a x, /b]` at the end of a skill's
 * arguments. Printing and peeling live side by side, because each undoes the other.
 */
import type { AgentWays } from "../host/host.ts";
import { type Invocation, slashText } from "./chain.ts";

const OPENING = "[CONTINUATION:";
const CONTEXT_HEADER = "[CONTINUATION-PASSING]";

/** A skill's arguments taken apart. */
interface Peeled {
  /** The skill's own arguments. */
  readonly args: string;
  /** What follows it, in order; empty when it is terminal. */
  readonly entries: readonly Invocation[];
  /** There is a suffix whose closing bracket is missing: all of it was taken for arguments. */
  readonly isOpen?: true;
}

/** A target's arguments with the entries that remain after it; with none there is no suffix. */
export function printArgs(own: string, rest: readonly Invocation[]): string {
  const escaped = escapeOwnArgs(own);
  if (rest.length === 0) return escaped;
  const suffix = `${OPENING} ${printEntries(rest)}]`;
  return escaped === "" ? suffix : `${escaped} ${suffix}`;
}

/** `/a x, /b`, each entry's arguments escaped. */
export function printEntries(entries: readonly Invocation[]): string {
  return entries.map(({ skill, args }) => slashText({ skill, args: escapeArgs(args) })).join(", ");
}

/** The call that runs a target and hands on the rest: one line, escaped as in JSON; or another agent's. */
export function printCall(
  target: Invocation,
  rest: readonly Invocation[],
  ways?: AgentWays,
): string {
  if (ways?.call !== undefined) return ways.call(target.skill, printArgs(target.args, rest));
  const skill = JSON.stringify(target.skill);
  return `Skill(skill: ${skill}, args: ${JSON.stringify(printArgs(target.args, rest))})`;
}

/**
 * Takes arguments as the agent passed them, or a whole `[CONTINUATION-PASSING]` context, apart into own ones and entries.
 * Without a closed suffix everything is arguments.
 */
export function peel(text: string): Peeled {
  if (text.trimStart().startsWith(CONTEXT_HEADER)) {
    const current = /\nCurrent:[ \t]*\/\S+[ \t]*([^\n]*)/.exec(text)?.[1] ?? "";
    const continuation = /\nContinuation:[ \t]*(\/[^\n]*)/.exec(text)?.[1] ?? "";
    return { args: current.trim(), entries: readEntries(continuation) };
  }
  const inner = findSuffix(text);
  const suffix = inner && enclosing(text, inner) || inner;
  if (suffix === undefined) {
    const isOpen = /(?:^|[^\\])\[CONTINUATION:/.test(text);
    return { args: unescapeOwnArgs(text).trim(), entries: [], ...isOpen ? { isOpen } : {} };
  }
  const own = `${text.slice(0, suffix.start).trimEnd()} ${text.slice(suffix.end).trimStart()}`;
  return {
    args: unescapeOwnArgs(own).trim(),
    entries: readEntries(flat(text.slice(suffix.start + OPENING.length, suffix.end - 1))),
  };
}

/** The last suffix that is closed and not escaped. */
function findSuffix(text: string): { start: number; end: number } | undefined {
  // Behind an opening that nothing closes there is no bracket for an earlier one either: no part is searched twice.
  let bound = text.length;
  let start = text.lastIndexOf(OPENING);
  while (start >= 0) {
    if (!isEscaped(text, start)) {
      const end = closingBracket(text.slice(start, bound));
      if (end > 0) return { start, end: start + end };
      bound = start;
    }
    start = start === 0 ? -1 : text.lastIndexOf(OPENING, start - 1);
  }
  return undefined;
}

/** A model that puts suffix into suffix means one chain: the first opening's, where its pair closes behind the last. */
function enclosing(text: string, inner: { start: number; end: number }) {
  let start = text.indexOf(OPENING);
  while (isEscaped(text, start)) start = text.indexOf(OPENING, start + 1);
  const end = start === inner.start ? 0 : start + closingBracket(text.slice(start));
  return end > inner.end ? { start, end } : undefined;
}

/** The entries of suffixes inside come after those before them. */
function flat(list: string): string {
  const parts = list.split(/(?<!\\)\[CONTINUATION:/);
  if (parts.length === 1) return list;
  return parts.join(", ").replaceAll(/(?<!\\)\](?=\s*(?:,|\]|$))/g, "");
}

/**
 * Where the suffix's own bracket ends, or 0. What we print escapes every other one; a model that drops the escapes
 * still writes pairs (`/plan arr[0], /commit`), so pairs are passed over. Without a pair: the first not escaped.
 */
function closingBracket(text: string): number {
  let first = 0;
  let open = 0;
  for (let at = OPENING.length; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") {
      if (text[++at] === "]" && open > 0) open--;
    } else if (character === "[") {
      open++;
    } else if (character === "]") {
      if (open === 0) return at + 1;
      open--;
      first ||= at + 1;
    }
  }
  return first;
}

/** An odd number of backslashes before a character escapes it. */
function isEscaped(text: string, position: number): boolean {
  let slashes = 0;
  while (text[position - slashes - 1] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** Splits at commas that are not escaped and stand before a `/name`; a path after a comma stays in the arguments. */
function readEntries(list: string): Invocation[] {
  const parts: string[] = [];
  let start = 0;
  for (let comma = list.indexOf(","); comma >= 0; comma = list.indexOf(",", comma + 1)) {
    if (
      isEscaped(list, comma) ||
      !/^[ \t\r\n]*\/(?:[^\s,:]+:)?[^\s/,]+(?:[\s,]|$)/.test(list.slice(comma + 1, comma + 300))
    ) continue;
    parts.push(list.slice(start, comma));
    start = comma + 1;
  }
  parts.push(list.slice(start));
  return parts.flatMap((part) => {
    const entry = /^\s*\/(\S+)([\s\S]*)$/.exec(part);
    if (entry === null) return [];
    return [{ skill: trimList(entry[1]!), args: unescapeArgs(trimList(entry[2]!).trimStart()) }];
  });
}

/** Takes blanks and left-over separators off the end; an escaped comma is the argument's own. */
function trimList(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,]/.test(text[end - 1]!) && !isEscaped(text, end - 1)) end--;
  return text.slice(0, end);
}

// The transport's escape: arguments that hold an entry separator, a closing bracket, a line break or
// a suffix of their own must come out of a print-and-peel round trip unchanged.
//
// In an entry: `\` → `\\`, `]` → `\]`, `[CONTINUATION:` → `\[CONTINUATION:`, a comma at the end or
// before (blanks and) a slash or comma → `\,`, line feed → `\n`, carriage return → `\r`. When
// reading, a backslash before any other character stays as it is, so that what people and models
// write by hand (`C:\dir`) is read as meant.

const UNESCAPED: Readonly<Record<string, string>> = {
  "\\": "\\",
  "]": "]",
  ",": ",",
  n: "\n",
  r: "\r",
};

/** The same on one line, without anything the transport would read as its own. */
export function escapeArgs(args: string): string {
  return args.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r").replaceAll("[CONTINUATION:", "\\[CONTINUATION:")
    .replaceAll(/,(?=[ \t]*(?:\/|,|$))/g, "\\,");
}

export function unescapeArgs(text: string): string {
  return text.replaceAll(
    /\\(?:([\\\],nr])|(?=\[CONTINUATION:))/g,
    (_, character?: string) => character === undefined ? "" : UNESCAPED[character]!,
  );
}

/** What begins our own texts: a suffix, or a whole context. */
const OPENING_REGEXP = /(\[CONTINUATION(?::|-PASSING\]))/;

/**
 * Own arguments stand before the suffix as they are; only a look-alike of our own texts (`[CONTINUATION:`,
 * `[CONTINUATION-PASSING]`) gets a backslash, and backslashes before it are doubled: user text is never transport.
 */
export function escapeOwnArgs(args: string): string {
  return replaceOpenings(args, (slashes) => slashes + slashes + "\\");
}

export function unescapeOwnArgs(text: string): string {
  return replaceOpenings(text, (slashes) => slashes.slice(0, Math.floor(slashes.length / 2)));
}

/** Replaces the backslashes right before every opening; a run never reaches into the part before it. */
function replaceOpenings(text: string, replace: (slashes: string) => string): string {
  // Texts and openings in turn: what stands before an opening has an even index.
  const parts = text.split(OPENING_REGEXP);
  const replaced = parts.map((part, index) => {
    if (index % 2 === 1 || index === parts.length - 1) return part;
    let end = part.length;
    while (part[end - 1] === "\\") end--;
    return part.slice(0, end) + replace(part.slice(end));
  });
  return replaced.join("");
}
