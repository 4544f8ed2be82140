/**
 * What a subagent's answer says it was missing. Read out of a text that a model wrote: only plain forms
 * count, a mention in code does not.
 */
import { codeRanges, inside } from "../base/markdown_ranges.ts";
import { findTokens } from "./tokens.ts";

/** What to add on the next start, in order, each once; and the exit code that the answer reports. */
export interface Needs {
  readonly skills: readonly string[];
  /** References that were not resolved, without `@`. */
  readonly references: readonly string[];
  /** Tokens that were not filled in. */
  readonly values: readonly string[];
  readonly exitCode: number | undefined;
}

const REQUEST_REGEXP = /^([\s>*_#`-]{0,20})need skills?[*_`]{0,3}:[*_`]{0,3}([^]*)/i;
const NAME_REGEXP = /^[A-Za-z0-9][\w.-]*(?::[A-Za-z0-9][\w.-]*)?/;
const EXIT_CODE_REGEXP =
  /(?:exit[ _]?code|exit status)["'`*]{0,3}\s{0,3}[:=]?\s{0,3}["'`*]{0,3}([0-9]{1,3})(?![0-9])/gi;

export function readNeeds(text: string): Needs {
  const isCode = inside(codeRanges(text));
  const skills = skillRequests(text).filter(({ at, isMarked }) => isMarked || !isCode(at));
  // Models like to write a path as code; a code fence shows one.
  const plain = text.replaceAll(/(?<!`)`{1,2}(?!`)/g, " ");
  const tokens = findTokens(plain, ["file", "glob", "variable"]);
  const names = (
    kinds: readonly string[],
  ) => [...new Set(tokens.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name))];
  return {
    skills: [...new Set(skills.map(({ name }) => name))],
    references: names(["file", "glob"]),
    values: names(["variable"]),
    exitCode: exitCode(text),
  };
}

/** `need skill: X`, several with commas, at the beginning of a line or behind marks of a list. */
function skillRequests(text: string) {
  const found: { name: string; at: number; isMarked: boolean }[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const at = start;
    start += line.length + 1;
    const [, lead = "", list = ""] = REQUEST_REGEXP.exec(line) ?? [];
    // The whole line is a code span around the request, as models like to write it.
    const isMarked = lead.endsWith("`") && !lead.endsWith("``");
    for (const part of list.split(",")) {
      const name = NAME_REGEXP.exec(part.replace(/^[\s`"'*_/]{0,10}/, ""))?.[0];
      if (name === undefined) break;
      found.push({ name: trimMarks(name), at, isMarked });
    }
  }
  return found;
}

/** The last one that is said. */
function exitCode(text: string): number | undefined {
  const last = [...text.matchAll(EXIT_CODE_REGEXP)].at(-1);
  return last === undefined ? undefined : Number(last[1]);
}

/** `review.` and `review_` end in the sentence's marks; backwards, because an expression would try every run of them. */
function trimMarks(name: string): string {
  let end = name.length;
  while (end > 0 && "._-".includes(name[end - 1]!)) end--;
  return name.slice(0, end);
}
