/** Shortcuts and directives, for the model and for the user. */
import { has, is, newIn } from "./check.ts";
import { hookRuns } from "./hook_run.ts";
import type { Scenario } from "./scenario.ts";

export const PROMPT_SCENARIOS: readonly Scenario[] = [
  {
    name: "shortcuts and directives arrive as context once each, and the user is shown a line",
    async play(world) {
      world.write("~/.claude/skillhook.yaml", "shortcuts:\n  t: Run the tests and report\n");
      const run = await world.run({
        prompts: ["s", "d: cache or not", "t", "?"],
        turns: [{ text: "1" }, { text: "2" }, { text: "3" }, { text: "4" }],
      });
      const said = "UserPromptSubmit hook additional context: ";
      has(newIn(run, 0), [`${said}[SHORTCUT s: status] The user asks for the status.`], 1);
      has(newIn(run, 1), ["d: cache or not", `${said}[DIRECTIVE d: discuss]`], 1);
      has(newIn(run, 2), [`${said}Run the tests and report`], 1);
      has(newIn(run, 3), [`${said}[SHORTCUT ?: help]`, "  /skillhook:design "], 1);
      const answers = hookRuns(run.stdout).filter(({ event }) => event === "UserPromptSubmit")
        .map(({ stdout }) => JSON.parse(stdout));
      const shown = answers.map(({ systemMessage }) => systemMessage.split("\n", 1)[0]);
      is("the lines for the user", shown, [
        "skillhook: s = status: list pending tasks, then wait",
        "skillhook: d = discuss: talk about it, do nothing",
        "skillhook: t = Run the tests and report",
        "Shortcuts (the whole prompt):",
      ]);
    },
  },
];
