/** Whatever happens to us, the session goes on. */
import { has, lacks, newIn } from "./check.ts";
import { copyPlugin } from "./our_skills.ts";
import type { Scenario } from "./scenario.ts";
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
];
