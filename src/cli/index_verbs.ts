/** Verbs about skills as data: what there is, what is wrong with it, what a prompt shows of it. ADD A COMMAND: one file and one row here. */
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const INDEX_VERBS: Readonly<Record<string, VerbRow>> = {
  skills: {
    summary: "List every skill there is, or check them (--check)",
    usage: "[--check] [--root DIR] [--add SOURCE=DIR]… [--json] [--project DIR]",
    details:
      `  --check           a linter for authors: one finding a line; exit 1 when one is an error
  --root DIR        only the skills below this directory
  --add SOURCE=DIR  also those below DIR; SOURCE: inline, builtin, user, project, plugin, mcp
  --json            a list of {"name", "version", "description", "types", "triggers", "source", "dir",
                    "shadowed_by", "clashes", "body", …}; with --check {"skills", "errors", "warnings",
                    "findings": [{"code", "severity", "message", "remedy", "path", "line", "column"}]}
  --project DIR     the project (else $CLAUDE_PROJECT_DIR, else this directory)

Flaws in skill files are named on standard error.

Examples:
  skillhook skills
  skillhook skills --check --root .claude/skills
  skillhook skills --json | jq -r '.[] | select(.shadowed_by) | .path'`,
    load: () => import("./skills.ts").then((module) => module.skillsVerb),
  },
  inspect: {
    summary: "Read one skill file strictly",
    usage: "[FILE|-] [--json]",
    details: `  FILE    a SKILL.md, a flat skill or a SKILL.yaml; - or nothing: standard input
  --json  {"name", "version", "description", "types", "triggers", "trigger", "body", "form",
          "errors": [{"line", "column", "message"}]}

Exit code 1: a rule is broken; every one is named on standard error with line and column.

Examples:
  skillhook inspect .claude/skills/commit/SKILL.md
  skillhook inspect --json - < SKILL.md | jq .triggers`,
    load: () => import("./inspect.ts").then((module) => module.inspectVerb),
  },
  index: {
    summary: "List all skills as a prompt may show them: about 50 tokens each",
    usage: "[--budget N] [--root DIR] [--add SOURCE=DIR]… [--json] [--project DIR]",
    details:
      `  --budget N        tokens for the whole list; the last line says how many skills are hidden
  --root DIR        only the skills below this directory
  --add SOURCE=DIR  also those below DIR; SOURCE: inline, builtin, user, project, plugin, mcp
  --json            [{"name", "description", "types", "triggers", "source", "dir"}]
  --project DIR     the project (else $CLAUDE_PROJECT_DIR, else this directory)

Examples:
  skillhook index --budget 1000
  skillhook index --json | jq -r '.[].name'`,
    load: () => import("./index_verb.ts").then((module) => module.indexVerb),
  },
  active: {
    summary: "Print the Active Skills section for a system prompt of your own",
    usage: "[NAME…] [--cwd DIR] [--budget N] [--root DIR] [--add SOURCE=DIR]…",
    details: `  NAME              whose texts; nothing: all skills
  --cwd DIR         the project (else --project DIR, $CLAUDE_PROJECT_DIR or this directory)
  --budget N        tokens for all texts together; 0: no limit (else the settings', 8000)
  --root DIR        only the skills below this directory
  --add SOURCE=DIR  also those below DIR; SOURCE: inline, builtin, user, project, plugin, mcp

The section belongs behind the project's instructions and before the permission rules. What does not fit
is cut or left out, weakest source first, and named.

Examples:
  skillhook active --cwd . >> system-prompt.md
  skillhook active commit review --budget 4000`,
    load: () => import("./active.ts").then((module) => module.activeVerb),
  },
};
