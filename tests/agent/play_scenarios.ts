/** `skillhook play` beside the agent: the same session both ways. ADD A SESSION: one row. */
import type { Reply } from "./event_stream.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import type { Scenario } from "./scenario.ts";

const call = (name: string, input: Record<string, unknown>): Reply => ({
  tools: [{ name, input }],
});
const bash = (command: string) => call("Bash", { command, description: "d" });
const agent = call("Agent", {
  description: "look",
  prompt: "Look at it.",
  subagent_type: "general-purpose",
  run_in_background: false,
});
const DONE = { text: "Done." };
const ECHO = { allow: "Bash(echo *)", turns: [bash("echo hi"), DONE] };
const go = { prompts: ["go"] };
/** Prints JSON, with a shell's quotes around it. */
const print = (value: unknown) => `echo '${JSON.stringify(value)}'`;
const specific = (hookEventName: string, fields: Record<string, unknown>) =>
  print({ hookSpecificOutput: { hookEventName, ...fields } });
const once = (line: string) => `if [ ! -e ../once ]; then touch ../once; ${line}; fi`;
const GREET = {
  ".claude/skills/greet/SKILL.md":
    "---\nname: greet\ndescription: Greets.\n---\n# Greet\n\nSay hello to $ARGUMENTS.\n",
  ".claude/skills/plain/SKILL.md": "---\nname: plain\ndescription: Is plain.\n---\nBe plain.\n",
  ".claude/skills/forky/SKILL.md":
    "---\nname: forky\ndescription: Forks.\ncontext: fork\nbackground: false\n---\nDo $ARGUMENTS.\n",
};

