/** Verbs about the agent: getting under its hooks, and seeing what happens there. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb; part of the verb table. */
export const AGENT_VERBS: Readonly<Record<string, VerbRow>> = {
  install: {
    summary: "Put our hooks into the agent's settings, and our skills beside them",
    usage: "[--user|--project|--local] [--skills] [--dry-run] [--take ours|theirs] [--binary FILE]",
    details: `  --user         ~/.claude/settings.json (this one when nothing is said)
  --project      .claude/settings.json of $CLAUDE_PROJECT_DIR, else of this directory
  --local        .claude/settings.local.json there
  --skills       copy the skills in skills/ too
  --dry-run      show the difference, change nothing
  --take CHOICE  entries of ours that you edited: ours replaces them, theirs keeps them
  --binary FILE  the program the agent is to start (else this one)

Everything else in the file stays as it is, byte for byte; a file that is no strict JSON is refused. Doing it
again changes nothing.

Examples:
  skillhook install --dry-run
  skillhook install --project --skills`,
    load: () => import("./install.ts").then((module) => module.installVerb),
  },
  uninstall: {
    summary: "Take exactly our hooks and skills out again",
    usage: "[--user|--project|--local] [--dry-run]",
    details: `  --user     ~/.claude/settings.json (this one when nothing is said)
  --project  .claude/settings.json of $CLAUDE_PROJECT_DIR, else of this directory
  --local    .claude/settings.local.json there
  --dry-run  show the difference, change nothing

Right after an installation the file is what it was before, byte for byte. Skills that you edited stay.

Examples:
  skillhook uninstall --dry-run`,
    load: () => import("./uninstall.ts").then((module) => module.uninstallVerb),
  },
  doctor: {
    summary: "Try everything that is wired, and say what would not work and what to do",
    usage: "[--json] [--project DIR]",
    details:
      `  --json         {"ok", "project", "findings": [{"level": "problem|advice|fine", "topic", "message", "remedy",
                 "path", "line"}]}
  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)

Starts each wired command of ours as the agent would, with an event that calls for silence. A command of a
project's file that is not approved is not started. Exit code 1: something would not work.

Examples:
  skillhook doctor
  skillhook doctor --json | jq '.findings[] | select(.level == "problem")'`,
    load: () => import("./doctor.ts").then((module) => module.doctorVerb),
  },
};
