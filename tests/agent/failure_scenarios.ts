/** Whatever happens to us, the session goes on. */
import { has, lacks, newIn } from "./check.ts";
import { copyPlugin, copySkills, hooksOf } from "./our_skills.ts";
import type { Scenario } from "./scenario.ts";
import { cannotSeal, sealed } from "./sealed.ts";
import type { World } from "./world.ts";

/** A chain, a tool call and a second prompt, with a broken program in the binary's place. */
async function playBroken(world: World, program: `#!${string}` | undefined): Promise<void> {
  const run = await world.run({
    prompts: ["/skillhook:design x, /skillhook:commit", "and now?"],
    turns: [
      {
        tools: [{ name: "Skill", input: { skill: "skillhook:commit" } }, {
          name: "Bash",
          input: { command: "echo $((40 + 2))" },
        }],
      },
      { text: "One." },
      { text: "Two." },
    ],
    args: ["--allowedTools", "Skill(skillhook:commit)"],
    plugin: copyPlugin(world, program),
  });
  has(newIn(run, 0), ["# Design"]);
  lacks(newIn(run, 0), ["[CONTINUATION-PASSING]\nCurrent"]);
  has(newIn(run, 1), ["Launching skill: skillhook:commit", "result: 42"]);
  has(newIn(run, 2), ["and now?"]);
}

export const FAILURE_SCENARIOS: readonly Scenario[] = [
  {
    name: "a hook that is killed does not break the session",
    brokenHooks: true,
    play: (world) => playBroken(world, "#!/bin/sh\nkill -9 $$\n"),
  },
  {
    name: "a hook that prints half an answer and fails only loses its context",
    brokenHooks: true,
    play: (world) => playBroken(world, "#!/bin/sh\ncat >/dev/null\necho '{\"half'\nexit 1\n"),
  },
  {
    name: "a missing binary does not break the session",
    brokenHooks: true,
    play: (world) => playBroken(world, undefined),
  },
  {
    name: "a hook that hangs is ended at its time-out, and the session goes on",
    brokenHooks: true,
    async play(world) {
      const plugin = copyPlugin(world, "#!/bin/sh\nexec sleep 60\n");
      const hooks = Deno.readTextFileSync(`${plugin}/hooks.json`);
      const hasty = hooks.replaceAll(/"timeout": [\d.]+/g, '"timeout": 1');
      Deno.writeTextFileSync(`${plugin}/hooks.json`, hasty);
      const run = await world.run({
        prompts: ["/skillhook:design x"],
        turns: [{ text: "One." }],
        plugin,
      });
      has(newIn(run, 0), ["\n# Design\n"], 1);
    },
  },
  {
    name: "where our state cannot be written, a skill brings its whole text every time",
    notHere: cannotSeal,
    async play(world) {
      const folders = ["~/.claude/plugins", "~/.local", "~/.config", "~/.cache"];
      for (const folder of folders) world.write(`${folder}/data/skillhook-inline/.keep`, "");
      const run = await world.run({
        prompts: ["/skillhook:status", "/skillhook:status", "/skillhook:design x"],
        turns: [{ text: "One." }, { text: "Two." }, { text: "Three." }],
        through: sealed(folders.map((folder) => folder.replace("~", world.home))),
      });
      const whole = "Says where the project stands, from the output below.";
      has(newIn(run, 0), [whole, "<skill-output>\nProject: "], 1);
      has(newIn(run, 1), [whole, "<skill-output>\nProject: "], 1);
      has(newIn(run, 2), ["[CONTINUATION-PASSING]\nCurrent: /skillhook:design x"], 1);
    },
  },
  {
    // All but SessionStart: for that the agent makes a folder in its home first.
    name: "in a home that is read-only as a whole, hooks in settings do their work",
    brokenHooks: true,
    notHere: cannotSeal,
    async play(world) {
      copySkills(world);
      world.write("~/.claude/skills/greet/SKILL.md", "---\ndescription: Greets.\n---\nA stub.\n");
      world.write(
        "~/.claude/skills/greet-first-use/SKILL.md",
        "---\ndescription: All of greet.\nuser-invocable: false\n---\nBow low.\n",
      );
      const run = await world.run({
        prompts: ["/greet", "/greet", "/design x"],
        turns: [{ text: "One." }, { text: "Two." }, { text: "Three." }],
        plugin: null,
        args: ["--settings", hooksOf(world.lab.plugin)],
        through: sealed([world.home]),
      });
      has(newIn(run, 0), ["UserPromptExpansion hook additional context: ", "Bow low."], 1);
      has(newIn(run, 1), ["UserPromptExpansion hook additional context: ", "Bow low."], 1);
      has(newIn(run, 2), ["[CONTINUATION-PASSING]\nCurrent: /design x"], 1);
    },
  },
  {
    // The agent makes a folder in its home for a plugin's files, and starts none of its hooks without.
    name:
      "in a home that is read-only as a whole, the plugin is without effect and the session works",
    brokenHooks: true,
    notHere: cannotSeal,
    async play(world) {
      const run = await world.run({
        prompts: ["/skillhook:design x", "and now?"],
        turns: [{ text: "One." }, { text: "Two." }],
        through: sealed([world.home]),
      });
      has(newIn(run, 0), ["\n# Design\n"], 1);
      has(newIn(run, 1), ["and now?"]);
    },
  },
];
