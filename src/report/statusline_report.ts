/** `skillhook report statusline`: one line for the agent's status line. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { listSessionMarkers } from "../loader/list_markers.ts";
import { stateDirectories } from "../loader/state_directory.ts";
import { type GitState, gitState } from "./git_state.ts";
import { counted } from "../base/counted.ts";
import { oneLine } from "../base/fitted_text.ts";
import { readSessionNotes } from "./project_notes.ts";

/** A status line is drawn again and again. */
const GIT_DEADLINE_MS = 40;
const MAX_LENGTH = 160;

/**
 * @param session The session, if known.
 * @param fields What the agent says about itself on standard input; empty when it says nothing.
 * @returns One line: model, directory, branch with changes, context used, task, loaded skills.
 */
export async function statuslineReport(
  host: Host,
  projectDir: string,
  session: string | undefined,
  fields: Fields,
): Promise<string> {
  const git = gitState(host, projectDir, GIT_DEADLINE_MS);
  const notes = readSessionNotes(host, projectDir);
  const loaded = session === undefined ? 0 : await loadedCount(host, session);
  const pending = notes?.pending.length ?? 0;
  const parts = [
    modelName(fields),
    lastSegment(projectDir, host.platform),
    branchText(await git),
    contextText(fields),
    notes?.inProgress[0] ?? (pending > 0 ? `${pending} pending` : undefined),
    loaded > 0 ? `${counted(loaded, "skill")} loaded` : undefined,
  ];
  const shown = parts.map((part) => oneLine(part ?? "", 50)).filter((part) => part !== "");
  return oneLine(shown.join(" · "), MAX_LENGTH);
}

async function loadedCount(host: Host, session: string): Promise<number> {
  return (await listSessionMarkers(host, stateDirectories(host), session)).length;
}

function modelName({ model }: Fields): string | undefined {
  return isFields(model) ? asString(model.display_name) ?? asString(model.id) : asString(model);
}

/** Changes as `main +2 ?1`; `main …` when git did not say in time. */
function branchText(git: GitState | undefined): string | undefined {
  if (git === undefined) return undefined;
  const { branch, tree } = git;
  if (tree === undefined) return `${branch} …`;
  const marks = [
    tree.changed > 0 ? `+${tree.changed}` : "",
    tree.untracked > 0 ? `?${tree.untracked}` : "",
  ];
  return [branch, ...marks].filter((part) => part !== "").join(" ");
}

function contextText({ context_window: window }: Fields): string | undefined {
  const used = isFields(window) ? window.used_percentage : undefined;
  return typeof used === "number" ? `${Math.round(used)} % context` : undefined;
}
