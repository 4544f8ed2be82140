/** Verbs about the hooks that settings configure. ADD A COMMAND: one file and one row here. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const HOOK_VERBS: Readonly<Record<string, VerbRow>> = {
  fire: {
    summary: "Say that an event happened, and answer what the configured hooks decide",
    usage:
      "EVENT [--settings FILE]… [--shape auto|flat|agent] [--timeout S] [--json|--explain|--dry-run] [--project DIR]",
    details:
      `Reads the event from standard input, one JSON object; missing common fields are filled in.

  EVENT            one of the agent's events, such as PreToolUse
  --settings FILE  only the hooks of this file (else managed, user, project, local settings and plugins)
  --shape SHAPE    read every handler as of a flat list or of the agent's groups (else as written)
  --timeout S      no handler may take longer
  --json           every handler and the merged decision
  --explain        the same for people, with why each handler did or did not match
  --dry-run        what would run; nothing does
  --project DIR    the project (else $CLAUDE_PROJECT_DIR, else the event's directory)

Exit: 0, 2 when the event is blocked (the reason on standard error), 1 when firing failed.

Examples:
  echo '{"tool_name":"Bash","tool_input":{"command":"rm x"}}' | skillhook fire PreToolUse --explain
  skillhook fire Stop --settings hooks.json --json < event.json | jq .merged`,
    load: () => import("./fire.ts").then((module) => module.fireVerb),
  },
  hooks: {
    summary: "List the configured hooks by event, with their origin and problems",
    usage: "[--json] [--settings FILE]… [--project DIR]",
    details:
      `  --json           {"project", "events": {"<event>": [{"source", "key", "type", "command", …}]}, "problems"}
  --settings FILE  only the hooks of this file
  --project DIR    the project (else $CLAUDE_PROJECT_DIR, else this directory)

Examples:
  skillhook hooks
  skillhook hooks --json | jq '.events | keys'`,
    load: () => import("./hooks.ts").then((module) => module.hooksVerb),
  },
};