const REHEARSALS: Readonly<Record<string, Rehearsal>> = {
  "an answer alone": { ...go, turns: [DONE] },
  "a call that a rule allows": { ...go, ...ECHO },
  "a hook that denies": {
    ...{ ...go, ...ECHO },
    answers: {
      PreToolUse: specific("PreToolUse", {
        permissionDecision: "deny",
        permissionDecisionReason: "no",
      }),
    },
  },
  "a hook that blocks with exit code 2": {
    ...{ ...go, ...ECHO, answers: { PreToolUse: "echo never >&2; exit 2" } },
  },
  "a hook that rewrites, and contexts around the call": {
    ...{ ...go, ...ECHO },
    answers: {
      PreToolUse: specific("PreToolUse", {
        updatedInput: { command: "echo changed", description: "x" },
        additionalContext: "before",
      }),
      PostToolUse: specific("PostToolUse", { additionalContext: "after" }),
      PostToolBatch: specific("PostToolBatch", { additionalContext: "all" }),
    },
  },
  "contexts at the start and at a prompt": {
    ...{ ...go, turns: [DONE] },
    answers: {
      SessionStart: "echo welcome",
      UserPromptSubmit: specific("UserPromptSubmit", { additionalContext: "think" }),
    },
  },
  "a call that a rule denies, whatever a hook allows": {
    ...{ ...go, turns: [bash("rm x"), DONE], deny: "Bash(rm *)" },
    answers: { PreToolUse: specific("PreToolUse", { permissionDecision: "allow" }) },
  },
  "a permission that a hook grants, with another input": {
    ...{ ...go, turns: [bash("touch x"), DONE] },
    answers: {
      PermissionRequest: specific("PermissionRequest", {
        decision: { behavior: "allow", updatedInput: { command: "echo other", description: "o" } },
      }),
    },
  },
  "a permission that a hook refuses": {
    ...{ ...go, turns: [bash("touch x"), DONE] },
    answers: {
      PermissionRequest: specific("PermissionRequest", {
        decision: { behavior: "deny", message: "NOPE" },
      }),
    },
  },
  "a subagent's call that needs a permission": {
    ...{ ...go, turns: [agent, bash("touch x"), { text: "No." }, DONE] },
    answers: {
      PermissionRequest: specific("PermissionRequest", {
        decision: { behavior: "deny", message: "NOPE" },
      }),
    },
  },
  "a hook that asks, with nobody there": {
    ...{ ...go, ...ECHO },
    answers: {
      PreToolUse: specific("PreToolUse", {
        permissionDecision: "ask",
        permissionDecisionReason: "sure?",
      }),
    },
  },
  "a tool that fails": {
    ...{ ...go, allow: "Bash", turns: [bash("echo out; echo err >&2; exit 3"), DONE] },
    answers: { PostToolUseFailure: specific("PostToolUseFailure", { additionalContext: "hint" }) },
  },
  "a result that a hook refuses": {
    ...{ ...go, ...ECHO, answers: { PostToolUse: print({ decision: "block", reason: "wrong" }) } },
  },
  "a turn that a hook ends": {
    ...{ ...go, allow: "Bash", turns: [bash("echo hi")] },
    answers: { PostToolUse: print({ continue: false, stopReason: "enough" }) },
  },
  "two calls, one after the other": {
    ...{ ...go, allow: "Bash" },
    turns: [{ tools: [...bash("touch a").tools!, ...bash("touch b").tools!] }, DONE],
  },
  "a prompt that is blocked, and the next one": {
    ...{ prompts: ["one", "two"], turns: [DONE] },
    answers: { UserPromptSubmit: once(print({ decision: "block", reason: "not now" })) },
  },
  "a stop that is nudged once, and a call after it": {
    ...{ ...go, allow: "Bash(echo *)", turns: [{ text: "One." }, bash("echo a"), DONE] },
    answers: { Stop: once(print({ decision: "block", reason: "go on" })) },
  },
  "a stop that is nudged by exit code 2": {
    ...{ ...go, turns: [{ text: "One." }, DONE] },
    answers: { Stop: once("echo more >&2; exit 2") },
  },
  "a context at a stop": {
    ...{ ...go, turns: [{ text: "One." }, DONE] },
    answers: { Stop: once(specific("Stop", { additionalContext: "more" })) },
  },
  "a stop that is blocked for ever": {
    ...{ ...go, turns: Array.from({ length: 9 }, () => DONE) },
    answers: { Stop: print({ decision: "block", reason: "go on" }) },
  },
  "a subagent, with a context and a call": {
    ...{ ...go, allow: "Bash(echo *)" },
    turns: [agent, bash("echo hi"), { text: "Seen." }, DONE],
    answers: { SubagentStart: specific("SubagentStart", { additionalContext: "careful" }) },
  },
  "a subagent whose stop is refused once": {
    ...{ ...go, turns: [agent, { text: "A." }, { text: "B." }, DONE] },
    answers: { SubagentStop: once(print({ decision: "block", reason: "more" })) },
  },
  "a typed skill": {
    ...{ prompts: ["/greet the world"], turns: [DONE], files: GREET },
    answers: { UserPromptExpansion: specific("UserPromptExpansion", { additionalContext: "hm" }) },
  },
  "a chain of skills that the model calls, and again": {
    ...{ ...go, files: GREET },
    turns: [
      // Each brings its text once.
      ...["a", "a", "b"].map((args) => call("Skill", { skill: "greet", args })),
      call("Skill", { skill: "plain", args: "x" }),
      DONE,
    ],
  },
  "a skill that forks": {
    ...{ ...go, files: GREET },
    turns: [call("Skill", { skill: "forky", args: "it" }), { text: "Sub." }, DONE],
  },
  "a skill that forks, typed": {
    ...{ prompts: ["/forky it"], files: GREET, turns: [{ text: "Sub." }] },
  },
  "a tool and a skill that there are not": {
    ...{ ...go, turns: [call("Nope", { a: 1 }), call("Skill", { skill: "nowhere-at-all" }), DONE] },
  },
  "a compaction that is asked for": {
    ...{ prompts: ["one", "/compact keep it", "two"], turns: [{ text: "One." }, DONE] },
  },
  "a compaction that is blocked": {
    ...{ prompts: ["one", "/compact", "two"], turns: [{ text: "One." }, DONE] },
    answers: { PreCompact: print({ decision: "block", reason: "not now" }) },
  },
  "a compaction in a full context": {
    ...{ ...go, allow: "Bash(echo *)" },
    turns: [{ ...bash("echo hi"), inputTokens: 990_000 }, DONE],
  },
  "a hook that fails and one that prints half an answer": {
    ...{ ...go, ...ECHO },
    answers: { PreToolUse: "echo broken >&2; exit 1", PostToolUse: "echo '{\"half'" },
  },
  "a hook that is too slow, and one beside it": {
    ...{ ...go, ...ECHO },
    more: {
      UserPromptSubmit: [
        { type: "command", command: "sleep 5; echo late", timeout: 1 },
        { type: "command", command: "echo in time" },
      ],
    },
  },
};

export const PLAY_SCENARIOS: readonly Scenario[] = Object.entries(REHEARSALS).map((
  [name, rehearsal],
) => ({
  name: `play is like the agent: ${name}`,
  brokenHooks: true,
  play: (world) => rehearse(world, rehearsal),
}));
