/** `skillhook report status`, `statusline` and `plans`: where the project stands, for the skills of these names. */
import { counted, oneLine } from "../base/fitted_text.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { listMarkers } from "../state/session_marker.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { isUnfinished, positionText } from "../progress/progress.ts";
import { chainOf } from "../progress/session_chain.ts";
import { type GitState, gitState } from "./git_state.ts";
import {
  currentPlan,
  type Plan,
  readPlan,
  readPlans,
  readSessionNotes,
  stepText,
} from "./plans.ts";

export interface ReportContext {
  readonly projectDir: string;
  readonly session: string | undefined;
  readonly transcript: string | undefined;
  /** Milliseconds since 1970: all sessions of the project that went on after it. */
  readonly since: number | undefined;
  /** Absent: all plans. */
  readonly plan: string | undefined;
  /** What the agent says about itself on standard input; empty when it says nothing. */
  readonly fields: Fields;
}

/** For the working tree. A busy machine takes long; a late status is better than none, a late status line is not drawn. */
const GIT_DEADLINES_MS = { status: 3_000, statusline: 1_000 };
const MAX_TASKS = 10;
const MAX_BLOCKERS = 5;

/** ADD A REPORT: one function and one row. */
export const REPORTS = { status: statusReport, statusline: statuslineReport, plans: plansReport };

async function statusReport(host: Host, context: ReportContext): Promise<string> {
  const { projectDir, session } = context;
  const git = gitState(host, projectDir, GIT_DEADLINES_MS.status);
  const { plans, more } = readPlans(host, projectDir);
  const tasks = taskLines(readSessionNotes(host, projectDir));
  const loaded = (await loadedIn(host, session))?.map(({ skill, agent }) =>
    agent === null ? skill : `${skill} (in a subagent)`
  );
  const skills = loaded === undefined
    ? "not known outside of a session"
    : oneLine(loaded.join(", "), 400) || "none";
  const state = await git;
  return [
    `Project: ${oneLine(projectDir, 300)}`,
    ...state === undefined
      ? ["Branch: none, this is no git repository"]
      : [`Branch: ${oneLine(state.branch)}`, `Working tree: ${treeText(state)}`],
    "",
    ...plans.length === 0 ? ["Plans: none"] : ["Plans:", ...plans.flatMap(planRow)],
    ...more > 0 ? [`- and ${more} more`] : [],
    "",
    ...tasks,
    "",
    `Loaded skills: ${skills}`,
  ].join("\n");
}

async function loadedIn(host: Host, session: string | undefined) {
  if (session === undefined) return undefined;
  return await listMarkers(host, stateDirectories(host), session);
}

function treeText({ tree, unknown }: GitState): string {
  if (tree === undefined) return `not known, ${oneLine(unknown)}`;
  const { changed, untracked } = tree;
  if (changed + untracked === 0) return "clean";
  const more = unknown === "" ? "" : ` or more (${unknown})`;
  return `${counted(changed, "changed file")}, ${untracked} untracked${more}`;
}

/** A line, and below it what stands in the way and what is next, while something is left. */
function planRow({ name, parts, far, next, blockers }: Plan): string[] {
  return [
    `- ${name}: ${parts.join(", ") || "no files yet"}${far && `; ${far}`}`,
    ...blockers.slice(0, MAX_BLOCKERS).map((text) => `  - blocked: ${text}`),
    ...next === undefined ? [] : [`  - next: ${next}`],
  ];
}

const MARKS = { todo: " ", begun: "~", blocked: "!", done: "x" } as const;

function plansReport(host: Host, { projectDir, plan: named }: ReportContext): string {
  // A folder's name; the path of it or of one of its files is fine.
  const parts = (named ?? "").split("/").filter((part) => !/^\.*$/.test(part));
  const name = parts[parts.lastIndexOf("plans") + 1];
  const plans = name === undefined
    ? readPlans(host, projectDir).plans
    : [readPlan(host, projectDir, name)];
  if (plans.length === 0) return "Plans: none";
  return plans.map((plan) => {
    const [head = "", ...rest] = planRow(plan);
    const steps = plan.steps.map((step) => {
      const needs = step.needs?.length ? ` (needs ${step.needs.join(", ")})` : "";
      return `  - [${MARKS[step.state]}] ${stepText(step)}${needs}`;
    });
    const isDone = plan.isFinished ? ["  - finished"] : [];
    return [head.replace(/^- /, "Plan "), ...steps, ...rest, ...isDone].join("\n");
  }).join("\n\n");
}

function taskLines(notes: ReturnType<typeof readSessionNotes>): string[] {
  if (notes === undefined) return ["Tasks: none, there is no session.md"];
  const { inProgress, pending, next, blockers } = notes;
  const more = pending.length - MAX_TASKS;
  return [
    ...inProgress.slice(0, 3).map((task) => `In progress: ${task}`),
    ...next === undefined ? [] : [`Next: ${next}`],
    ...blockers.slice(0, MAX_BLOCKERS).map((text) => `Blocker: ${text}`),
    pending.length === 0 ? "Pending tasks: none" : "Pending tasks:",
    ...pending.slice(0, MAX_TASKS).map((task) => `- ${task}`),
    ...more > 0 ? [`- and ${more} more`] : [],
  ];
}

async function statuslineReport(host: Host, context: ReportContext): Promise<string> {
  const { projectDir, session, fields: { model, context_window: window } } = context;
  const git = gitState(host, projectDir, GIT_DEADLINES_MS.statusline);
  const { inProgress = [], pending = [] } = readSessionNotes(host, projectDir) ?? {};
  const plan = currentPlan(readPlans(host, projectDir).plans, inProgress);
  const loaded = await loadedIn(host, session) ?? [];
  const chain = await chainOf(host, session);
  const used = isFields(window) ? window.used_percentage : undefined;
  const parts = [
    isFields(model) ? asString(model.display_name) ?? asString(model.id) : asString(model),
    lastSegment(projectDir, host.platform),
    branchText(await git),
    typeof used === "number" ? `${Math.round(used)} % context` : "",
    isUnfinished(chain) ? `${positionText(chain)} ${chain.steps[chain.current]!.skill}` : "",
    plan && planText(plan),
    inProgress[0] ?? (pending.length > 0 ? `${pending.length} pending` : ""),
    loaded.length > 0 ? `${counted(loaded.length, "skill")} loaded` : "",
  ];
  const shown = parts.map((part) => oneLine(part ?? "", 50)).filter((part) => part !== "");
  return oneLine(shown.join(" · "), 160);
}

function planText({ name, done, steps, blocked }: Plan): string {
  return `${name} ${done}/${steps.length}${blocked > 0 ? ` !${blocked}` : ""}`;
}

/** Changes as `main +2 ?1`; `main …` when git did not say in time. */
function branchText(git: GitState | undefined): string {
  if (git === undefined) return "";
  const { branch, tree } = git;
  if (tree === undefined) return `${branch} …`;
  const changed = tree.changed > 0 ? ` +${tree.changed}` : "";
  return `${branch}${changed}${tree.untracked > 0 ? ` ?${tree.untracked}` : ""}`;
}
