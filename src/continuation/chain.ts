/** A chain, and its transport at the end of a skill's arguments: `[CONTINUATION: /a x, /b]`, printed and peeled. */
import { isEscaped } from "../base/fitted_text.ts";
import type { AgentWays } from "../host/host.ts";

/** One `/skill args`. */
export interface Invocation {
  /** `design` or `plugin:design`. */
  readonly skill: string;
  readonly args: string;
  /** For a skill that the agent does not run by its name: the file to read and follow. */
  readonly file?: string;
  /** It runs in a context of its own, which gets no chain. */
  readonly isFork?: true;
  /** It stands behind a name that leads nowhere: it runs when the user has been asked. */
  readonly waits?: true;
}

/** What a prompt asks for. */
export interface Chain {
  readonly current: Invocation;
  readonly continuation: readonly Invocation[];
  /** The agent does not run the current skill for what was typed (`/design, /plan`): the model has to call it. */
  readonly isNotStarted?: true;
  /** Names that ask for a skill and lead to none, in order. */
  readonly unknown?: readonly UnknownStep[];
}

/** A name at a joint that leads to no skill; `at`: how many entries of the continuation stand before it. */
export interface UnknownStep {
  readonly name: string;
  readonly at: number;
}

export function slashText({ skill, args }: Invocation): string {
  return args === "" ? `/${skill}` : `/${skill} ${args}`;
}

const OPENING = "[CONTINUATION:";
const CONTEXT_HEADER = "[CONTINUATION-PASSING]";

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

export function printCall(target: Invocation, rest: readonly Invocation[], ways?: AgentWays) {
  const args = printArgs(target.args, rest);
  if (ways?.call !== undefined) return ways.call(target.skill, args);
  return `Skill(skill: ${JSON.stringify(target.skill)}, args: ${JSON.stringify(args)})`;
}

/**
 * Takes arguments as the agent passed them, or a whole `[CONTINUATION-PASSING]` context, apart into own ones and the
 * entries that follow. Without a closed suffix everything is arguments; `isOpen`: its bracket is missing.
 */
export function peel(
  text: string,
): { readonly args: string; readonly entries: readonly Invocation[]; readonly isOpen?: true } {
  if (text.trimStart().startsWith(CONTEXT_HEADER)) {
    const current = /\nCurrent:[ \t]*\/\S+[ \t]*([^\n]*)/.exec(text)?.[1] ?? "";
    const continuation = /\nContinuation:[ \t]*(\/[^\n]*)/.exec(text)?.[1] ?? "";
    return { args: current.trim(), entries: readEntries(continuation) };
  }
  const suffix = findSuffix(text);
  if (suffix === undefined) {
    const isOpen = /(?:^|[^\\])\[CONTINUATION:/.test(text);
    return { args: unescapeOwnArgs(text).trim(), entries: [], ...isOpen ? { isOpen } : {} };
  }
  const { start, end } = suffix;
  const own = `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`;
  // The entries of suffixes inside come after those before them.
  const [before = "", ...inside] = text.slice(start + OPENING.length, end - 1)
    .split(/(?<!\\)\[CONTINUATION:/);
  const list = inside.length === 0
    ? before
    : [before, ...inside].join(", ").replaceAll(/(?<!\\)\](?=\s*(?:,|\]|$))/g, "");
  return { args: unescapeOwnArgs(own).trim(), entries: readEntries(list) };
}

/** The last suffix that is closed and not escaped; of one inside another the outer one, if it ends behind it. */
function findSuffix(text: string): { start: number; end: number } | undefined {
  const openingBefore = (end: number) => text.slice(0, end).lastIndexOf(OPENING);
  let bound = text.length;
  for (let start = openingBefore(bound); start >= 0; start = openingBefore(start)) {
    if (isEscaped(text, start)) continue;
    const length = closingBracket(text.slice(start, bound));
    // Behind an opening that nothing closes there is no bracket for an earlier one either: no part is searched twice.
    bound = start;
    if (length === 0) continue;
    // A model that puts suffix into suffix means one chain: the first opening's.
    let first = text.indexOf(OPENING);
    while (isEscaped(text, first)) first = text.indexOf(OPENING, first + 1);
    const outer = first === start ? 0 : first + closingBracket(text.slice(first));
    return outer > start + length ? { start: first, end: outer } : { start, end: start + length };
  }
  return undefined;
}

/** Where the suffix's own bracket ends, or 0. Pairs that a model left unescaped (`/plan a[0], /b`) are passed over. */
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
    const [, skill, args = ""] = /^\s*\/(\S+)([\s\S]*)$/.exec(part) ?? [];
    if (skill === undefined) return [];
    return [{ skill: trimList(skill), args: unescapeArgs(trimList(args).trimStart()) }];
  });
}

/** Takes blanks and left-over separators off the end; an escaped comma is the argument's own. */
function trimList(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,]/.test(text[end - 1]!) && !isEscaped(text, end - 1)) end--;
  return text.slice(0, end);
}

// The transport's escape, in an entry: `\` → `\\`, `]` → `\]`, `[CONTINUATION:` → `\[CONTINUATION:`, a comma at the end
// or before (blanks and) a slash or comma → `\,`, line feed → `\n`, carriage return → `\r`. When reading, a backslash
// before any other character stays, so that what is written by hand (`C:\dir`) is read as meant.

const LINE_ENDS: Readonly<Record<string, string>> = { n: "\n", r: "\r" };

export function escapeArgs(args: string): string {
  return args.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r").replaceAll("[CONTINUATION:", "\\[CONTINUATION:")
    .replaceAll(/,(?=[ \t]*(?:\/|,|$))/g, "\\,");
}

export function unescapeArgs(text: string): string {
  return text.replaceAll(
    /\\(?:([\\\],nr])|(?=\[CONTINUATION:))/g,
    (_, character: string = "") => LINE_ENDS[character] ?? character,
  );
}

/** The backslashes right before what begins our own texts: a suffix, or a whole context. */
const OWN_ESCAPES = /(?<!\\)\\*(?=\[CONTINUATION(?::|-PASSING\]))/g;

/** A look-alike of our own texts gets a backslash, those before it are doubled: user text is never transport. */
export function escapeOwnArgs(args: string): string {
  return args.replaceAll(OWN_ESCAPES, (slashes) => slashes + slashes + "\\");
}

export function unescapeOwnArgs(text: string): string {
  return text.replaceAll(OWN_ESCAPES, (slashes) => slashes.slice(0, slashes.length >> 1));
}
