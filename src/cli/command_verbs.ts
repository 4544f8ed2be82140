/** Verbs about the commands in skill texts, and who may run them. ADD A COMMAND: one file and one row here. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const COMMAND_VERBS: Readonly<Record<string, VerbRow>> = {
  preprocess: {
    summary: "Run the directives of a skill text and show the text with their outputs",
    usage: "[FILE|-] [--project DIR] [--plugin-root DIR] [--session ID] [--trust]",
    details: `  FILE               a skill text; - or nothing: standard input
  --project DIR      where commands run (else $CLAUDE_PROJECT_DIR, else this directory)
  --plugin-root DIR  the plugin the file belongs to (else $CLAUDE_PLUGIN_ROOT)
  --session ID       the session (else $CLAUDE_CODE_SESSION_ID)
  --trust            run the commands whoever wrote them; standard input always needs it

Exit code 1: a directive has no output; the text says which, and so does standard error.

Examples:
  skillhook preprocess skills/status-first-use/SKILL.md --plugin-root .
  printf 'Today is !\`date\`\\n' | skillhook preprocess --trust`,
    load: () => import("./preprocess.ts").then((module) => module.preprocessVerb),
  },
  allow: {
    summary: "Let skills and hooks of this project run their commands",
    usage: "[PATH] [--project DIR] [--yes]",
    details:
      `  PATH           a skill file, a settings file or a directory; nothing: all of the project's
  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)
  --yes          do not ask

Shows every command and the project's files it names first, and what changed since the last time.
An approval ends when the skill, the hooks or one of those files change. SKILLHOOK_TRUST_FILE names another
list of approvals, outside the project.

Examples:
  skillhook allow
  skillhook allow .claude/skills/status/SKILL.md --yes
  skillhook allow .claude/settings.json`,
    load: () => import("./allow.ts").then((module) => module.allowVerb),
  },
  revoke: {
    summary: "Take back what 'allow' allowed",
    usage: "[PATH] [--project DIR]",
    details:
      `  PATH           a skill file or a directory of skills; nothing: all skills of the project
  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)

Examples:
  skillhook revoke .claude/skills/status`,
    load: () => import("./revoke.ts").then((module) => module.revokeVerb),
  },
  trusted: {
    summary: "List the approvals and whether they still count",
    usage: "[--project DIR] [--json]",
    details: `  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)
  --json         {"list", "approvals": [{"state": "allowed|changed|gone", "path", "project", "allowed_at",
                 "commands", "changed"}]}

Examples:
  skillhook trusted`,
    load: () => import("./trusted.ts").then((module) => module.trustedVerb),
  },
};
