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
      `  --json         {"ok", "project", "findings": [{"level": "problem|advice|fine", "topic", "code",
                 "severity": "error|warning|info", "message", "remedy", "path", "line", "column"}]}
  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)

Starts each wired command of ours as the agent would, with an event that calls for silence. A command of a
project's file that is not approved is not started. Exit code 1: something would not work.

Examples:
  skillhook doctor
  skillhook doctor --json | jq '.findings[] | select(.level == "problem")'`,
    load: () => import("./doctor.ts").then((module) => module.doctorVerb),
  },
  explain: {
    summary: "Show what one event makes us do, and which line of which file is why",
    usage: "[--last] [--json]",
    details:
      `Reads the event from standard input, one JSON object, and runs the real handler: commands of skills run,
nothing is written.

  --last  the newest event, kept (secrets masked) while the log is on
  --json  {"event", "row", "wired", "decoded", "reasons": [{"topic", "message", "path", "line", "at"}], "read",
          "writes", "commands", "cut", "answer", "ms"}

Examples:
  echo '{"hook_event_name":"UserPromptSubmit","prompt":"/design x, /commit"}' | skillhook explain
  skillhook explain --last`,
    load: () => import("./explain.ts").then((module) => module.explainVerb),
  },
  log: {
    summary: "Show what was decided, event by event, while the log was on",
    usage: "[--last N] [--json] [--path] [--record DIR]",
    details: `  --last N      so many events (else 20)
  --json        the lines as they are: {"time", "event", "session", "decision", "ms", "in", "out", "code", "why",
                "diagnostics"}
  --path        where the log lies
  --record DIR  keep the newest event, sanitised, with its answer as it is now, for "skillhook replay"

SKILLHOOK_LOG=1 logs every event; "log: true" in the user's own skillhook.yaml (never in a project's) those that
are not answered with silence.
It holds no prompts; secrets are masked; at 1 MB a new file begins.

Examples:
  skillhook log --last 5
  skillhook log --json --last 1000 | jq -s 'map(.ms) | add / length'`,
    load: () => import("./log.ts").then((module) => module.logVerb),
  },
  replay: {
    summary: "Run recorded events again and show what is answered differently",
    usage: "DIR [--project DIR] [--update] [--json]",
    details:
      `  DIR            a recording: made by "skillhook hook --record DIR" as the hook's command
  --project DIR  stands for the recorded project (else $CLAUDE_PROJECT_DIR, else this directory)
  --update       keep today's answers as the right ones
  --json         {"same", "differing", "events": [{"file", "event", "same", "diff"}]}

Events are kept with stable pseudonyms for paths, identifiers and names, secrets masked. Exit code 1: an answer
differs.

Examples:
  skillhook hook --record ~/recording < event.json
  skillhook replay ~/recording --project .`,
    load: () => import("./replay.ts").then((module) => module.replayVerb),
  },
};
