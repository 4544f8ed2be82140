/** Skills the agent does not list, their own commands, and files that bring a skill to mind. */
import { has, lacks, newIn } from "./check.ts";
import type { Scenario } from "./scenario.ts";

const NOTES =
  "---\nname: notes\ndescription: Writes notes\ntrigger: /jot\n---\n\nJot $ARGUMENTS down.\n";
const REACT =
  "---\nname: react\ndescription: React ways\ntriggers:\n  files: ['*.tsx']\n---\n\nWays.\n";
const NAMED = 'The skill "react" is for files like src/App.tsx (*.tsx)';

export const INDEX_SCENARIOS: readonly Scenario[] = [
  {
    name: "a command the agent does not know brings the text of the skill that has it",
    async play(world) {
      world.write(".claude/skills/notes.md", NOTES);
      const run = await world.run({ prompts: ["/jot buy milk"], turns: [{ text: "Done." }] });
      has(newIn(run, 0), ["Jot buy milk down."], 1);
    },
  },
  {
    name: "a session starts with the skills that the agent does not list, and no others",
    async play(world) {
      world.write(".claude/skills/notes.md", NOTES);
      world.write(".claude/skills/react/SKILL.md", REACT);
      world.write(".claude/skills/group/deep/SKILL.md", REACT.replaceAll("eact", "ock"));
      world.write(".agents/skills/team/SKILL.md", NOTES.replace("notes", "team"));
      const run = await world.run({ prompts: ["hello"], turns: [{ text: "Hello." }] });
      has(newIn(run, 0), ["- notes: Writes notes (/jot, .claude/skills/notes.md)"], 1);
      has(newIn(run, 0), ["- team: Writes notes (.agents/skills/team/SKILL.md)"], 1);
      has(newIn(run, 0), ["- rock: Rock ways (.claude/skills/group/deep/SKILL.md)"], 1);
      has(newIn(run, 0), ["- notes: ", "- team: ", "- rock: ", "- react: React ways"], 1);
    },
  },
  {
    name: "the first touch of a file names the skill that waits for it, once",
    async play(world) {
      world.write(".claude/skills/react/SKILL.md", REACT);
      world.write("src/App.tsx", "one\n");
      const read = { name: "Read", input: { file_path: `${world.project}/src/App.tsx` } };
      const run = await world.run({
        prompts: ["look"],
        turns: [{ tools: [read] }, { tools: [read] }, { text: "Seen." }],
      });
      lacks(newIn(run, 0), [NAMED]);
      has(newIn(run, 1), [NAMED], 1);
      lacks(newIn(run, 2), [NAMED]);
    },
  },
  {
    name:
      "a skill made active comes with its text when a session starts, an inactive one is not named",
    async play(world) {
      world.write(".claude/skills/react/SKILL.md", REACT);
      world.write(".claude/skills/notes.md", NOTES);
      world.write("src/App.tsx", "one\n");
      await world.skillhook(["skill", "activate", "notes"]);
      await world.skillhook(["skill", "deactivate", "react"]);
      const read = { name: "Read", input: { file_path: `${world.project}/src/App.tsx` } };
      const run = await world.run({
        prompts: ["look"],
        turns: [{ tools: [read] }, { text: "Seen." }],
      });
      has(newIn(run, 0), ["# Active Skills\n\n## notes", "Jot $ARGUMENTS down."], 1);
      lacks(newIn(run, 0), ["- notes: Writes notes"]);
      lacks(newIn(run, 1), [NAMED]);
    },
  },
];
