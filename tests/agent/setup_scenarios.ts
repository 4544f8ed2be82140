/** A user with nothing but the binary: `skillhook setup`, and what is typed then. */
import { has, newIn } from "./check.ts";
import type { Scenario } from "./scenario.ts";

const FIRST_CHAIN = "/design plans/foo, /plan-adhoc and /orchestrate";
const REPORT = [
  "Says where the project stands, from the output below.",
  "<skill-output>\nProject: ",
];

export const SETUP_SCENARIOS: readonly Scenario[] = [
  {
    name: "after setup, without a plugin, the first chain comes and the copied stubs load",
    async play(world) {
      await world.skillhook(["setup", "--yes"]);
      const run = await world.run({
        plugin: null,
        prompts: [FIRST_CHAIN],
        // The end of the turn names the step that is missing.
        turns: [{ text: "One." }, { text: "Two." }],
      });
      has(
        newIn(run, 0),
        ["Continuation: /plan-adhoc, /orchestrate, /handoff --commit, /commit"],
        1,
      );
      const other = await world.run({
        plugin: null,
        prompts: ["/status"],
        turns: [{ text: "A." }],
      });
      has(newIn(other, 0), REPORT, 1);
    },
  },
  ...["a$b", "it's", 'a"b', "a`b", "a b"].map((folder): Scenario => ({
    name: `a copied stub loads in a project called ${folder}`,
    async play(world) {
      world.write(
        `${folder}/session.md`,
        "# Session notes\n\n## Pending\n\n- [ ] Water the plants\n",
      );
      await world.skillhook(["setup", "--yes"]);
      const run = await world.run({
        plugin: null,
        cwd: folder,
        prompts: ["/status"],
        turns: [{ text: "One." }],
      });
      has(newIn(run, 0), [...REPORT, "Water the plants"], 1);
    },
  })),
];
