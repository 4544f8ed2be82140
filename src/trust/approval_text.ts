/** What `skillhook trust allow` shows before it asks: every step of the plan, the files it names, and what changed. */
import { counted } from "../base/fitted_text.ts";
import { substituteVariables } from "../base/variables.ts";
import { visibleText } from "../base/clean_text.ts";
import { compareLines } from "../base/unified_diff.ts";
import type { Approval } from "./approval.ts";
import type { PlanStep } from "./plan.ts";
import { braced, placeVariables } from "./referenced_files.ts";
import type { TrustedFile, TrustEntry } from "./trust_store.ts";

/** UTF-16 units shown of one text, and of the facts that stand on one line. */
const MAX_TEXT = 20_000;
const MAX_LINE = 100;
/** Lines of each text beyond which only the counts are told. */
const MAX_DIFF = 500;

const LABELS = { run: "", send: "send to ", ask: "ask ", grant: "allow " } as const;

/** Safe for a terminal: the file, its steps as written and with variables filled in, what changed since `before`. */
export function approvalText({ plan, entry, followed }: Approval, before?: TrustEntry): string[] {
  const variables = placeVariables(entry.path, entry.project);
  const digests = new Map(entry.files.map(({ path, digest }) => [path, digest.slice(0, 12)]));
  const steps = plan.steps.flatMap((step, index) => [
    ...stepLines(step, `  ${index + 1}. `, variables),
    ...followed[index]!.paths
      .map((path) => `     file ${oneLine(path)} (SHA-256 ${digests.get(path)}…)`),
    ...followed[index]!.notes.map((note) => `     not followed: ${oneLine(note)}`),
  ]);
  return [
    oneLine(entry.path),
    ...steps.length > 0 ? [`  ${plan.remark}:`, ...steps] : [],
    ...before === undefined ? [] : changes(before, entry),
  ];
}

function stepLines(step: PlanStep, label: string, variables: Record<string, string>): string[] {
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

function changes(before: TrustEntry, now: TrustEntry): string[] {
  const steps = textDiff(stepTexts(before), stepTexts(now));
  const isTextOnly = before.digest !== now.digest && steps.length === 0;
  const old = new Map(before.files.map((file) => [file.path, file]));
  const lines = isTextOnly ? ["the skill's text, not its commands"] : steps;
  for (const file of now.files) {
    lines.push(...fileChanges(old.get(file.path), file));
    old.delete(file.path);
  }
  for (const path of old.keys()) lines.push(`${oneLine(path)} is no longer named`);
  const day = new Date(before.allowedAt).toISOString().slice(0, 10);
  return [`  Changed since ${day}:`, ...lines.map((line) => `     ${line}`)];
}

/** Without numbers: a step that moved has not changed. */
function stepTexts({ steps, commands }: TrustEntry): string[] {
  const texts = commands?.flatMap((text) => labelled("", text)) ??
    steps.flatMap((step) => stepLines(step, "", {}));
  return texts.map((line) => line.trimEnd());
}

function fileChanges(before: TrustedFile | undefined, now: TrustedFile): string[] {
  const path = oneLine(now.path);
  if (before === undefined) return [`${path} is new`];
  if (before.digest === now.digest) return [];
  if (before.text === undefined || now.text === undefined) {
    return [`${path} changed (it is too long, or no text, to show how)`];
  }
  const diff = textDiff(linesOf(before.text), linesOf(now.text));
  return [`${path}:`, ...diff.map((line) => `  ${line}`)];
}

/** The bar keeps a line of a command from passing for a line of ours. */
function labelled(label: string, text: string): string[] {
  const bar = `${" ".repeat(Math.max(0, label.length - 2))}| `;
  const left = text.length - MAX_TEXT;
  // Nothing may hide behind the end of what is shown.
  const shown = left <= 0 ? text : `${text.slice(0, MAX_TEXT)}\n… ` +
    `${counted(left, "more character")}: read the file before you allow it`;
  return linesOf(shown).map((line, index) => (index === 0 ? label : bar) + line);
}

function linesOf(text: string): string[] {
  return visibleText(text).split("\n");
}

function oneLine(text: string): string {
  return visibleText(text).replaceAll("\n", "\\u{a}");
}

/** Lines as `- old` and `+ new`, with `  …` for what stayed the same. */
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
