/** Verbs about chains of skills. ADD A VERB: one row, and its code. */
import { input, PROJECT, SESSION } from "./shared_options.ts";

const PROGRESS = {
  ...SESSION,
  ...PROJECT,
  "--json": 'Print {"session", "project", "state", "position", "steps", "next"}',
} as const;

export const SUMMARY = "Chains: several skills in one prompt";

export const VERBS = {
  "chain parse": {
    summary: "Show the chain that a prompt asks for",
    "[PROMPT|-]": input("The prompt"),
    "--registry FILE": 'Skills as JSON: {"name": {"cooperative": true, "default_exit": ["/x"]}}',
    ...PROJECT,
    "--json": 'Print {"current", "continuation", "mode": "single|inline|list"}, or null',
    asIs: true,
    examples: ["skillhook chain parse '/design plans/foo, /plan-adhoc and /orchestrate'"],
    load: () => import("./chain.ts").then((module) => module.parseVerb),
  },
  "chain next": {
    summary: "Take a skill's arguments apart: its own, the next call, and what remains",
    "[ARGS|-]": input("The arguments as the skill received them"),
    "--json":
      'Print {"args", "target": {"skill", "args"}|null, "remainder": ["/a x"], "invocation": "Skill(…)"|null}',
    asIs: true,
    examples: ["skillhook chain next 'plans/foo [CONTINUATION: /handoff --commit, /commit]'"],
    load: () => import("./chain.ts").then((module) => module.nextVerb),
  },
  "chain skills": {
    summary: "List the skills that take part in chains",
    ...PROJECT,
    "--no-cache": "Read every file again",
    "--explain": "Say where the list came from: the cache or why not, times, counts",
    "--json": 'Print {"<name>": {"cooperative", "default_exit", "source", "path", "invoke"}}',
    notes: "Mistakes in skill files are reported on standard error.",
    examples: ["skillhook chain skills", "skillhook chain skills --json --project ."],
    load: () => import("./chain.ts").then((module) => module.registryVerb),
  },
  "chain status": {
    summary: "Show how far the session's chain has come",
    ...PROGRESS,
    notes: "Without a session: the project's latest unfinished chain.",
    examples: ["skillhook chain status"],
    load: () => import("./chain_progress.ts").then((module) => module.chainStatus),
  },
  "chain resume": {
    summary: "Go on with an unfinished chain: print the call that comes next",
    ...PROGRESS,
    notes: "In a session's prompt, the shortcut r does the same.",
    examples: ["skillhook chain resume"],
    load: () => import("./chain_progress.ts").then((module) => module.chainChange("resumed")),
  },
  "chain skip": {
    summary: "Leave out the next step of the chain",
    ...PROGRESS,
    examples: ["skillhook chain skip"],
    load: () => import("./chain_progress.ts").then((module) => module.chainChange("skipped")),
  },
  "chain cancel": {
    summary: "End the chain: the model is reminded of it no more",
    ...PROGRESS,
    examples: ["skillhook chain cancel"],
    load: () => import("./chain_progress.ts").then((module) => module.chainChange("cancelled")),
  },
  "chain list": {
    summary: "List the project's chains of the last 30 days",
    ...PROJECT,
    "--json": "Print a list of what `chain status --json` prints",
    notes: "At a repository's top: also those that were begun in its subdirectories.",
    examples: ["skillhook chain list"],
    load: () => import("./chain_progress.ts").then((module) => module.chainList),
  },
} as const;
