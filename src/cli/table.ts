/** One row per verb. ADD A COMMAND: one file and one row; `--help` is made from the rows. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const VERBS: Readonly<Record<string, VerbRow>> = {
  hook: {
    summary: "Answer one hook event from standard input (also: no arguments at all)",
    usage: "",
    details:
      `Reads one JSON object, dispatches by its "hook_event_name" and prints the answer, or nothing.

Examples:
  printf '{"hook_event_name":"UserPromptSubmit","prompt":"?"}' | skillhook hook`,
    load: () => import("./hook.ts").then((module) => module.hookVerb),
  },
  parse: {
    summary: "Show the chain a prompt asks for",
    usage: "[PROMPT|-] [--registry FILE] [--project DIR] [--json]",
    details: `  PROMPT           the prompt; - or nothing: standard input
  --registry FILE  skills from a JSON file {"name": {"cooperative": true, "default_exit": ["/x"]}}
  --project DIR    the project whose skills count (else $CLAUDE_PROJECT_DIR, else this directory)
  --json           null, or {"current", "continuation", "mode": "single|inline|list"}

Examples:
  skillhook parse '/design plans/foo, /plan-adhoc and /orchestrate'
  skillhook parse --json - < prompt.txt`,
    load: () => import("./parse.ts").then((module) => module.parseVerb),
  },
  next: {
    summary: "Peel a skill's arguments: own arguments, next call, what remains",
    usage: "[ARGS|-] [--json]",
    details: `  ARGS    the arguments as the skill received them; - or nothing: standard input
  --json  {"args", "target": {"skill", "args"}|null, "remainder": ["/a x"], "invocation": "Skill(…)"|null}

Examples:
  skillhook next 'plans/foo [CONTINUATION: /handoff --commit, /commit]'`,
    load: () => import("./next.ts").then((module) => module.nextVerb),
  },
  registry: {
    summary: "List the cooperative skills",
    usage: "[--json] [--no-cache] [--explain] [--project DIR]",
    details:
      `  --json         {"<name>": {"cooperative", "default_exit", "source", "path", "invoke"}}
  --no-cache     read every file anew
  --explain      where the list came from: cache hit or why not, times, counts
  --project DIR  the project (else $CLAUDE_PROJECT_DIR)

Flaws in skill files are named on standard error.

Examples:
  skillhook registry
  skillhook registry --json --project .`,
    load: () => import("./registry.ts").then((module) => module.registryVerb),
  },
  budget: {
    summary: "Say what texts cost a context, and make them fit",
    usage: "estimate|fit|truncate|check|strategy [FILE|-] [OPTIONS]",
    details:
      `  estimate  [--json]                                   about how many tokens a text costs
  fit       [--total N] [--per-skill N] [--plain-cut] [--json]
            fragments [{"name","source","text"}] in, what fits out; sources by rank:
            inline, builtin, user and plugin, project, mcp
  truncate  --max N [--by section|line]                a skill's text, shortened
  check     [--limit N] [--json]                       {"protocol","task","skills":[]}, texts or numbers
  strategy  [--explain] [--json]                       a task in, minimal|standard|comprehensive out

  FILE             what to read; - or nothing: standard input
  --estimate NAME  bytes (four to a token) or better (by kind of character)
  --project DIR    whose .claude/skillhook.yaml counts (else $CLAUDE_PROJECT_DIR, else this directory)
  --plain-cut      cut exactly at the limit, without a notice

For fit, 0 means no limit. Exit 10: over budget.

Examples:
  skillhook budget estimate SKILL.md
  skillhook budget fit --total 8000 --json < fragments.json
  skillhook budget truncate --max 2000 < SKILL.md
  echo '{"protocol":2000,"task":2000,"skills":[5000]}' | skillhook budget check`,
    load: () => import("./budget.ts").then((module) => module.budgetVerb),
  },
  resolve: {
    summary: "Show a text with its references, values and commands filled in",
    usage:
      "[FILE|-] [--set NAME=VALUE]… [--values FILE] [--root DIR]… [--env NAME]… [--strict] [--trust] [--project DIR]",
    details:
      `Fills in @file.md, @dir/*.md, {{NAME}}, \${NAME} and !\`command\`, each once, literally.

  FILE              a text; - or nothing: standard input
  --set NAME=VALUE  a value for {{NAME}}; wins over --values
  --values FILE     values from a JSON object {"NAME": "value"}
  --root DIR        where references may lead (else the project and the text's own directory)
  --env NAME        a variable of the environment that \${NAME} may show, besides CLAUDE_* and SKILLHOOK_*
  --strict          anything left unresolved is an error
  --trust           run the commands whoever wrote them; standard input always needs it
  --project DIR     the project (else $CLAUDE_PROJECT_DIR, else this directory)

Exit 6: a file includes itself; with --strict, something is unresolved. Then nothing is printed.

Examples:
  echo 'Task {{TASK_ID}}' | skillhook resolve --set TASK_ID=T1234
  skillhook resolve docs/brief.md --strict`,
    load: () => import("./resolve.ts").then((module) => module.resolveVerb),
  },
  load: {
    summary: "Print a skill's text: all of it at the first use in a session, then its reference",
    usage:
      "NAME [--plugin-root DIR] [--session ID] [--agent ID] [--project DIR] [--page N] [-- ARGS…]",
    details: `  NAME               foo or plugin:foo, a skill with the companion foo-first-use
  --plugin-root DIR  the plugin that has it (else $CLAUDE_PLUGIN_ROOT, else every place for skills)
  --session ID       whose context it goes to (else $CLAUDE_CODE_SESSION_ID)
  --agent ID         the subagent whose context it goes to
  --project DIR      where its commands run (else $CLAUDE_PROJECT_DIR)
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
  corpus: {
    summary:
      "Read your own prompts with a / from the agent's transcripts and show what is read in them",
    usage: "[DIR] [--json|--jsonl] [--out FILE] [--project DIR]",
    details: `  DIR            transcripts (else ~/.claude/projects); a single transcript is fine
  --json         the report with every detection
  --jsonl        the prompts: {"id", "source", "text", "kind"} per line
  --out FILE     write the prompts there, readable by you alone
  --project DIR  whose skills count (else $CLAUDE_PROJECT_DIR, else this directory)

Reads only, sends nothing. Keys, passwords, addresses and your home directory are masked, project
names are replaced; look the file over before you give it away all the same.

Examples:
  skillhook corpus
  skillhook corpus --out prompts.jsonl
  skillhook corpus --json | jq -r '.detections[] | select(.got | length > 1) | .id'`,
    load: () => import("./corpus.ts").then((module) => module.corpusVerb),
  },
};
