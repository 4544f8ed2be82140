/** The rehearsal: a group of its own, so that no other verb reads its record. */
import { PROJECT } from "./shared_options.ts";

export const SUMMARY = "Rehearsal";

export const VERBS = {
  play: {
    summary: "Play a session of the agent: a scripted or real model, with your hooks and skills",
    "[PROMPT…]": "What the user says, prompt by prompt; what is piped in belongs to the first",
    "--print": { says: "Print the last answer only, as the agent's -p does", short: "p" },
    "--script FILE": "The model says these turns: a JSON list, or a turn a line",
    "--model-command COMMAND": "The model is a program: reads a request as JSON, prints a turn",
    "--model NAME": "The model's name at the Messages API (else $ANTHROPIC_MODEL)",
    "--test PATH": "Play all scenarios (*.json) of a directory, or one file",
    "--tools FILE…": "Tools to call: a JSON list of {name, command or output, …}",
    "--output-format text|json|stream-json": {
      default: "text",
      says: "What happened, as lines, as one document at the end, or as a document an event",
    },
    "--include-partial-messages": "With stream-json: pieces of answers, too, as they come",
    "--settings FILE…":
      "Hooks and permissions of this file only (else managed, user, project, local settings, and plugins)",
    "--plugin-dir DIR": "A plugin, as if it were installed",
    "--allowed-tools RULES…": "What may be called, such as 'Bash(git *)'",
    "--disallowed-tools RULES…": "What may not be called",
    "--permission-mode default|plan|acceptEdits|auto|dontAsk|bypassPermissions":
      "How permissions begin (else what the settings say)",
    "--max-turns N": { from: 1, default: 200, says: "Requests to the model, subagents' too" },
    "--compact-at N": { from: 1, default: 900_000, says: "Compact at a request of so many tokens" },
    ...PROJECT,
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
