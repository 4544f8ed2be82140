/** What the shipped skills write into `plans/` and `session.md`, read in one way for all reports: steps, and how far each is. */
import { counted, oneLine } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

const STATES = { " ": "todo", "~": "begun", "!": "blocked", x: "done", X: "done" } as const;
type StepState = typeof STATES[keyof typeof STATES];

export interface Step {
  /** Of `### Step N`; absent: a task without a number. */
  readonly number?: number;
  readonly title: string;
  readonly state: StepState;
  readonly needs?: readonly number[];
}

export type Plan = ReturnType<typeof readPlan>;

const MARK_REGEXP = /^( *)(?:[-*+]|\d{1,4}[.)]) {1,4}\[([ xX~!])\](?: (.*))?$/;
const HEADING_REGEXP = /^#{2,4} (?:\[([ xX~!])\] )?Step (\d{1,4})\b(.*)$/i;
const SECTION_REGEXP = /^(?=#{1,3} |#### (?:\[[ xX~!]\] )?Step \d{1,4}\b)/im;
const NUMBER_REGEXP = /^Step (\d{1,4})\b(.*)$/i;
/** Such as `- next: …`; a name in bold, and a list's mark before it, are fine. */
const FIELD_REGEXP = /^[-*+ ]*(next|blocker|blocked|needs)(?:\*\*)?:(?:\*\*)? *(\S.*)$/i;

const MAX_BYTES = 128 * 1024;
const MAX_PLANS = 12;

export function readPlans(host: Host, projectDir: string) {
  const names = (attempt(() => host.list(joinPath(projectDir, "plans"))) ?? [])
    .filter(({ kind, name }) => kind === "directory" && !name.startsWith("."))
    .map(({ name }) => name).sort();
  const plans = names.slice(0, MAX_PLANS).map((name) => readPlan(host, projectDir, name));
  return { plans, more: names.length - plans.length };
}

/** None of its files need be there; `parts` says which are: design, plan, progress. */
export function readPlan(host: Host, projectDir: string, name: string) {
  const texts = ["design", "plan", "progress"].map((part) =>
    [part, readSome(host, joinPath(projectDir, `plans/${name}/${part}.md`))] as const
  ).filter(([, text]) => text !== undefined);
  const { plan, progress } = Object.fromEntries(texts);
  const parts = texts.map(([part]) => part);
  return { name: oneLine(name, 60), parts, ...readPlanState(plan, progress) };
}

export function currentPlan(plans: readonly Plan[], [task = ""]: readonly string[]) {
  const open = plans.filter((plan) => plan.steps.length > 0 && !plan.isFinished);
  return open.find(({ name }) => task.includes(`plans/${name}`)) ??
    (open.length === 1 ? open[0] : undefined);
}

export function readSessionNotes(host: Host, projectDir: string) {
  const text = readSome(host, joinPath(projectDir, "session.md"));
  if (text === undefined) return undefined;
  const current = sectionOf(text, "in progress");
  return {
    inProgress: openTasks(current),
    pending: openTasks(sectionOf(text, "pending")),
    next: readFields(current, "next")[0],
    blockers: readFields(sectionOf(text, "notes"), "blocker", "blocked"),
  };
}

function openTasks(text: string): string[] {
  // What is indented is a part of the task above it.
  return readMarks(text).filter(({ state, indent }) => state !== "done" && indent === 0)
    .map(({ state, title }) => oneLine(state === "blocked" ? `${title} [blocked]` : title));
}

function sectionOf(text: string, title: string): string {
  let isInside = false;
  return text.split("\n").filter((line) => {
    if (line.startsWith("## ")) isInside = line.slice(3).trim().toLowerCase() === title;
    return isInside;
  }).join("\n");
}

function readSome(host: Host, path: string): string | undefined {
  return attempt(() => {
    if (host.stat(path)?.kind !== "file") return undefined;
    const bytes = host.readBytes(path, 0, MAX_BYTES);
    return bytes && new TextDecoder().decode(bytes);
  });
}

/** Steps are matched by number; where there are no numbers, the marks of the progress file, else of the plan, are the tasks. */
export function readPlanState(plan = "", progress = "") {
  const headings = readHeadings(plan);
  const marks = readMarks(progress);
  const numbered = marks.flatMap(({ state, title }) => {
    const [, number, rest] = NUMBER_REGEXP.exec(title) ?? [];
    return number === undefined ? [] : [stepOf(state, number, rest)];
  });
  const isByNumber = numbered.length > 0 || headings.length > 0 && marks.length === 0;
  const byNumber = new Map(numbered.map((step) => [step.number, step]));
  const known = new Set(headings.map(({ number }) => number));
  const merged = [
    ...headings.map((step) => ({ ...step, ...byNumber.get(step.number) })),
    ...numbered.filter(({ number }) => !known.has(number)),
  ];
  const tasks = marks.length > 0 ? marks : readMarks(plan);
  const steps: readonly Step[] = isByNumber ? merged : tasks;
  const byState = Object.groupBy(steps, ({ state }) => state);
  const { todo = [], begun = [], blocked = [], done = [] } = byState;
  const isFinished = steps.length > 0 && done.length === steps.length;
  const isDone = (number: number) => steps.find((step) => step.number === number)?.state === "done";
  const step = begun[0] ?? todo.find(({ needs = [] }) => needs.every(isDone));
  const noun = steps.some(({ number }) => number !== undefined) ? "step" : "task";
  const far = [
    `${done.length} of ${counted(steps.length, noun)} done`,
    ...begun.length > 0 ? [`${begun.length} begun`] : [],
    ...blocked.length > 0 ? [`${blocked.length} blocked`] : [],
  ];
  return {
    steps,
    done: done.length,
    blocked: blocked.length,
    isFinished,
    /** `2 of 5 steps done, 1 blocked`; empty where nothing is marked. */
    far: steps.length === 0 ? "" : far.join(", "),
    /** What its author says comes next, else the next step. */
    next: isFinished ? undefined : readFields(progress, "next").at(-1) ?? (step && stepText(step)),
    blockers: [...blocked.map(stepText), ...readFields(progress, "blocker", "blocked")],
  };
}

/** `### Step N: …` with what it needs; marks below it, where there are any, say how far it is. */
function readHeadings(plan: string): Step[] {
  return plainLines(plan).join("\n").split(SECTION_REGEXP).flatMap((section) => {
    const [head = "", ...lines] = section.split("\n");
    const [, mark = " ", number, rest] = HEADING_REGEXP.exec(head) ?? [];
    if (number === undefined) return [];
    const text = lines.join("\n");
    const needs = readFields(text, "needs").flatMap((value) => value.match(/\d{1,4}/g) ?? []);
    const states = readMarks(text).map(({ state }) => state);
    return [{ ...stepOf(joined(stateOf(mark), states), number, rest), needs: needs.map(Number) }];
  });
}

function joined(own: StepState, states: readonly StepState[]): StepState {
  if (own !== "todo" || states.length === 0) return own;
  if (states.includes("blocked")) return "blocked";
  const [first, second] = new Set(states);
  return second === undefined ? first! : "begun";
}

function stepOf(state: StepState, number: string, rest = ""): Step {
  return { number: Number(number), title: oneLine(rest.replace(/^[\s:.–—-]+/, "")), state };
}

function stateOf(mark: string): StepState {
  return STATES[mark as keyof typeof STATES];
}

/** Marks with their texts; what stands in a block of code is an example. */
function readMarks(text: string): (Step & { readonly indent: number })[] {
  return plainLines(text).flatMap((line) => {
    const [, blanks = "", mark, title = ""] = MARK_REGEXP.exec(line.replaceAll("\t", "  ")) ?? [];
    if (mark === undefined) return [];
    const plain = title.replaceAll("**", "").trim();
    return [{ state: stateOf(mark), title: plain, indent: blanks.length }];
  });
}

function readFields(text: string, ...names: readonly string[]): string[] {
  return plainLines(text).flatMap((line) => {
    const [, name = "", value = ""] = FIELD_REGEXP.exec(line) ?? [];
    return names.includes(name.toLowerCase()) ? [oneLine(value)] : [];
  });
}

function plainLines(text: string): string[] {
  let isCode = false;
  return text.split(/\r?\n/).filter((line) => {
    const isFence = /^ *(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
}

/** `Step 3: Rename it`, or the task's title alone. */
export function stepText({ number, title }: Step): string {
  return oneLine(number === undefined ? title : `Step ${number}${title && `: ${title}`}`);
}
