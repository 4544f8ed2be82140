/** `skillhook report status`: where the project stands, for the skill of that name. */
import type { Host } from "../host/host.ts";
import { type FoundMarker, listSessionMarkers } from "../loader/list_markers.ts";
import { stateDirectories } from "../loader/state_directory.ts";
import { type GitState, gitState } from "./git_state.ts";
import { counted } from "../base/counted.ts";
import { oneLine } from "../base/fitted_text.ts";
import { type Plan, readPlans, readSessionNotes, type SessionNotes } from "./project_notes.ts";

/** Milliseconds for the working tree: the whole report is to take under 100. */
const GIT_DEADLINE_MS = 50;
const MAX_TASKS = 10;

/**
 * @param session The session, if known.
 */
export async function statusReport(
  host: Host,
  projectDir: string,
  session: string | undefined,
): Promise<string> {
  const git = gitState(host, projectDir, GIT_DEADLINE_MS);
  const { plans, more } = readPlans(host, projectDir);
  const notes = readSessionNotes(host, projectDir);
  const loaded = session === undefined
    ? undefined
    : await listSessionMarkers(host, stateDirectories(host), session);
  return [
    `Project: ${oneLine(projectDir, 300)}`,
    ...gitLines(await git),
    "",
    ...planLines(plans, more),
    "",
    ...taskLines(notes),
    "",
    ...skillLines(loaded),
  ].join("\n");
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

function planLines(plans: readonly Plan[], more: number): string[] {
  if (plans.length === 0) return ["Plans: none"];
  const lines = plans.map(({ name, parts, done, tasks }) => {
    const has = parts.length === 0 ? "no files yet" : parts.join(", ");
    return `- ${name}: ${has}${tasks === 0 ? "" : `; ${done} of ${counted(tasks, "task")} done`}`;
  });
  if (more > 0) lines.push(`- and ${more} more`);
  return ["Plans:", ...lines];
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

function skillLines(loaded: readonly FoundMarker[] | undefined): string[] {
  if (loaded === undefined) return ["Loaded skills: not known outside of a session"];
  const names = loaded.map(({ skill, agent }) =>
    agent === null ? skill : `${skill} (in a subagent)`
  );
  return [`Loaded skills: ${names.length === 0 ? "none" : oneLine(names.join(", "), 400)}`];
}
