/** What `skillhook trust allow` shows before it asks: every step of the plan, the files it names, and what changed. */
import { counted } from "../base/fitted_text.ts";
import { substituteVariables } from "../base/variables.ts";
import { visibleText } from "../base/clean_text.ts";
import { compareLines } from "../base/unified_diff.ts";
import type { Approval } from "./approval.ts";
import type { PlanStep, StepKind } from "./plan.ts";
import { braced, type Followed, placeVariables } from "./referenced_files.ts";
import type { TrustedFile, TrustEntry } from "./trust_entry.ts";

/** Hexadecimal digits of a digest that are shown. */
const DIGITS = 12;
/** UTF-16 units shown of one text. */
const MAX_TEXT = 20_000;
/** Facts that fit stand on one line. */
const MAX_LINE = 100;

const LABELS: Readonly<Record<StepKind, string>> = {
  run: "",
  send: "send to ",
  ask: "ask ",
  grant: "allow ",
};

/** Lines, safe for a terminal: the file, its steps as written and with variables filled in, what changed since `before`. */
export function approvalText({ plan, entry, followed }: Approval, before?: TrustEntry): string[] {
  const lines = [oneLine(entry.path)];
  if (plan.steps.length > 0) lines.push(`  ${plan.remark}:`);
  const variables = placeVariables(entry.path, entry.project);
  const digests = new Map(entry.files.map(({ path, digest }) => [path, digest]));
  for (const [index, step] of plan.steps.entries()) {
    lines.push(...stepLines(step, `  ${index + 1}. `, variables));
    lines.push(...followedLines(followed[index]!, digests).map((line) => `     ${line}`));
  }
  if (before !== undefined) lines.push(...changes(before, entry));
  return lines;
}

type Variables = Readonly<Record<string, string>>;

function stepLines(step: PlanStep, label: string, variables: Variables): string[] {
  const lines = labelled(label + LABELS[step.kind], step.text);
  const resolved = substituteVariables(braced(step.text), variables);
  if (resolved !== braced(step.text)) lines.push(...labelled("     = ", resolved));
  const facts = step.facts.map(([name, value]) =>
    oneLine(value === "" ? name : `${name}: ${value}`)
  );
  const together = facts.join("; ");
  if (together.length > MAX_LINE) return [...lines, ...facts.map((fact) => `     ${fact}`)];
  return together === "" ? lines : [...lines, `     ${together}`];
}

function followedLines({ paths, notes }: Followed, digests: ReadonlyMap<string, string>): string[] {
  return [
    ...paths.map((path) => {
      const digest = (digests.get(path) ?? "").slice(0, DIGITS);
      return `file ${oneLine(path)} (SHA-256 ${digest}…)`;
    }),
    ...notes.map((note) => `not followed: ${oneLine(note)}`),
  ];
}

function changes(before: TrustEntry, now: TrustEntry): string[] {
  const lines = [`  Changed since ${new Date(before.allowedAt).toISOString().slice(0, 10)}:`];
  const steps = textDiff(stepTexts(before), stepTexts(now));
  lines.push(...steps.map((line) => `     ${line}`));
  if (before.digest !== now.digest && steps.length === 0) {
    lines.push("     the skill's text, not its commands");
  }
  const old = new Map(before.files.map((file) => [file.path, file]));
  for (const file of now.files) {
    lines.push(...fileChanges(old.get(file.path), file));
    old.delete(file.path);
  }
  for (const path of old.keys()) lines.push(`     ${oneLine(path)} is no longer named`);
  return lines;
}

/** Texts and facts, without numbers: a step that moved has not changed. */
function stepTexts({ steps, commands }: TrustEntry): string[] {
  const texts = commands?.flatMap((text) => labelled("", text)) ??
    steps.flatMap((step) => stepLines(step, "", {}));
  return texts.map((line) => line.trimEnd());
}

function fileChanges(before: TrustedFile | undefined, now: TrustedFile): string[] {
  const path = oneLine(now.path);
  if (before === undefined) return [`     ${path} is new`];
  if (before.digest === now.digest) return [];
  if (before.text === undefined || now.text === undefined) {
    return [`     ${path} changed (it is too long, or no text, to show how)`];
  }
  const diff = textDiff(linesOf(before.text), linesOf(now.text));
  return [`     ${path}:`, ...diff.map((line) => `       ${line}`)];
}

/** A text's lines under one label; the bar keeps a line of a command from passing for a line of ours. */
function labelled(label: string, text: string): string[] {
  const bar = `${" ".repeat(Math.max(0, label.length - 2))}| `;
  return linesOf(bounded(text)).map((line, index) => (index === 0 ? label : bar) + line);
}

/** Nothing may hide behind the end of what is shown. */
function bounded(text: string): string {
  const left = text.length - MAX_TEXT;
  if (left <= 0) return text;
  return `${text.slice(0, MAX_TEXT)}\n… ${
    counted(left, "more character")
  }: read the file before you allow it`;
}

function linesOf(text: string): string[] {
  return visibleText(text).split("\n");
}

function oneLine(text: string): string {
  return visibleText(text).replaceAll("\n", "\\u{a}");
}

/** Lines of each text beyond which only the counts are told. */
const MAX_DIFF = 500;

/** What changed, for a person who must decide: lines as `- old` and `+ new`, with `  …` for what stayed the same between them. */
export function textDiff(before: readonly string[], after: readonly string[]): string[] {
  if (before.length > MAX_DIFF || after.length > MAX_DIFF) {
    return [`(too long to compare: ${before.length} lines before, ${after.length} now)`];
  }
  const steps = compareLines(before, after);
  if (steps.every(({ sign }) => sign === " ")) return [];
  return steps.flatMap(({ sign, line }, index) => {
    if (sign !== " ") return [`${sign} ${line}`];
    return steps[index - 1]?.sign === " " ? [] : ["  …"];
  });
}
