/**
 * What stands in the text where a command's output should be and is not. Bounded, and never inside
 * the success tag, so that a failure cannot be read as data.
 */
import { visibleText } from "../base/clean_text.ts";
import { type Directive, DIRECTIVES } from "../skill/directive.ts";
import { substituteVariables } from "../base/variables.ts";

/** Lines and UTF-16 units shown of standard error, and of a command. */
const MAX_LINES = 20;
const MAX_LENGTH = 2000;
/** UTF-16 units of a command shown on one line. */
const MAX_ON_LINE = 200;

/** What an error block says. */
export interface Failure {
  /** Why there is no output: capital letter, no final period. */
  readonly reason: string;
  /** Clean text; its last lines are shown. */
  readonly stderr: string;
}

/**
 * @param variables Known variables, filled in where the directive is shown.
 * @returns The block, without a line feed at its end.
 */
export function errorBlock(
  directive: Directive,
  failure: Failure,
  path: string,
  variables: Readonly<Record<string, string>>,
): string {
  const lines = [
    `**Preprocessor Error**: ${oneLine(failure.reason)}`,
    `Directive: ${showDirective(directive, variables)}`,
    `Skill: ${oneLine(path)}`,
  ];
  const { shown, left } = lastLines(failure.stderr);
  if (shown.length > 0) {
    lines.push(left > 0 ? `Standard error (its last lines, ${left} left out):` : "Standard error:");
    lines.push(...shown.map((line) => `| ${line}`));
  }
  lines.push("(This is not output: the command above gave none.)");
  return lines.join("\n");
}

/** It as its author wrote it, variables filled in, bounded; a block on lines of its own. */
function showDirective(
  directive: Directive,
  variables: Readonly<Record<string, string>>,
): string {
  const command = visibleText(substituteVariables(directive.command, variables));
  const lines = command.split("\n");
  const left = lines.length - MAX_LINES;
  const kept = left > 0 ? [...lines.slice(0, MAX_LINES), `… ${left} more lines`] : lines;
  return DIRECTIVES[directive.name].show(bounded(kept.join("\n"), MAX_LENGTH));
}

/** Its command on one line, variables filled in, bounded. */
export function commandLine(
  directive: Directive,
  variables: Readonly<Record<string, string>>,
): string {
  const command = visibleText(substituteVariables(directive.command, variables)).trim();
  const [first = "", ...more] = command.split("\n").filter((line) => line.trim() !== "");
  const rest = more.length === 0
    ? ""
    : ` … and ${more.length} more line${more.length > 1 ? "s" : ""}`;
  return `!\`${bounded(first.trim(), MAX_ON_LINE)}\`${rest}`;
}

function lastLines(text: string): { shown: string[]; left: number } {
  if (text === "") return { shown: [], left: 0 };
  const cut = text.length > MAX_LENGTH ? text.slice(-MAX_LENGTH) : text;
  const lines = cut.split("\n");
  const all = text.length > MAX_LENGTH ? text.split("\n").length : lines.length;
  const shown = lines.slice(-MAX_LINES);
  return { shown, left: all - shown.length };
}

function oneLine(text: string): string {
  return visibleText(text).replaceAll("\n", " ");
}

function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
