/** Verbs about the hooks that the agent's settings configure, ours or not. ADD A VERB: one row, and its code. */
import { AGENTS } from "../agents/table.ts";
import { FINDINGS, PROJECT } from "./shared_options.ts";

export const SUMMARY = "The hooks that the agent's settings configure";

export const VERBS = {
  "hooks list": {
    summary: "List all configured hooks by event, with the file each comes from and what is wrong",
    "--settings FILE…": "Read this settings file only",
    "--agent NAME[,NAME]": "List what these agents' files say, or all agents', as it is written",
    ...PROJECT,
    "--json":
      'Print {"project", "events": {"<event>": [{"source", "key", "type", "command", …}]}, "problems"}',
    examples: ["skillhook hooks list", "skillhook hooks list --json | jq '.events | keys'"],
    load: () => import("./hooks_list.ts").then((module) => module.hooksVerb),
  },
  "hooks check": {
    summary: "Say which hooks can never run, run wrongly or fail silently, and why",
    "[FILE…]": "Check these files (else all that the agent reads here)",
    "--fix": "Correct what can be corrected safely; every other byte stays as it is",
    "--try": "Start each hook with a sample event, in a sandbox where there is one; asks first",
    "--yes": "With --try: do not ask",
    ...PROJECT,
    ...FINDINGS,
    notes:
      'Nothing is started without --try, whose findings "hook-tried" have {"run": {"sample", "outcome", "exit", "ms", "effect"}} in JSON. Files of other agents are recognised and left alone; flaws of plugins you have installed are listed apart and are no error of yours.',
    exits: { 1: "a finding in a file of yours is an error" },
    examples: ["skillhook hooks check --fix .claude/settings.json", "skillhook hooks check --try"],
    load: () => import("./lint.ts").then((module) => module.hooksCheckVerb),
  },
  "hooks fire": {
    summary: "Run the configured hooks as if an event had happened, and print what they decide",
    EVENT: {
      says: "One of the agent's events, such as PreToolUse",
      suggest: () =>
        import("../protocol/hook_events.ts").then((module) => Object.keys(module.HOOK_EVENTS)),
    },
    "--settings FILE…":
      "Run the hooks of this file only (else managed, user, project and local settings, and plugins)",
    "--shape auto|flat|agent": {
      default: "auto",
      says: "Read handlers as a flat list or as the agent's groups; auto: as written",
    },
    "--timeout SECONDS": "The most time a handler may take",
    "--agent": {
      choices: Object.keys(AGENTS),
      says: "Which agent asks (else what it sends tells): its event comes in, its answer goes out",
    },
    "--wait": "Wait for handlers with asyncRewake, and report what came",
    "--dry-run": "Show what would run, and run nothing",
    "--explain": "Show every handler, why it matched or not, and what it decided",
    "--json": "Print every handler and the merged decision",
    "--project DIR": "The project (else $CLAUDE_PROJECT_DIR, else the event's directory)",
    notes: "Reads the event, a JSON object, from standard input; fills in common fields.",
    exits: { 2: "the event is blocked; the reason is on standard error" },
    asIs: true,
    examples: [
      `echo '{"tool_name":"Bash","tool_input":{"command":"rm x"}}' | skillhook hooks fire PreToolUse`,
      "skillhook hooks fire Stop --settings hooks.json --json < event.json | jq .merged",
    ],
    isQuick: true,
    load: () => import("./fire.ts").then((module) => module.fireVerb),
  },
} as const;
