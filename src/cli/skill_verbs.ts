/** Verbs about skills: what there is, what is wrong with it, and what is loaded. ADD A VERB: one row, and its code. */
import type { Host } from "../host/host.ts";
import { ESTIMATE, input, PROJECT, ROOTS, SESSION } from "./shared_options.ts";

const suggest = (host: Host) =>
  import("./skill_context.ts").then((module) => module.skillNames(host));

const SCOPE = {
  "--scope session|project": "How long it counts (else the session where known, else the project)",
  ...SESSION,
  ...PROJECT,
} as const;

const NAMES = { "[NAME…]": { says: "Which skills", suggest } } as const;

export const SUMMARY = "What skills there are, and what is loaded";

export const VERBS = {
  "skill list": {
    summary: "List all skills with their source, and which skill hides which",
    ...ROOTS,
    "--json":
      'Print a list of {"name", "version", "description", "types", "triggers", "source", "dir", "shadowed_by", "clashes", "body", …}',
    notes: "Mistakes in skill files are reported on standard error.",
    examples: ["skillhook skill list --json | jq -r '.[] | select(.shadowed_by) | .path'"],
    load: () => import("./skill_list.ts").then((module) => module.skillListVerb),
  },
  "skill lint": {
    summary: "Check all skills and list every mistake, for people who write them",
    ...ROOTS,
    "--json":
      'Print {"skills", "errors", "warnings", "findings": [{"code", "severity", "message", "remedy", "path", "line", "column"}]}',
    notes: "Prints one finding per line.",
    exits: { 1: "a finding is an error" },
    findings: true,
    examples: ["skillhook skill lint --root .claude/skills"],
    load: () => import("./skill_list.ts").then((module) => module.skillLintVerb),
  },
  "skill new": {
    summary: "Write a new skill to begin with, by flags or by questions",
    NAME: "Lower-case words joined by hyphens",
    "--description TEXT": "What it does, and when the model should use it (else you are asked)",
    "--chain": "It may be a step of a chain",
    "--exit INVOCATION…": "What follows when a chain ends with it, such as /commit; means --chain",
    "--companion": "Its text is long: it comes once in a conversation, from NAME-first-use",
    "--directive COMMAND": "A command whose output it needs",
    "--file GLOB…": "Files that bring it to mind, such as *.tsx",
    "--language NAME…": "Languages that bring it to mind, such as python",
    "--command /NAME…": "A command of its own besides its name",
    "--user": "Among your own skills (else the project's)",
    ...PROJECT,
    notes: "Prints what was written, and what the linter has to say about it.",
    exits: { 1: "it is there already, or the linter refuses what was given" },
    examples: ['skillhook skill new tidy --description "Sorts imports. Use at a commit." --chain'],
    load: () => import("./skill_making.ts").then((module) => module.newSkillVerb),
  },
  "skill test": {
    summary: "Play a skill's scenarios: what the user types, and what the model is shown",
    SKILL: { says: "A skill with scenarios/*.json in its folder", suggest },
    ...PROJECT,
    notes:
      "A new skill has one to begin with; docs/play.md says what stands in them. A project's scenarios that start commands are played only by name: skillhook play --test.",
    exits: { 1: "a scenario differs, or there is none" },
    examples: ["skillhook skill test tidy-up"],
    load: () => import("./skill_making.ts").then((module) => module.testSkillVerb),
  },
  "skill inspect": {
    summary: "Read a single skill file strictly, and show its fields or every rule it breaks",
    "[FILE|-]": input("A SKILL.md, flat skill or SKILL.yaml, or a skill's name"),
    "--json":
      'Print {"name", "version", "description", "types", "triggers", "trigger", "body", "form", "errors": [{"line", "column", "message"}]}',
    exits: { 1: "the file breaks a rule: standard error names each with line and column" },
    examples: ["skillhook skill inspect --json - < SKILL.md | jq .triggers"],
    load: () => import("./skill_list.ts").then((module) => module.inspectVerb),
  },
  "skill load": {
    summary: "Print a skill's text: all of it on first use in a session, a short reference later",
    NAME: { says: "A skill with a companion NAME-first-use: foo or plugin:foo", suggest },
    "--plugin-root DIR": {
      mayLack: true,
      says: "The plugin that has the skill (else $CLAUDE_PLUGIN_ROOT, else every place for skills)",
    },
    "--session ID": "The session the text goes to (else $CLAUDE_CODE_SESSION_ID)",
    "--agent ID": "The subagent the text goes to",
    // Directives pass on what the agent says; what is not there is no mistake of theirs.
    "--project DIR": {
      mayLack: true,
      says: "Where the skill's commands run (else $CLAUDE_PROJECT_DIR, else this directory)",
    },
    "--strategy minimal|standard|comprehensive": "Print what a subagent would get, for no session",
    "--page N": { from: 1, default: 1, says: "Which page of a text too long for the agent" },
    rest: { name: "ARGS", says: "The skill's arguments" },
    asIs: true,
    examples: [
      'skillhook skill load review --session "$CLAUDE_CODE_SESSION_ID"',
      "skillhook skill load skillhook:status --session try -- --short",
      "skillhook skill load review --strategy minimal",
    ],
    load: () => import("./load.ts").then((module) => module.loadVerb),
  },
  "skill loaded": {
    summary: "List which skills are loaded in which session, and since when",
    "--session ID": "List this session only",
    "--json":
      'Print {"state": ["<directory>"], "loaded": [{"skill", "session", "agent", "since", "path", "digest", "marker"}]}',
    examples: ["skillhook skill loaded", "skillhook skill loaded --json | jq -r '.loaded[].skill'"],
    load: () => import("./skill_state.ts").then((module) => module.loadedVerb),
  },
  "skill forget": {
    summary: "Forget what was loaded, so that each skill's next use brings its whole text again",
    ...SESSION,
    "--agent ID": "Forget only what was loaded in this subagent",
    examples: ['skillhook skill forget --session "$CLAUDE_CODE_SESSION_ID"'],
    load: () => import("./skill_state.ts").then((module) => module.forgetVerb),
  },
  "skill index": {
    summary: "Print the short list of skills that a prompt can show: about 50 tokens for each",
    "--budget N": "Tokens for the whole list; the last line says how many skills are left out",
    ...ESTIMATE,
    ...ROOTS,
    "--json": 'Print [{"name", "description", "types", "triggers", "source", "dir"}]',
    asIs: true,
    examples: ["skillhook skill index --budget 1000", "skillhook skill index --json | jq length"],
    load: () => import("./skill_prompt.ts").then((module) => module.indexVerb),
  },
  "skill submit": {
    summary: "Print what a host should submit for a typed message: a skill's text for its command",
    "[MESSAGE|-]": input("The message"),
    ...SESSION,
    ...PROJECT,
    notes:
      "A message that calls no skill is printed as it is. For hosts that let a program change the message; a hook of the agent cannot, and adds the text.",
    asIs: true,
    examples: ["skillhook skill submit '/note buy milk'"],
    load: () => import("./skill_prompt.ts").then((module) => module.submitVerb),
  },
  "skill activate": {
    summary: "Make skills active: their texts come when a session starts or is compacted",
    ...NAMES,
    ...SCOPE,
    "--reset": "Take back what was said of these skills, or of all",
    notes: "What is said in a session beats what is said for its project.",
    examples: ["skillhook skill activate tdd --scope project", "skillhook skill activate --reset"],
    load: () => import("./skill_state.ts").then((module) => module.activation(true)),
  },
  "skill deactivate": {
    summary: "Make skills inactive: they are not listed, not named for a file, not printed",
    ...NAMES,
    ...SCOPE,
    examples: ["skillhook skill deactivate react-ways --scope project"],
    load: () => import("./skill_state.ts").then((module) => module.activation(false)),
  },
  "skill prompt": {
    summary: "Print the texts of active skills as a section for a system prompt of your own",
    "[NAME…]": { says: "Which skills (else those that are active, else all)", suggest },
    "--for FILE…": "Active ones and those whose triggers fit this file; files and names may follow",
    ...SESSION,
    "--cwd DIR": "The same as --project",
    "--budget N": "Tokens for all texts; 0: no limit (else what skillhook.yaml says, else 8000)",
    ...ESTIMATE,
    ...ROOTS,
    notes: [
      'The section, "# Active Skills", belongs after the project\'s instructions and before the permission rules. What does not fit is shortened or left out, weakest source first, and named.',
      "References, values and commands in the texts are resolved, as for a subagent.",
    ],
    asIs: true,
    examples: [
      "skillhook skill prompt --project . >> system-prompt.md",
      "skillhook skill prompt commit review --budget 4000",
      "skillhook skill prompt --for src/app.tsx src/app.css",
    ],
    load: () => import("./skill_prompt.ts").then((module) => module.promptVerb),
  },
} as const;
