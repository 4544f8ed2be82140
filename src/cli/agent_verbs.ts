/** Verbs about what a subagent gets. ADD A VERB: one row, and its code. */
import { ESTIMATE, FILE, input, PROJECT } from "./shared_options.ts";

const VALUES = {
  "--set NAME=VALUE…": "A value for {{NAME}}; stronger than --values",
  "--values FILE": 'Values from a JSON file: {"NAME": "value"}',
} as const;

export const SUMMARY = "What a subagent gets";

export const VERBS = {
  "agent spawn": {
    summary: "Print everything a subagent needs for a task, as one text that fits its context",
    "[TASK]": "An identifier in the file of tasks; -: one task as JSON on standard input",
    "[SKILLS]": "Names, most important first: a,b (else what the task or the manifest says)",
    "--strategy minimal|standard|comprehensive": "How much of each skill (else by the task)",
    "--output-format FORMAT": {
      says: "manifest+file, file, manifest, text, json, or your own words",
      default: "manifest+file",
    },
    "--tasks FILE|-": "Tasks as JSON; -: standard input (else the project's .skillhook/tasks.json)",
    "--needs FILE|-": "What the subagent last answered: skills and @files it asks for are added",
    "--include FILE…": "A file that goes in whole; a pattern: all that match",
    "--protocol FILE": "Your own text instead of the built-in protocol",
    ...VALUES,
    "--agent FILE": "The agent's definition; skills that it preloads are not added again",
    "--limit N":
      "Tokens for the whole text; skills are shortened to fit (else subagent-limit in skillhook.yaml, else 70000)",
    "--truncate":
      "Shorten skills to what skillhook.yaml allows them together (subagent-skills, else 15000), and each to its token_budget",
    ...ESTIMATE,
    "--dry-run": "Print the bill instead of the text, with what commands may add, and run none",
    "--print SKILL": "Instead of a payload: this skill alone, as one would have it; needs no task",
    "--warm EPIC": "Instead of a task: check all tasks of an epic, and prepare what they will need",
    ...PROJECT,
    "--json":
      'Print {"task", "strategy", "tokens", "limit", "parts", "unresolved", "warnings", "payload"}',
    notes: "With any exit code but 0, nothing is printed on standard output.",
    exits: { 4: "no such task", 6: "a skill is invalid, or a value is missing", 10: "over budget" },
    asIs: true,
    examples: [
      "skillhook agent spawn T2400 ct-research-agent,ct-task-executor --dry-run",
      `echo '{"id":"T1","title":"Fix the clock","skills":["debug"]}' | skillhook agent spawn -`,
      "skillhook agent spawn T2400 --needs answer.txt --include docs/spec.md",
    ],
    load: () => import("./spawn.ts").then((module) => module.spawnVerb),
  },
  "agent needs": {
    summary: "Read a subagent's output, and say what to add when you spawn it again",
    "[FILE|-]": input("The output"),
    "--exit-code N": "How the subagent ended, if its output does not say so",
    "--json": 'Print {"skills", "references", "values", "exit_code"}',
    notes: 'Finds "need skill: NAME", @references and {{NAMES}} not filled in, and an exit code.',
    examples: [`printf 'Stopped.\\nneed skill: ct-research-agent\\n' | skillhook agent needs`],
    load: () => import("./agent.ts").then((module) => module.needsVerb),
  },
  "agent manifest": {
    summary: "Make skills/manifest.json, by which skills are chosen for a task, from the skills",
    "--write": "Write it; what you wrote by hand is kept where the skill itself does not say it",
    "--check": "Fail if the manifest is out of date or has mistakes",
    ...PROJECT,
    oneOf: ["write", "check"],
    notes:
      "Without options, prints the manifest as it should be. It belongs beside the skills, in skills/ or .claude/skills/.",
    examples: ["skillhook agent manifest | jq '.skills[].name'"],
    load: () => import("./agent.ts").then((module) => module.manifestVerb),
  },
  "agent resolve": {
    summary: "Print a text with its references, values and commands filled in",
    ...FILE,
    ...VALUES,
    "--root DIR…": "Where references may lead (else to the project and the text's own directory)",
    "--env NAME…": "An environment variable for ${NAME}, besides CLAUDE_* and SKILLHOOK_*",
    "--inline": "Put one line that a command in a sentence prints there bare, without tags",
    "--strict": "Fail if anything cannot be filled in",
    "--list": "Instead of a text: the names that a spawn fills in, and where each comes from",
    "--trust": "Run the commands, whoever wrote them; a text on standard input always needs this",
    ...PROJECT,
    notes: "Fills in @file.md, @dir/*.md, {{NAME}}, ${NAME} and !`command`, each once, literally.",
    exits: { 6: "a file includes itself, or with --strict something is left: nothing is printed" },
    asIs: true,
    examples: [
      "skillhook agent resolve --list",
      "echo 'Task {{TASK_ID}}' | skillhook agent resolve --set TASK_ID=T1234",
      "skillhook agent resolve docs/brief.md --strict",
    ],
    load: () => import("./agent.ts").then((module) => module.resolveVerb),
  },
} as const;
