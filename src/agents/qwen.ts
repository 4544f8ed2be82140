/** Qwen Code 0.24: Claude Code's protocol; a prompt's hook sees the skill's text, and what was typed beside it. */
import { asString } from "../base/json_type.ts";
import { type Agent, belowHome, eventsOf, namesOf, waysOf } from "./agent.ts";

const directory = belowHome(".qwen");

export const qwen: Agent = {
  tools: namesOf(
    "skill=Skill agent=Agent task=Agent run_shell_command=Bash read_file=Read " +
      "write_file=Write edit=Edit",
  ),
  projectVariable: "QWEN_PROJECT_DIR",
  plugin: ".qwen/extensions/skillhook",
  hasExpansion: true,
  hears: "PostToolUse",
  decode(fields) {
    const prompt = asString(fields.submitted_prompt);
    return prompt === undefined ? fields : { ...fields, prompt };
  },
  ways: waysOf(directory, {
    agent: "qwen",
    projectSkills: [".qwen/skills", ".agents/skills"],
    call(skill, args) {
      const [name, given] = [skill, args].map((text) => JSON.stringify(text));
      return args === ""
        ? `skill(skill: ${name})`
        : `skill(skill: ${name}, args: ${given}): these are its arguments, whatever its text says`;
    },
  }, ".agents/skills"),
  answer: {},
  files: {
    project: ".qwen/settings.json",
    directory,
    file: "settings.json",
    advice:
      "With folder trust on, Qwen Code reads a project's hooks and skills only in a trusted folder",
    events: eventsOf(
      "SessionStart SessionEnd UserPromptSubmit UserPromptExpansion PostToolUse PreCompact SubagentStart Stop",
      { PostToolUse: "skill|read_file|edit|write_file|agent" },
    ),
  },
};
