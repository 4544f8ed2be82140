/** `skillhook report status` and `report statusline`: where the project stands, for the skills of these names. */
import { counted, oneLine } from "../base/fitted_text.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { type FoundMarker, listSessionMarkers } from "../state/list_markers.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { isUnfinished, positionText, type Progress } from "../progress/progress.ts";
import { chainOf } from "../progress/session_chain.ts";
import { type GitState, gitState } from "./git_state.ts";
import { readPlans, readSessionNotes, type SessionNotes } from "./project_notes.ts";

export interface ReportContext {
  readonly projectDir: string;
  readonly session: string | undefined;
  readonly transcript: string | undefined;
  /** What the agent says about itself on standard input; empty when it says nothing. */
  readonly fields: Fields;
}

/** Milliseconds for the working tree: the whole report is to take under 100, and a status line is drawn again and again. */
const GIT_DEADLINES_MS = { status: 50, statusline: 40 };
const MAX_TASKS = 10;
const MAX_LENGTH = 160;

export async function statusReport(host: Host, context: ReportContext): Promise<string> {
  const { projectDir, session } = context;
  const git = gitState(host, projectDir, GIT_DEADLINES_MS.status);
  const plans = planLines(host, projectDir);
  const tasks = taskLines(readSessionNotes(host, projectDir));
  const skills = skillsText(await loadedIn(host, session));
  return [
    `Project: ${oneLine(projectDir, 300)}`,
    ...gitLines(await git),
    ...["", ...plans],
    ...["", ...tasks],
    ...["", `Loaded skills: ${skills}`],
  ].join("\n");
}

function loadedIn(host: Host, session?: string): Promise<readonly FoundMarker[]> | undefined {
  return session === undefined
    ? undefined
    : listSessionMarkers(host, stateDirectories(host), session);
}

function gitLines(git: GitState | undefined): string[] {
  if (git === undefined) return ["Branch: none, this is no git repository"];
  const { branch, tree, unknown } = git;
  return [`Branch: ${oneLine(branch)}`, `Working tree: ${treeText(tree, unknown)}`];
}

function treeText(tree: GitState["tree"], unknown: string): string {
  if (tree === undefined) return `not known, ${oneLine(unknown)}`;
  const { changed, untracked } = tree;
  const more = unknown === "" ? "" : ` or more (${unknown})`;
  if (changed + untracked === 0) return "clean";
  return `${counted(changed, "changed file")}, ${untracked} untracked${more}`;
}

function planLines(host: Host, projectDir: string): string[] {
  const { plans, more } = readPlans(host, projectDir);
  if (plans.length === 0) return ["Plans: none"];
  const lines = plans.map(({ name, parts, done, tasks }) => {
    const has = parts.length === 0 ? "no files yet" : parts.join(", ");
    return `- ${name}: ${has}${tasks === 0 ? "" : `; ${done} of ${counted(tasks, "task")} done`}`;
  });
  return ["Plans:", ...lines, ...more > 0 ? [`- and ${more} more`] : []];
}

function taskLines(notes: SessionNotes | undefined): string[] {
  if (notes === undefined) return ["Tasks: none, there is no session.md"];
  const { inProgress, pending } = notes;
  const current = inProgress.map((task) => `In progress: ${task}`).slice(0, 3);
  if (pending.length === 0) return [...current, "Pending tasks: none"];
  const shown = pending.slice(0, MAX_TASKS).map((task) => `- ${task}`);
  if (pending.length > MAX_TASKS) shown.push(`- and ${pending.length - MAX_TASKS} more`);
  return [...current, "Pending tasks:", ...shown];
}

function skillsText(loaded: readonly FoundMarker[] | undefined): string {
  if (loaded === undefined) return "not known outside of a session";
  const names = loaded.map(({ skill, agent }) =>
    agent === null ? skill : `${skill} (in a subagent)`
  );
  return oneLine(names.join(", "), 400) || "none";
}

/** One line: model, directory, branch with changes, context used, task, loaded skills. */
export async function statuslineReport(host: Host, context: ReportContext): Promise<string> {
  const { projectDir, session, fields } = context;
  const git = gitState(host, projectDir, GIT_DEADLINES_MS.statusline);
  const { inProgress = [], pending = [] } = readSessionNotes(host, projectDir) ?? {};
  const loaded = await loadedIn(host, session) ?? [];
  const { model, context_window: window } = fields;
  const used = isFields(window) ? window.used_percentage : undefined;
  const parts = [
    isFields(model) ? asString(model.display_name) ?? asString(model.id) : asString(model),
    lastSegment(projectDir, host.platform),
    branchText(await git),
    typeof used === "number" ? `${Math.round(used)} % context` : undefined,
    chainText(await chainOf(host, session)),
    inProgress[0] ?? (pending.length > 0 ? `${pending.length} pending` : undefined),
    loaded.length > 0 ? `${counted(loaded.length, "skill")} loaded` : undefined,
  ];
  const shown = parts.map((part) => oneLine(part ?? "", 50)).filter((part) => part !== "");
  return oneLine(shown.join(" · "), MAX_LENGTH);
}

/** `2/4 orchestrate`. */
function chainText(progress: Progress | undefined): string | undefined {
  if (!isUnfinished(progress)) return undefined;
  return `${positionText(progress)} ${progress.steps[progress.current]!.skill}`;
}

/** Changes as `main +2 ?1`; `main …` when git did not say in time. */
function branchText(git: GitState | undefined): string | undefined {
  if (git === undefined) return undefined;
  const { branch, tree } = git;
  if (tree === undefined) return `${branch} …`;
  const changed = tree.changed > 0 ? ` +${tree.changed}` : "";
  return `${branch}${changed}${tree.untracked > 0 ? ` ?${tree.untracked}` : ""}`;
}
