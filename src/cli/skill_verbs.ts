/** Verbs about loading skills. ADD A COMMAND: one file and one row here. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const SKILL_VERBS: Readonly<Record<string, VerbRow>> = {
  load: {
    summary: "Print a skill's text: all of it at the first use in a session, then its reference",
    usage:
      "NAME [--plugin-root DIR] [--session ID] [--agent ID] [--project DIR] [--page N] [-- ARGS…]",
    details: `  NAME               foo or plugin:foo, a skill with the companion foo-first-use
  --plugin-root DIR  the plugin that has it (else $CLAUDE_PLUGIN_ROOT, else every place for skills)
  --session ID       whose context it goes to (else $CLAUDE_CODE_SESSION_ID)
  --agent ID         the subagent whose context it goes to
  --project DIR      where its commands run (else $CLAUDE_PROJECT_DIR, else this directory)
  --page N           a later page of a text that is too long for the agent
  ARGS               the skill's arguments

Examples:
  skillhook load review --session "$CLAUDE_CODE_SESSION_ID"
  skillhook load skillhook:status --session try -- --short`,
    load: () => import("./load.ts").then((module) => module.loadVerb),
  },
  clear: {
    summary: "Forget what was loaded: the next use of each skill brings its whole text again",
    usage: "[--session ID] [--agent ID]",
    details: `  --session ID  the session (else $CLAUDE_CODE_SESSION_ID)
  --agent ID    only this subagent's part of it

Examples:
  skillhook clear --session "$CLAUDE_CODE_SESSION_ID"`,
    load: () => import("./clear.ts").then((module) => module.clearVerb),
  },
  status: {
    summary: "List which skills are loaded in which session, and since when",
    usage: "[--session ID] [--json]",
    details: `  --session ID  only this session
  --json        {"state": ["<directory>"], "loaded": [{"skill", "session", "agent", "since", "path",
                "digest", "marker"}]}

Examples:
  skillhook status
  skillhook status --json | jq -r '.loaded[].skill'`,
    load: () => import("./status.ts").then((module) => module.statusVerb),
  },
  report: {
    summary: "Print a report: status, retrospective or statusline",
    usage: "status|retrospective|statusline [--project DIR] [--session ID] [--transcript FILE]",
    details: `  status             plans, pending tasks, branch, working tree, loaded skills
  retrospective      the end of the session's transcript: skills, failures, compactions, time
  statusline         one line; reads the agent's status-line JSON from standard input, if there is one
  --project DIR      the project (else $CLAUDE_PROJECT_DIR, else this directory)
  --session ID       the session (else $CLAUDE_CODE_SESSION_ID)
  --transcript FILE  a transcript, for retrospective (else the session's)

Examples:
  skillhook report status
  "statusLine": {"type": "command", "command": "skillhook report statusline"}  in the agent's settings`,
    load: () => import("./report.ts").then((module) => module.reportVerb),
  },
};
