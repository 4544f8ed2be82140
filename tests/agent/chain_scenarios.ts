/** A typed chain arrives beside the prompt, and calls made by the book lead to its last skill. */
import { has, is, lacks, newIn } from "./check.ts";
import { firstCall, nextCall } from "./follow_chain.ts";
import { copySkills, hooksOf } from "./our_skills.ts";
import type { Scenario } from "./scenario.ts";

export const CHAIN_SCENARIOS: readonly Scenario[] = [
  {
    name: "a chain of a project's skills arrives by bare names and is walked to its last skill",
    async play(world) {
      copySkills(world);
      const next = nextCall(world);
      const run = await world.run({
        prompts: ["/design plans/foo, /plan-adhoc and /orchestrate"],
        turns: [firstCall, next, next, next, next],
        plugin: null,
        args: ["--settings", hooksOf(world.lab.plugin)],
      });
      has(newIn(run, 0), [
        `UserPromptSubmit hook additional context: [CONTINUATION-PASSING]
Current: /design plans/foo
Continuation: /plan-adhoc, /orchestrate, /handoff --commit, /commit

After completing the current skill, invoke the NEXT continuation entry via Skill tool:
  Skill(skill: "plan-adhoc", args: "[CONTINUATION: /orchestrate, /handoff --commit, /commit]")

Do NOT include continuation metadata in Task tool prompts.`,
        "<command-args>plans/foo, /plan-adhoc and /orchestrate</command-args>",
        "\n# Design\n",
      ], 1);
      has(newIn(run, 1), ["Launching skill: plan-adhoc", "\n# Plan\n"]);
      has(newIn(run, 2), ["Launching skill: orchestrate", "Received: [CONTINUATION: /handoff"]);
      has(newIn(run, 3), [
        "Launching skill: handoff",
        "Received: --commit [CONTINUATION: /commit]",
      ]);
      has(newIn(run, 4), ["Launching skill: commit"]);
      is("the model's last word", run.result, "The chain has ended.");
    },
  },
  {
    name: "a chain of a plugin's skills arrives by full names and is walked to its last skill",
    async play(world) {
      const next = nextCall(world);
      const run = await world.run({
        prompts: ["/skillhook:design plans/foo, /skillhook:plan-adhoc"],
        turns: [firstCall, next, next, next],
      });
      has(newIn(run, 0), [
        `[CONTINUATION-PASSING]
Current: /skillhook:design plans/foo
Continuation: /skillhook:plan-adhoc, /skillhook:handoff --commit, /skillhook:commit
`,
      ], 1);
      has(newIn(run, 1), ["Launching skill: skillhook:plan-adhoc"]);
      has(newIn(run, 2), ["Launching skill: skillhook:handoff", "Received: --commit [CONTIN"]);
      has(newIn(run, 3), ["Launching skill: skillhook:commit"]);
      is("the model's last word", run.result, "The chain has ended.");
    },
  },
  {
    name: "a plugin's skills may be typed by bare names where the agent has none such of its own",
    async play(world) {
      const run = await world.run({
        prompts: ["/plan-adhoc plans/foo and /orchestrate"],
        turns: [firstCall, nextCall(world)],
      });
      has(newIn(run, 0), [
        "<command-name>/skillhook:plan-adhoc</command-name>",
        "Continuation: /skillhook:orchestrate, /skillhook:handoff --commit, /skillhook:commit\n",
      ], 1);
      has(newIn(run, 1), ["Launching skill: skillhook:orchestrate"]);
    },
  },
  {
    name:
      "bare names the agent keeps for itself do not run a plugin's skill; a chain names it in full",
    async play(world) {
      const run = await world.run({
        prompts: ["/status", "/statusline", "/design plans/foo"],
        turns: [{ text: "One?" }],
      });
      is("number of requests to the model", run.requests.length, 1);
      has(newIn(run, 0), ["[CONTINUATION-PASSING]\nCurrent: /skillhook:design plans/foo\n"], 1);
      lacks(newIn(run, 0), ["\n# Design\n", "\n# Status\n"]);
    },
  },
  {
    name: "arguments with quotes, brackets, commas and backslashes pass through a chain unchanged",
    async play(world) {
      const run = await world.run({
        prompts: [String.raw`/skillhook:design a, /skillhook:handoff say "x\y", [b], /usr/bin`],
        turns: [firstCall, nextCall(world)],
      });
      has(newIn(run, 1), [String.raw`Received: say "x\y", [b], /usr/bin`]);
    },
  },
  {
    name: "a prompt that only mentions skills gets no chain, and the hook is silent",
    async play(world) {
      const run = await world.run({
        prompts: ["please explain what /skillhook:design and /tmp/commit/x do"],
        turns: [{ text: "Sure." }],
      });
      lacks(newIn(run, 0), ["[CONTINUATION", "UserPromptSubmit hook"]);
    },
  },
];
