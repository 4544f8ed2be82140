/** The entries that are there without any settings: texts about the session notes that our skills keep, which state what the user means. */
import { cutWhole } from "../base/fitted_text.ts";
import type { Settings } from "../config/schema.ts";

export interface Shortcut {
  readonly summary: string;
  /** What the model is told. */
  readonly text: string;
}

/** Both tiers, by what the user types (a directive without its colon). */
export interface Shortcuts {
  readonly shortcuts: ReadonlyMap<string, Shortcut>;
  readonly directives: ReadonlyMap<string, Shortcut>;
  /** What skills' own commands do, by the command without its slash, where that is asked for. */
  readonly commands?: ReadonlyMap<string, string>;
}

/** Typed alone: help. Its text is made when it is asked for. The agent's terminal keeps `?` for itself. */
export const HELP_SHORTCUTS: readonly string[] = ["?", "h?"];
/** Typed alone: goes on with an unfinished chain, if there is one. */
export const RESUME_SHORTCUT = "r";

const NOTES =
  "the session notes (`session.md`, sections `## Pending`, `## In progress`, `## Done`)";

const entry = (summary: string, text: string): Shortcut => ({ summary, text });
type Entries = Readonly<Record<string, Shortcut>>;

/** Tier 1: exact, on the whole trimmed prompt, case-sensitive. */
const BUILTIN_SHORTCUTS: Entries = {
  s: entry(
    "status: list pending tasks, then wait",
    `[SHORTCUT s: status] The user asks for the status. List the task in progress and the pending tasks
from ${NOTES}, and nothing else. Then wait for instructions: no task is started and no file is changed.`,
  ),
  x: entry(
    "execute: resume the task in progress, else start the first pending one, then stop",
    `[SHORTCUT x: execute] The user asks for one task to be done. Resume the task under "In progress" in
${NOTES}; if there is none, start the first one under "Pending". Stop when that task is done: no commit, no handoff.`,
  ),
  xc: entry(
    "execute to completion, then handoff, commit, status",
    `[SHORTCUT xc: execute, handoff, commit] The user asks for one task to be done and wrapped up. Resume the
task under "In progress" in ${NOTES}, else start the first one under "Pending". When it is complete: hand off (bring
the session notes up to date), commit, and then show the status.`,
  ),
  r: entry(
    "resume: go on with the unfinished chain, else with the task in progress",
    `[SHORTCUT r: resume] The user asks to go on with the task under "In progress" in ${NOTES}. If nothing is
in progress, say that this is an error and stop: no pending task is started instead.`,
  ),
  h: entry(
    "handoff: bring the session notes up to date",
    `[SHORTCUT h: handoff] The user asks for a handoff. Bring ${NOTES} up to date, so that another session can
go on from them. No commit.`,
  ),
  hc: entry(
    "handoff, then commit",
    `[SHORTCUT hc: handoff, commit] The user asks for a handoff and a commit. Bring ${NOTES} up to date, so
that another session can go on from them. Then commit.`,
  ),
  ci: entry(
    "commit the current changes",
    `[SHORTCUT ci: commit] The user asks for a commit of the current changes. No handoff, no new task.`,
  ),
  "?": entry("help: this list", ""),
  "h?": entry("the same, where the agent keeps ? for itself (its terminal does)", ""),
};

export function isBuiltin(name: string, entry: Shortcut): boolean {
  return BUILTIN_SHORTCUTS[name] === entry;
}

/** Tier 2: key, colon, white space, text, at the start of the prompt. */
const BUILTIN_DIRECTIVES: Entries = {
  d: entry(
    "discuss: talk about it, do nothing",
    `[DIRECTIVE d: discuss] The user wants to discuss this and nothing more. Answer, weigh, ask. No file is
changed, no command that changes anything is run, no task is recorded or started.`,
  ),
  p: entry(
    "pending: record it as a pending task, do nothing else",
    `[DIRECTIVE p: pending] The user wants this recorded as a task. Add it under "Pending" in ${NOTES}, in
the user's words, and say so in one line. It is not started, and nothing else is changed.`,
  ),
};

const MAX_SUMMARY = 100;

/** The built-in entries with what `skillhook.yaml` adds, replaces or turns off. */
export function mergeShortcuts(settings: Settings | undefined): Shortcuts {
  return {
    shortcuts: merged(BUILTIN_SHORTCUTS, settings?.shortcuts),
    directives: merged(BUILTIN_DIRECTIVES, settings?.directives),
  };
}

function merged(builtin: Entries, own: Settings["shortcuts"] = new Map()): Map<string, Shortcut> {
  const entries = new Map(Object.entries(builtin));
  for (const [name, entry] of own) {
    if (entry === null) entries.delete(name);
    else {
      const text = entry.text.trim();
      const summary = entry.summary ?? cutWhole(text.split("\n", 1)[0]!, MAX_SUMMARY);
      entries.set(name, { text, summary });
    }
  }
  return entries;
}
