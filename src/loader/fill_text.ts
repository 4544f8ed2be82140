/** Fills values into text that is shown, in one pass: none is looked at again. Commands have the environment. */
import { fenceRanges, inside } from "../base/markdown_ranges.ts";
import { substituteVariables } from "../base/variables.ts";

export interface SkillArguments {
  /** As typed, for `$ARGUMENTS`. */
  readonly whole: string;
  /** One by one, for `$0` and `$ARGUMENTS[0]`. */
  readonly list: readonly string[];
}

interface Fillings {
  readonly variables: Readonly<Record<string, string>>;
  readonly given: SkillArguments;
  /** Names of the arguments in order, from the frontmatter's `arguments`. */
  readonly names: readonly string[];
}

const REFERENCE_REGEXP =
  /\$(?:ARGUMENTS(?![A-Za-z0-9_])(?:\[([0-9]{1,4})\])?|([0-9]{1,4})(?![A-Za-z0-9_])|([A-Za-z_][A-Za-z0-9_-]*))/g;

/**
 * `$ARGUMENTS`, `$ARGUMENTS[N]`, `$N` (from 0) and `$name` are arguments; `\$1` is shown as `$1`; in code fences `$1`
 * and `$name` stay. What is not there stays as written, but `$ARGUMENTS` and `$name` become empty.
 */
export function fillText(text: string, { variables, given, names }: Fillings): string {
  if (!text.includes("$")) return text;
  const inFence = inside(fenceRanges(text));
  let result = "";
  let kept = 0;
  for (const match of text.matchAll(REFERENCE_REGEXP)) {
    const { 0: whole, 1: index, 2: digits, 3: word, index: at } = match;
    const name = word && nameIn(word, names);
    // In a code fence it is more likely a shell's.
    if (word !== undefined && !name || (digits ?? name) !== undefined && inFence(at)) continue;
    const number = digits ?? index;
    const value = number !== undefined
      ? given.list[Number(number)]
      : name === undefined
      ? given.whole
      : given.list[names.indexOf(name)] ?? "";
    const isEscaped = text[at - 1] === "\\";
    if (!isEscaped && value === undefined) continue;
    result += substituteVariables(text.slice(kept, isEscaped ? at - 1 : at), variables);
    kept = at + (name === undefined ? whole.length : name.length + 1);
    result += isEscaped ? text.slice(at, kept) : value;
  }
  return result + substituteVariables(text.slice(kept), variables);
}

/** A name may hold hyphens, and may stand before one. */
function nameIn(written: string, names: readonly string[]): string | undefined {
  for (let end = written.length; end > 0; end = written.lastIndexOf("-", end - 1)) {
    const name = written.slice(0, end);
    if (names.includes(name)) return name;
  }
  return undefined;
}

/** As a whole or by number. */
export function asksForArguments(text: string): boolean {
  return text.includes("$ARGUMENTS") || /\$[0-9]/.test(text);
}

export function argumentsOf(text: string): SkillArguments {
  return { whole: text, list: splitArguments(text) };
}

const WORD_REGEXP = /(?:"(?:\\[^]|[^"\\])*"?|'[^']*'?|\\[^]|[^ \t\n\r"'])+/g;
const PIECE_REGEXP = /"((?:\\[^]|[^"\\])*)"?|'([^']*)'?|\\([^])/g;

/**
 * Words as a shell splits them, without expanding anything. In double quotes a backslash counts only before `"`, `\`,
 * `$` and a back quote. A quote that never closes reaches to the end.
 */
export function splitArguments(text: string): string[] {
  return (text.match(WORD_REGEXP) ?? []).map((word) =>
    word.replaceAll(
      PIECE_REGEXP,
      (_, double?: string, single?: string, plain?: string) =>
        double?.replaceAll(/\\(["\\$`])/g, "$1") ?? single ?? plain!,
    )
  );
}
