/** What a skill's own commands may do, and what one sees of those that fail. */
import { has, lacks, newIn } from "./check.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

/** A skill whose companion runs one command. */
function writeSkill(world: World, folder: string, command: string): void {
  world.write(`${folder}/look/SKILL.md`, "---\ndescription: Looks around.\n---\nA stub.\n");
  world.write(
    `${folder}/look-first-use/SKILL.md`,
    "---\ndescription: All of look.\nuser-invocable: false\n---\n<skill>\nLook twice.\n</skill>\n" +
      `<output>\n!\`${command}\`\n</output>\n`,
  );
}

export const DIRECTIVE_SCENARIOS: readonly Scenario[] = [
  {
    name: "a failing directive is visible, and the skill loads all the same",
    async play(world) {
      writeSkill(world, "~/.claude/skills", "sh -c 'echo half; echo no such lamp >&2; exit 3'");
      const run = await world.run({ prompts: ["/look"], turns: [{ text: "Dark." }] });
      has(newIn(run, 0), [
        "Look twice.",
        "**Preprocessor Error**: Command failed (exit code 3)",
        "Standard error:\n| no such lamp",
      ], 1);
      lacks(newIn(run, 0), ["<skill-output>"]);
    },
  },
  {
    name: "a project's directive does not run until it is allowed, and again not after an edit",
    async play(world) {
      writeSkill(world, ".claude/skills", "touch ran; echo $((40 + 2)) lamps");
      const ran = `${world.project}/ran`;
      const refused = "is not allowed to run commands yet). To allow it, the user runs: ";
      const first = await world.run({ prompts: ["/look"], turns: [{ text: "One." }] });
      has(newIn(first, 0), ["Look twice.", refused], 1);
      lacks({ where: "the project", text: exists(ran) ? "the file" : "" }, ["the file"]);

      await world.skillhook(["allow", "--yes"]);
      const second = await world.run({ prompts: ["/look"], turns: [{ text: "Two." }] });
      has(newIn(second, 0), ["Look twice.", "<skill-output>\n42 lamps\n</skill-output>"], 1);
      lacks(newIn(second, 0), [refused]);

      Deno.removeSync(ran);
      writeSkill(world, ".claude/skills", "touch ran; echo $((40 + 3)) lamps");
      const third = await world.run({ prompts: ["/look"], turns: [{ text: "Three." }] });
      has(newIn(third, 0), ["Look twice.", "[Not run: "], 1);
      lacks({ where: "the project", text: exists(ran) ? "the file" : "" }, ["the file"]);
    },
  },
];

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
