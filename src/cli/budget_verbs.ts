/** Verbs about what texts cost and what fits. ADD A VERB: one row, and its code. */
import { ESTIMATE, FILE, input, PROJECT } from "./shared_options.ts";

const COUNTED = { ...ESTIMATE, ...PROJECT } as const;

export const SUMMARY = "What texts cost, and what fits";

export const VERBS = {
  "budget estimate": {
    summary: "Estimate how many tokens a text costs",
    ...FILE,
    ...COUNTED,
    "--json": 'Print {"tokens", "bytes", "estimate"}',
    examples: ["skillhook budget estimate SKILL.md"],
    load: () => import("./budget.ts").then((module) => module.estimateVerb),
  },
  "budget fit": {
    summary: "Choose and shorten texts so that together they fit, and say why",
    "[FILE|-]": input('The texts, [{"name", "source", "text"}]'),
    "--total N": "Tokens for all texts together (else what skillhook.yaml says)",
    "--per-skill N": "Tokens for each text (else what skillhook.yaml says)",
    "--plain-cut": "Cut exactly at the limit, without a notice",
    ...COUNTED,
    "--json": 'Print {"fragments", "excluded", "tokens", "budget"}, with the texts',
    notes: "0 means no limit. The order of rank: inline, builtin, user and plugin, project, mcp.",
    asIs: true,
    examples: ["skillhook budget fit --total 8000 --json < fragments.json"],
    load: () => import("./budget.ts").then((module) => module.fitVerb),
  },
  "budget truncate": {
    summary: "Shorten a skill's text",
    ...FILE,
    "--max N": { required: true, says: "Tokens that the text may cost" },
    "--by section|line": {
      default: "section",
      says: "Leave out whole sections, least important first, or keep the first lines",
    },
    ...COUNTED,
    exits: { 10: "not even the notice about the cut fits" },
    asIs: true,
    examples: ["skillhook budget truncate --max 2000 < SKILL.md"],
    load: () => import("./budget.ts").then((module) => module.truncateVerb),
  },
  "budget check": {
    summary: "Check whether the parts of a payload fit together",
    "[FILE|-]": input('The parts, {"protocol", "task", "skills": []}, as texts or numbers'),
    "--limit N": "Tokens (else subagent-limit in skillhook.yaml, else 70000)",
    ...COUNTED,
    "--json": 'Print {"ok", "tokens", "limit", "message"}',
    exits: { 10: "over budget" },
    examples: [`echo '{"protocol":2000,"task":2000,"skills":[5000]}' | skillhook budget check`],
    load: () => import("./budget.ts").then((module) => module.checkVerb),
  },
  "budget strategy": {
    summary: "Decide how much of its skills a task should get: minimal, standard or comprehensive",
    "[FILE|-]": input("The task as JSON"),
    "--explain": "Say which rule decided",
    "--json": 'Print {"strategy", "rule", "because"}',
    examples: [`echo '{"type":"epic"}' | skillhook budget strategy --explain`],
    load: () => import("./budget.ts").then((module) => module.strategyVerb),
  },
} as const;
