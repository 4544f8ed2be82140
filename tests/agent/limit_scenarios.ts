/** The agent cuts a hook's text at 10,000 characters and tells nobody: we never send one more. */
import { has, lacks, newIn } from "./check.ts";
import type { Scenario } from "./scenario.ts";

/** Sections of a text far over the cap. */
function longText(): string {
  const sections = Array.from(
    { length: 40 },
    (_, at) => `## Part ${at + 1}\n\n${"so on ".repeat(80)}`,
  );
  return sections.join("\n\n");
}

export const LIMIT_SCENARIOS: readonly Scenario[] = [
  {
    name: "a skill over the cap comes in pages, each with the command for the next",
    async play(world) {
      world.write("~/.claude/skills/long/SKILL.md", "---\ndescription: Is long.\n---\nA stub.\n");
      world.write(
        "~/.claude/skills/long-first-use/SKILL.md",
        `---\ndescription: All of long.\nuser-invocable: false\n---\n<skill>\n${longText()}\n</skill>\n`,
      );
      let command = "";
      const run = await world.run({
        prompts: ["/long"],
        turns: [(request) => {
          const said = request.messages.map(({ text }) => text).join("\n");
          command = /skillhook load long --page 2[^\n`]*/.exec(said)?.[0] ?? "echo no command";
          return { tools: [{ name: "Bash", input: { command } }] };
        }, { text: "Read." }],
        args: ["--allowedTools", "Bash(skillhook load *)"],
      });
      has(newIn(run, 0), ["UserPromptExpansion hook additional context: ", "## Part 1\n"], 1);
      lacks(newIn(run, 0), ["## Part 40\n"]);
      has(newIn(run, 1), ["result: "]);
      lacks(newIn(run, 1), ["## Part 1\n", "no command"]);
    },
  },
  {
    name: "a chain over the cap keeps a valid call and says what is missing",
    async play(world) {
      const entries = Array.from(
        { length: 40 },
        (_, at) => `/skillhook:design ${at} ${"x".repeat(400)}`,
      );
      const run = await world.run({ prompts: [entries.join(", ")], turns: [{ text: "Long." }] });
      has(newIn(run, 0), ["UserPromptSubmit hook additional context: [CONTINUATION-PASSING]"], 1);
      has(newIn(run, 0), ['  Skill(skill: "skillhook:design", args: "1 xxx'], 1);
    },
  },
  {
    name: "help on two hundred skills is cut between two skills and says so",
    async play(world) {
      for (let at = 0; at < 200; at++) {
        world.write(
          `.claude/skills/step-${at}/SKILL.md`,
          `---\nname: step-${at}\ndescription: ${"Does a step. ".repeat(8)}\n` +
            "continuation:\n  cooperative: true\n---\nA step.\n",
        );
      }
      const run = await world.run({ prompts: ["?"], turns: [{ text: "Long." }] });
      has(newIn(run, 0), ["UserPromptSubmit hook additional context: [SHORTCUT ?: help]"], 1);
      has(newIn(run, 0), ["more: `skillhook chain skills` lists them all"], 1);
    },
  },
];
