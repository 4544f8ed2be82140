/** Verbs about which commands of a project may run. ADD A VERB: one row, and its code. */
import { PROJECT } from "./shared_options.ts";

const PATH = {
  "[PATH]": "A skill or settings file, or a directory (else all of the project's)",
} as const;

export const SUMMARY = "Which commands of a project may run";

export const VERBS = {
  "trust allow": {
    summary: "Approve the commands in a project's skills and hooks, after showing them to you",
    ...PATH,
    "--yes": "Do not ask",
    ...PROJECT,
    notes:
      "First shows every command, the project's files it names, and what has changed since the last approval. An approval ends when the skill, the hooks or one of those files change. Nothing runs that was not shown. SKILLHOOK_TRUST_FILE=/x/trust.json keeps approvals in /x/trust, which must lie outside the project.",
    examples: ["skillhook trust allow", "skillhook trust allow .claude/settings.json --yes"],
    readsOutside: true,
    load: () => import("./trust.ts").then((module) => module.allowVerb),
  },
  "trust revoke": {
    summary: "Withdraw approvals",
    ...PATH,
    ...PROJECT,
    examples: ["skillhook trust revoke .claude/skills/status"],
    load: () => import("./trust.ts").then((module) => module.revokeVerb),
  },
  "trust list": {
    summary: "List your approvals, and which of them still count",
    ...PROJECT,
    "--json":
      'Print {"directory", "approvals": [{"state": "allowed|changed|gone", "path", "project", "allowed_at", "commands", "changed"}]}',
    examples: ["skillhook trust list"],
    load: () => import("./trust.ts").then((module) => module.trustListVerb),
  },
} as const;
