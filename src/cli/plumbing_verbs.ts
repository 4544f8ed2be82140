/** Verbs that programs call: the agent, directives of skills, shells. ADD A VERB: one row, and its code. */
import { AGENTS } from "../agents/table.ts";
import { input, PROJECT, SESSION } from "./shared_options.ts";

export const SUMMARY = "Plumbing";

export const VERBS = {
  hook: {
    summary: "Answer one event from the agent; this is what its settings call",
    "--record DIR": { mayLack: true, says: "Keep the event and the answer, sanitised, for replay" },
    "--home DIR": { mayLack: true, says: "Your home directory, whatever the environment says" },
    "--config DIR": { mayLack: true, says: "The agent's directory, whatever the environment says" },
    "--agent": {
      choices: Object.keys(AGENTS),
      says: "Which agent asks (else what it sends tells); `install --agent` writes this",
    },
    notes:
      'Reads one JSON object from standard input, goes by its "hook_event_name", and prints the answer, or nothing. skillhook without arguments does the same.',
    asIs: true,
    examples: [`printf '{"hook_event_name":"UserPromptSubmit","prompt":"?"}' | skillhook hook`],
    load: () => import("./log.ts").then((module) => module.hookVerb),
  },
  preprocess: {
    summary: "Run the commands in a skill text, and print the text with their output in place",
    "[FILE|-]": input("The skill text"),
    "--project DIR": "Where the commands run (else $CLAUDE_PROJECT_DIR, else this directory)",
    "--plugin-root DIR": "The plugin that the file belongs to (else $CLAUDE_PLUGIN_ROOT)",
    ...SESSION,
    "--trust": "Run the commands, whoever wrote them; a text on standard input always needs this",
    exits: { 1: "a command has no output; the text and standard error say which one" },
    asIs: true,
    examples: ["printf 'Today is !`date`\\n' | skillhook preprocess --trust"],
    load: () => import("./preprocess.ts").then((module) => module.preprocessVerb),
  },
  report: {
    summary: "Print what the shipped skills show: project status, retrospective or status line",
    REPORT: {
      choices: ["status", "plans", "retrospective", "statusline"],
      says:
        "status: plans, pending tasks, branch, working tree, loaded skills; plans: each step; retrospective: what happened, by cause; statusline: one line, from the agent's JSON on standard input if there is any",
    },
    "[PLAN]": "The one plan that plans is about (else all)",
    ...PROJECT,
    ...SESSION,
    "--transcript FILE": "The transcript for retrospective (else the session's)",
    "--since TIME": "For retrospective, all sessions since then: 12h, 7d, 2w or a date",
    asIs: true,
    examples: [
      "skillhook report status",
      "skillhook report plans plans/auth",
      "skillhook report retrospective --since 7d",
      `"statusLine": {"type": "command", "command": "skillhook report statusline"}  (settings)`,
    ],
    load: () => import("./report.ts").then((module) => module.reportVerb),
  },
  man: {
    summary: "Print the manual page",
    notes: "It is made from the same records as --help and docs/commands.md.",
    examples: ["skillhook man | man -l -", "skillhook man > ~/.local/share/man/man1/skillhook.1"],
    load: () => import("./man.ts").then((module) => module.manVerb),
  },
  completions: {
    summary: "Print a script that teaches your shell to complete skillhook's command lines",
    SHELL: { choices: ["bash", "zsh", "fish", "powershell"], says: "The shell that reads it" },
    rest: { name: "WORDS", says: "Print instead what could come next; the scripts use this" },
    asIs: true,
    examples: [
      `bash:        eval "$(skillhook completions bash)"  in ~/.bashrc`,
      `zsh:         eval "$(skillhook completions zsh)"  in ~/.zshrc, after compinit`,
      "fish:        skillhook completions fish > ~/.config/fish/completions/skillhook.fish",
      "PowerShell:  skillhook completions powershell | Out-String | Invoke-Expression  in $PROFILE",
    ],
    load: () => import("./completions.ts").then((module) => module.completionsVerb),
  },
} as const;
