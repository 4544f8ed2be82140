/** Verbs about chains of skills. ADD A VERB: one row, and its code in a file of its own. */
import { PROJECT } from "./shared_options.ts";

export const SUMMARY = "Chains: several skills in one prompt";

export const VERBS = {
  "chain parse": {
    summary: "Show the chain that a prompt asks for",
    operands: [
      { name: "PROMPT|-", says: "The prompt; - or nothing: standard input", optional: true },
    ],
    options: {
      registry: {
        value: "FILE",
        says:
          'Take the skills from a JSON file: {"name": {"cooperative": true, "default_exit": ["/x"]}}',
      },
      ...PROJECT,
      json: { says: 'Print {"current", "continuation", "mode": "single|inline|list"}, or null' },
    },
    asIs: true,
    examples: [
      "skillhook chain parse '/design plans/foo, /plan-adhoc and /orchestrate'",
      "skillhook chain parse --json - < prompt.txt",
    ],
    load: () => import("./parse.ts").then((module) => module.parseVerb),
  },
  "chain next": {
    summary: "Take a skill's arguments apart: its own, the next call, and what remains",
    operands: [{
      name: "ARGS|-",
      says: "The arguments as the skill received them; - or nothing: standard input",
      optional: true,
    }],
    options: {
      json: {
        says:
          'Print {"args", "target": {"skill", "args"}|null, "remainder": ["/a x"], "invocation": "Skill(…)"|null}',
      },
    },
    asIs: true,
    examples: ["skillhook chain next 'plans/foo [CONTINUATION: /handoff --commit, /commit]'"],
    load: () => import("./parse.ts").then((module) => module.nextVerb),
  },
  "chain skills": {
    summary: "List the skills that take part in chains",
    options: {
      ...PROJECT,
      "no-cache": { says: "Read every file again" },
      explain: { says: "Say where the list came from: the cache or why not, times, counts" },
      json: {
        says: 'Print {"<name>": {"cooperative", "default_exit", "source", "path", "invoke"}}',
      },
    },
    notes: ["Mistakes in skill files are reported on standard error."],
    examples: ["skillhook chain skills", "skillhook chain skills --json --project ."],
    load: () => import("./registry.ts").then((module) => module.registryVerb),
  },
} as const;
