/** The files that the shipped skills share: plans below `plans/`, tasks in `session.md`. */
import { oneLine } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { isFinished, type PlanState, readFields, readMarks, readPlanState } from "./plan_model.ts";

export interface Plan extends PlanState {
  readonly name: string;
  /** Which of its files there are: design, plan, progress. */
  readonly parts: readonly string[];
}

export interface SessionNotes {
  readonly inProgress: readonly string[];
  readonly pending: readonly string[];
  /** What is said to come next of the task in progress. */
  readonly next: string | undefined;
  readonly blockers: readonly string[];
}

const PARTS = ["design", "plan", "progress"] as const;
const MAX_BYTES = 128 * 1024;
const MAX_PLANS = 12;

/** The plans by name, and how many were not opened. */
export function readPlans(host: Host, projectDir: string): { plans: Plan[]; more: number } {
  const directory = joinPath(projectDir, "plans");
  const names = (attempt(() => host.list(directory)) ?? [])
    .filter(({ kind, name }) => kind === "directory" && !name.startsWith("."))
    .map(({ name }) => name).sort();
  const plans = names.slice(0, MAX_PLANS).map((name) => readPlan(host, projectDir, name));
  return { plans, more: Math.max(0, names.length - MAX_PLANS) };
}

/** The files that are there may be none. */
export function readPlan(host: Host, projectDir: string, name: string): Plan {
  const directory = joinPath(projectDir, `plans/${name}`);
  const texts = PARTS.map((part) =>
    [part, readSome(host, joinPath(directory, `${part}.md`))] as const
  ).filter(([, text]) => text !== undefined);
  const { plan, progress } = Object.fromEntries(texts);
  return {
    name: oneLine(name, 60),
    parts: texts.map(([part]) => part),
    ...readPlanState(plan, progress),
  };
}

/** The plan that is worked on: named by the task in progress, else the only one with steps left. */
export function currentPlan(
  plans: readonly Plan[],
  notes: SessionNotes | undefined,
): Plan | undefined {
  const open = plans.filter((plan) => plan.steps.length > 0 && !isFinished(plan));
  const [task = ""] = notes?.inProgress ?? [];
  return open.find(({ name }) => task.includes(`plans/${name}`)) ??
    (open.length === 1 ? open[0] : undefined);
}

/** The open tasks of `session.md`; `undefined` without the file. */
export function readSessionNotes(host: Host, projectDir: string): SessionNotes | undefined {
  const text = readSome(host, joinPath(projectDir, "session.md"));
  if (text === undefined) return undefined;
  const section = (title: string) => sectionOf(text, title);
  return {
    inProgress: openTasks(section("in progress")),
    pending: openTasks(section("pending")),
    next: readFields(section("in progress"), ["next"])[0],
    blockers: readFields(section("notes"), ["blocker", "blocked"]),
  };
}

function openTasks(text: string): string[] {
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
