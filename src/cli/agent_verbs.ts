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
};
