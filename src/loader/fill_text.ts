/**
 * Fills arguments and known variables into text that is shown, in one pass: what a value holds is never looked at
 * again. Commands get theirs through the environment instead.
 */
import { fenceRanges, inside } from "../base/markdown_ranges.ts";
import { substituteVariables } from "../base/variables.ts";

export interface Fillings {
  readonly variables: Readonly<Record<string, string>>;
  readonly given: SkillArguments;
  /** Names of the arguments in order, from the frontmatter's `arguments`. */
  readonly names: readonly string[];
}

interface Reference {
  readonly end: number;
  /** `undefined`: there is no such argument, it stays as written. */
  readonly value: string | undefined;
  /** Whether it stays in a code fence, where it is more likely a shell's. */
  readonly staysInFence: boolean;
}

const NAME_REGEXP = /[A-Za-z_][A-Za-z0-9_-]*/y;
const INDEX_REGEXP = /\[([0-9]{1,4})\]/y;
const DIGITS_REGEXP = /[0-9]{1,4}(?![A-Za-z0-9_])/y;

/**
 * `$ARGUMENTS`, `$ARGUMENTS[N]`, `$N` (from 0) and `$name` are arguments; `\$1` is shown as `$1`; in code fences `$1`
 * and `$name` stay. What is not there stays as written, but `$ARGUMENTS` and `$name` become empty.
 */
export function fillText(text: string, fillings: Fillings): string {
  if (!text.includes("$")) return text;
  const { variables } = fillings;
  const inFence = inside(fenceRanges(text));
  let result = "";
  let kept = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", at + 1)) {
    const found = referenceAt(text, at, fillings);
    if (found === undefined) continue;
    if (found.staysInFence && inFence(at)) continue;
    const isEscaped = text[at - 1] === "\\" && at > kept;
    if (!isEscaped && found.value === undefined) continue;
    result += substituteVariables(text.slice(kept, isEscaped ? at - 1 : at), variables);
    result += isEscaped ? text.slice(at, found.end) : found.value;
    kept = found.end;
    at = found.end - 1;
  }
  return result + substituteVariables(text.slice(kept), variables);
}

/** Whether it asks for arguments as a whole or by number. */
export function asksForArguments(text: string): boolean {
  return text.includes("$ARGUMENTS") || /\$[0-9]/.test(text);
}

function referenceAt(text: string, at: number, fillings: Fillings): Reference | undefined {
  const { given, names } = fillings;
  const digits = match(DIGITS_REGEXP, text, at + 1);
  if (digits !== undefined) {
    const end = at + 1 + digits[0].length;
    return { end, value: given.list[Number(digits[0])], staysInFence: true };
  }
  const name = match(NAME_REGEXP, text, at + 1)?.[0];
  if (name === undefined) return undefined;
  if (name === "ARGUMENTS" || name.startsWith("ARGUMENTS-")) {
    const end = at + "$ARGUMENTS".length;
    const index = match(INDEX_REGEXP, text, end);
    if (index === undefined) return { end, value: given.whole, staysInFence: false };
    const value = given.list[Number(index[1])];
    return { end: end + index[0].length, value, staysInFence: false };
  }
  const order = orderOf(name, names);
  if (order === undefined) return undefined;
  const end = at + 1 + names[order]!.length;
  return { end, value: given.list[order] ?? "", staysInFence: true };
}

/** A name may hold hyphens, and may stand before one. */
function orderOf(written: string, names: readonly string[]): number | undefined {
  for (let end = written.length; end > 0; end = written.lastIndexOf("-", end - 1)) {
    const order = names.indexOf(written.slice(0, end));
    if (order >= 0) return order;
  }
  return undefined;
}

function match(regexp: RegExp, text: string, at: number): RegExpExecArray | undefined {
  regexp.lastIndex = at;
  return regexp.exec(text) ?? undefined;
}

export interface SkillArguments {
  /** All of it, for `$ARGUMENTS`. */
  readonly whole: string;
  /** One by one, for `$0` and `$ARGUMENTS[0]`. */
  readonly list: readonly string[];
}

export function argumentsOf(text: string): SkillArguments {
  return { whole: text, list: splitArguments(text) };
}

/**
 * Words as a shell splits them, without expanding anything: quotes keep together, a backslash makes the next character
 * plain (in double quotes only `"`, `\`, `$` and a back quote). A quote that never closes reaches to the end.
 */
export function splitArguments(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const next = text[index + 1];
    if (quote !== "" && character === quote) quote = "";
    else if (quote === "'") word += character;
    else if (
      character === "\\" && next !== undefined && (quote === "" || '"\\$`'.includes(next))
    ) {
      word = (word ?? "") + next;
      index++;
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (quote === "" && " \t\n\r".includes(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}
