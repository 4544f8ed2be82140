/** Verbs for every day: getting under the agent's hooks, and seeing what happens there. ADD A VERB: one row, and its code. */
import { FINDINGS, PROJECT } from "./shared_options.ts";

export const SUMMARY = "Everyday";

const SCOPES = {
  "--user": "~/.claude/settings.json (the default)",
  "--project": ".claude/settings.json of $CLAUDE_PROJECT_DIR, else of this directory",
  "--local": ".claude/settings.local.json there",
  oneOf: ["user", "project", "local"],
} as const;

const OWN_ENTRIES = {
  "--dry-run": "Show what would change, and change nothing",
  "--take ours|theirs": "Where an entry of ours was edited: put ours back, or keep the edited one",
  "--binary FILE": "The program the agent should start (else this one)",
} as const;

const AGENT_FILES = {
  "--agent NAME[,NAME]":
    "The files of these agents, or of all that are here: all, claude (the default), codex, copilot, cursor, droid, gemini, opencode, qwen",
} as const;

export const VERBS = {
  setup: {
    summary: "Set everything up: hooks and skills, tried with a first chain",
    ...SCOPES,
    "--yes": "Write without asking",
    ...OWN_ENTRIES,
    notes: [
      "Everything that is needed is in this one file. What skills call is this program at the place where it lies now: move it there first.",
      "A skill that you edit stays yours. Setting up again brings everything else up to date.",
    ],
    examples: ["skillhook setup", "skillhook setup --project --yes"],
    load: () => import("./install.ts").then((module) => module.setupVerb),
  },
  install: {
    summary: "Add skillhook's hooks to the agent's settings, and its skills if you like",
    ...SCOPES,
    ...AGENT_FILES,
    "--skills": "Copy the skills that come with skillhook, too",
    ...OWN_ENTRIES,
    notes:
      "Everything else in the file stays as it is, byte for byte. A file that is not strict JSON is refused. Installing twice changes nothing.",
    examples: ["skillhook install --dry-run", "skillhook install --agent codex,gemini --skills"],
    load: () => import("./install.ts").then((module) => module.installVerb),
  },
  upgrade: {
    summary: "Bring hooks and skills up to date with this program, wherever they were installed",
    ...OWN_ENTRIES,
    notes:
      "Replaced is what an older version wrote and nobody has edited. What you edited stays, and is named when ours has changed since; --take ours replaces it and keeps a copy of yours.",
    examples: ["skillhook upgrade --dry-run"],
    load: () => import("./install.ts").then((module) => module.upgradeVerb),
  },
  uninstall: {
    summary: "Remove exactly what install added",
    ...SCOPES,
    ...AGENT_FILES,
    "--dry-run": "Show what would change, and change nothing",
    notes: [
      "Right after an installation, the file becomes what it was before, byte for byte. Skills that you edited stay.",
      "With the last installation, everything goes that we remember: session markers, chains, the log, approvals, caches.",
    ],
    examples: ["skillhook uninstall --dry-run"],
    load: () => import("./install.ts").then((module) => module.uninstallVerb),
  },
  doctor: {
    summary: "Check the whole setup, and say what does not work and how to fix it",
    "--json":
      'Print {"ok", "project", "findings": [{"level": "problem|advice|fine", "topic", "code", "severity": "error|warning|info", "message", "remedy", "path", "line", "column"}]}',
    ...AGENT_FILES,
    ...PROJECT,
    notes:
      "Every hook command of ours is started as the agent would start it, with an event that needs no answer. A command from a project's file runs only if you have approved it.",
    exits: { 1: "something does not work" },
    findings: true,
    examples: [`skillhook doctor --json | jq '.findings[] | select(.level == "problem")'`],
    load: () => import("./doctor.ts").then((module) => module.doctorVerb),
  },
  lint: {
    summary:
      "Check skills, hooks, skillhook.yaml, plugins and marketplaces, as in a pre-commit hook",
    "[FILE…]": "Check these files (else all that counts here); other kinds are passed over",
    "--fix": "Correct hooks and skills where it is safe; every other byte stays as it is",
    ...PROJECT,
    ...FINDINGS,
    exits: { 1: "a finding is an error" },
    examples: ["skillhook lint", "git diff --cached --name-only | xargs skillhook lint"],
    load: () => import("./lint.ts").then((module) => module.lintVerb),
  },
  explain: {
    summary: "Show how one event is answered, and which line of which file is the reason",
    "--last": "Explain the newest event; it is kept, secrets masked, while the log is on",
    "--json":
      'Print {"event", "row", "wired", "decoded", "reasons": [{"topic", "message", "path", "line", "at"}], "read", "writes", "commands", "cut", "answer", "ms"}',
    notes:
      "Reads the event, one JSON object, from standard input and runs the real handler: commands of skills run, but nothing is written.",
    examples: [
      `echo '{"hook_event_name":"UserPromptSubmit","prompt":"/design x, /commit"}' | skillhook explain`,
      "skillhook explain --last",
    ],
    load: () => import("./log.ts").then((module) => module.explainVerb),
  },
  log: {
    summary: "Show how recent events were answered, while the log was on",
    "--last N": { from: 1, default: 20, says: "How many events" },
    "--json":
      'Print the lines as they are: {"time", "event", "session", "decision", "ms", "in", "out", "code", "why", "diagnostics"}',
    "--path": "Print where the log is",
    "--record DIR": { mayLack: true, says: "Keep the newest event for replay, sanitised" },
    notes: [
      `SKILLHOOK_LOG=1 logs every event. "log: true" in your own skillhook.yaml (never a project's) logs every event that gets an answer.`,
      "The log holds no prompts, and secrets are masked. At 1 MB a new file is started.",
    ],
    examples: ["skillhook log --json --last 1000 | jq -s 'map(.ms) | add / length'"],
    load: () => import("./log.ts").then((module) => module.logVerb),
  },
  replay: {
    summary: "Run recorded events again, and show which answers have changed",
    DIR: "The recording, made by log --record or hook --record",
    "--project DIR": "In place of the recorded one (else $CLAUDE_PROJECT_DIR, else this directory)",
    "--update": "Keep today's answers as the right ones",
    "--json": 'Print {"same", "differing", "events": [{"file", "event", "same", "diff"}]}',
    notes: "A recording holds pseudonyms for paths, identifiers and names, and masks secrets.",
    exits: { 1: "an answer has changed" },
    examples: ["skillhook hook --record ~/recording < event.json", "skillhook replay ~/recording"],
    load: () => import("./log.ts").then((module) => module.replayVerb),
  },
} as const;
