/** Verbs about chains of skills. ADD A COMMAND: one file and one row here. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const CHAIN_VERBS: Readonly<Record<string, VerbRow>> = {
  hook: {
    summary: "Answer one hook event from standard input (also: no arguments at all)",
    usage: "[--record DIR]",
    details:
      `Reads one JSON object, dispatches by its "hook_event_name" and prints the answer, or nothing.

  --record DIR  keep the event and the answer, sanitised, for "skillhook replay"

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
  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)

Flaws in skill files are named on standard error.

Examples:
  skillhook registry
  skillhook registry --json --project .`,
    load: () => import("./registry.ts").then((module) => module.registryVerb),
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
