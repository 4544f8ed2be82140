/** Verbs about budgets and what a subagent gets. ADD A COMMAND: one file and one row here. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const PAYLOAD_VERBS: Readonly<Record<string, VerbRow>> = {
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
};
