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
  spawn: {
    summary: "Print everything a subagent needs for a task, as one text that fits",
    usage:
      "TASK [SKILLS] [--strategy S] [--output-format F] [--tasks FILE|-] [--protocol FILE] [--dry-run] [--json]",
    details:
      `  TASK               an identifier in the file of tasks; -: one task as JSON on standard input
  SKILLS             names with commas between them, the most important first (else the task's, else by manifest)
  --strategy S       minimal, standard or comprehensive (else by what the task says)
  --output-format F  manifest+file, file, manifest, text, json, or your own words
  --tasks FILE       tasks as JSON (else .skillhook/tasks.json); -: standard input
  --protocol FILE    your own text in place of the built-in protocol
  --set NAME=VALUE   a value for {{NAME}}; --values FILE: a JSON object of them
  --agent FILE       an agent's definition; skills it preloads are not injected again
  --limit N          tokens (else subagent-limit of skillhook.yaml, else 70000)
  --estimate NAME    bytes or better
  --dry-run          the bill instead of the text; no command is run
  --json             {"task", "strategy", "tokens", "limit", "parts", "unresolved", "warnings", "payload"}
  --warm EPIC        only prepare what the tasks of an epic will need
  --project DIR      the project (else $CLAUDE_PROJECT_DIR, else this directory)

Exit: 4 no such task, 6 a skill is invalid or a required value is missing, 10 over budget. Then nothing is printed.

Examples:
  skillhook spawn T2400 ct-research-agent,ct-task-executor --dry-run
  echo '{"id":"T1","title":"Fix the clock","skills":["debug"]}' | skillhook spawn -`,
    load: () => import("./spawn.ts").then((module) => module.spawnVerb),
  },
  needs: {
    summary: "Read what a subagent's output asks for, and say what to add on the next spawn",
    usage: "[FILE|-] [--exit-code N] [--json]",
    details:
      `Understands "need skill: NAME", @references and {{NAMES}} that are still there, and an exit code.

  FILE           the output; - or nothing: standard input
  --exit-code N  how the subagent ended, where its text does not say it
  --json         {"skills", "references", "values", "exit_code"}

Examples:
  printf 'Stopped.\\nneed skill: ct-research-agent\\n' | skillhook needs`,
    load: () => import("./needs.ts").then((module) => module.needsVerb),
  },
  manifest: {
    summary: "List a project's skills in skills/manifest.json, made from the skills themselves",
    usage: "[--write|--check] [--project DIR]",
    details: `Without options it prints the manifest as it should be.

  --write        write it; versions, budgets, tiers and capabilities written by hand are kept
  --check        exit 1 when the manifest is out of date or has flaws
  --project DIR  the project (else $CLAUDE_PROJECT_DIR, else this directory)

The manifest lies in skills/ or .claude/skills/, beside the skills.

Examples:
  skillhook manifest | jq '.skills[].name'
  skillhook manifest --check`,
    load: () => import("./manifest.ts").then((module) => module.manifestVerb),
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
