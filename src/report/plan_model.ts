/** A plan's steps and how far each is: the one reading of what the shipped skills write into `plans/` and `session.md`. */
import { counted, oneLine } from "../base/fitted_text.ts";

const STATES = { " ": "todo", "~": "begun", "!": "blocked", x: "done", X: "done" } as const;
type StepState = typeof STATES[keyof typeof STATES];

export interface Step {
  /** Of `### Step N`; absent: a task without a number. */
  readonly number: number | undefined;
  /** As an order; a blocked one says behind it, in parentheses, what blocks it. */
  readonly title: string;
  readonly state: StepState;
  /** Numbers of the steps that come before it. */
  readonly needs: readonly number[];
}

export interface PlanState {
  readonly steps: readonly Step[];
  /** What its author says comes next. */
  readonly next: string | undefined;
  readonly blockers: readonly string[];
}

interface Mark {
  readonly state: StepState;
  readonly title: string;
  /** Blanks before it: what is indented is a part of the task above it. */
  readonly indent: number;
}

const MARK_REGEXP = /^( *)(?:[-*+]|\d{1,4}[.)]) {1,4}\[([ xX~!])\](?: (.*))?$/;
const HEADING_REGEXP = /^#{2,4} (?:\[([ xX~!])\] )?Step (\d{1,4})\b(.*)$/i;
const NUMBER_REGEXP = /^Step (\d{1,4})\b(.*)$/i;
/** Such as `- next: …`; a name in bold, and a list's mark before it, are fine. */
const FIELD_REGEXP = /^[-*+ ]*(next|blocker|blocked|needs)(?:\*\*)?:(?:\*\*)? *(\S.*)$/i;

/** A mark with its text, in the order of the lines; what stands in a block of code is an example. */
export function readMarks(text: string): Mark[] {
  return plainLines(text).flatMap((line) => {
    const [, blanks = "", mark, title = ""] = MARK_REGEXP.exec(line.replaceAll("\t", "  ")) ?? [];
    if (mark === undefined) return [];
    return [{
      state: stateOf(mark),
      title: title.replaceAll("**", "").trim(),
      indent: blanks.length,
    }];
  });
}

/** The values of all `next:` or `blocker:` lines. */
export function readFields(text: string, names: readonly string[]): string[] {
  return plainLines(text).flatMap((line) => {
    const [, name = "", value = ""] = FIELD_REGEXP.exec(line) ?? [];
    return names.includes(name.toLowerCase()) ? [oneLine(value)] : [];
  });
}

/**
 * Progress is kept by number: a step of the plan that the progress file lacks is to do. Where the two have no numbers
 * in common, the marks of the progress file, else of the plan, are the tasks.
 */
export function readPlanState(plan = "", progress = ""): PlanState {
  const headings = readHeadings(plan);
  const marks = readMarks(progress);
  const numbered = marks.flatMap(({ state, title }): Step[] => {
    const [, number, rest = ""] = NUMBER_REGEXP.exec(title) ?? [];
    return number === undefined ? [] : [stepOf(number, rest, state)];
  });
  const byNumber = new Map(numbered.map((step) => [step.number, step]));
  const isByNumber = numbered.length > 0 || headings.length > 0 && marks.length === 0;
  const tasks = (marks.length > 0 ? marks : readMarks(plan)).map(({ state, title }): Step => (
    { state, title, number: undefined, needs: [] }
  ));
  const known = new Set(headings.map(({ number }) => number));
  const steps = [
    ...headings.map((step) => ({ ...step, ...byNumber.get(step.number), needs: step.needs })),
    ...numbered.filter(({ number }) => !known.has(number)),
  ];
  return {
    steps: isByNumber ? steps : tasks,
    next: readFields(progress, ["next"]).at(-1),
    blockers: readFields(progress, ["blocker", "blocked"]),
  };
}

/** `### Step N: …` with what it needs; marks below it, where there are any, say how far it is. */
function readHeadings(plan: string): Step[] {
  const sections: { step: Step; lines: string[] }[] = [];
  for (const line of plainLines(plan)) {
    const [, mark = " ", number, rest = ""] = HEADING_REGEXP.exec(line) ?? [];
    if (number !== undefined) {
      sections.push({ step: stepOf(number, rest, stateOf(mark)), lines: [] });
    } else if (/^#{1,3} /.test(line)) sections.push({ step: stepOf("0", "", "todo"), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.filter(({ step }) => step.number !== 0).map(({ step, lines }) => {
    const text = lines.join("\n");
    const needs = readFields(text, ["needs"]).flatMap((value) => value.match(/\d{1,4}/g) ?? []);
    const states = readMarks(text).map(({ state }) => state);
    return { ...step, needs: needs.map(Number), state: joined(step.state, states) };
  });
}

function joined(own: StepState, states: readonly StepState[]): StepState {
  if (own !== "todo" || states.length === 0) return own;
  if (states.includes("blocked")) return "blocked";
  if (states.every((state) => state === "done")) return "done";
  return states.every((state) => state === "todo") ? "todo" : "begun";
}

function stepOf(number: string, rest: string, state: StepState): Step {
  const title = oneLine(rest.replace(/^[\s:.–—-]+/, ""));
  return { number: Number(number), title, state, needs: [] };
}

function stateOf(mark: string): StepState {
  return STATES[mark as keyof typeof STATES];
}

function plainLines(text: string): string[] {
  let isCode = false;
  return text.split(/\r?\n/).filter((line) => {
    const isFence = /^ *(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
}

/** Every step done: a blocked one is not. */
export function isFinished({ steps }: PlanState): boolean {
  return steps.length > 0 && steps.every(({ state }) => state === "done");
}

/** The step to go on with: the one begun, else the first to do whose needs are met. */
export function nextStep({ steps }: PlanState): Step | undefined {
  const isDone = (number: number) => steps.find((step) => step.number === number)?.state === "done";
  return steps.find(({ state }) => state === "begun") ??
    steps.find(({ state, needs }) => state === "todo" && needs.every(isDone));
}

/** `Step 3: Rename it`, or the task's title alone. */
export function stepText({ number, title }: Step): string {
  return oneLine(number === undefined ? title : `Step ${number}${title && `: ${title}`}`);
}

/** `2 of 5 steps done, 1 blocked`; empty where nothing is marked. */
export function progressText({ steps }: PlanState): string {
  if (steps.length === 0) return "";
  const count = (wanted: StepState) => steps.filter(({ state }) => state === wanted).length;
  const noun = steps.some(({ number }) => number !== undefined) ? "step" : "task";
  const [done, begun, blocked] = [count("done"), count("begun"), count("blocked")];
  return [
    `${done} of ${counted(steps.length, noun)} done`,
    ...begun > 0 ? [`${begun} begun`] : [],
    ...blocked > 0 ? [`${blocked} blocked`] : [],
  ].join(", ");
}

/** What stands in the way: blocked steps with their reason, and what is named as a blocker. */
export function blockersOf({ steps, blockers }: PlanState): string[] {
  return [...steps.filter(({ state }) => state === "blocked").map(stepText), ...blockers];
}
