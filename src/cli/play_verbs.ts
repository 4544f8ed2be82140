/** The rehearsal: a group of its own, so that no other verb reads its record. */
import { PROJECT } from "./shared_options.ts";

export const SUMMARY = "Rehearsal";

export const VERBS = {
  play: {
    summary:
      "Play a session of the agent: a scripted or real model, your hooks and skills around it",
    operands: [{
      name: "PROMPT",
      says: "What the user says, one prompt after the other; what is piped in belongs to the first",
      optional: true,
      many: true,
    }],
    options: {
      print: { says: "Print the last answer only, as the agent's -p does", short: "p" },
      script: { value: "FILE", says: "The model says these turns: a JSON list, or a turn a line" },
      "model-command": {
        value: "COMMAND",
        says: "The model is a program: it reads a request as JSON and prints a turn",
      },
      model: {
        value: "NAME",
        says: "The model's name at the Messages API (else $ANTHROPIC_MODEL)",
      },
      test: { value: "PATH", says: "Play all scenarios (*.json) of a directory, or one file" },
      tools: { list: "FILE", says: "Tools to call: a JSON list of {name, command or output, …}" },
      "output-format": {
        choices: ["text", "json", "stream-json"],
        default: "text",
        says: "What happened, as lines, as one document at the end, or as a document an event",
      },
      "include-partial-messages": "With stream-json: pieces of answers, too, as they come",
      settings: {
        list: "FILE",
        says:
          "Hooks and permissions of this file only (else managed, user, project, local settings, and plugins)",
      },
      "plugin-dir": { value: "DIR", says: "A plugin, as if it were installed" },
      "allowed-tools": { list: "RULES", says: "What may be called, such as 'Bash(git *)'" },
      "disallowed-tools": { list: "RULES", says: "What may not be called" },
      "permission-mode": {
        choices: ["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"],
        says: "How permissions begin (else what the settings say)",
      },
      "max-turns": {
        count: "N",
        from: 1,
        default: 200,
        says: "Requests to the model at most, subagents' too",
      },
      "compact-at": {
        count: "TOKENS",
        from: 1,
        default: 900_000,
        says: "Compact the conversation when a request has had so many",
      },
      ...PROJECT,
    },
    notes: [
      "Without --script and --model-command the model is the Messages API of $ANTHROPIC_BASE_URL, with $ANTHROPIC_API_KEY.",
      "A file that you name runs its commands; hooks of the project's own settings only when they are allowed (trust allow).",
    ],
    exits: { 1: "the session ended with an error, or a scenario differs" },
    asIs: true,
    examples: [
      `skillhook play --script turns.jsonl "Review the change"`,
      `cat notes.md | skillhook play -p "Sum it up" --output-format json | jq -r .result`,
      "skillhook play --test scenarios/",
    ],
    load: () => import("./play.ts").then((module) => module.playVerb),
  },
} as const;
