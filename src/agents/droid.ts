/** Droid 0.225 (Factory): Claude Code's protocol; a typed skill's text stands in front of its arguments. */
import { asString } from "../base/json_type.ts";
import { type Agent, belowHome, calling, eventsOf, waysOf } from "./agent.ts";

const EXPANDED =
  /^<system-notification>\n[^\n]*\n<skill filePath=[^\n]*\n<name>([^<\n]+)<\/name>[^]*<\/system-notification>\n\n?([^]*)$/;
const directory = belowHome(".factory");

export const droid: Agent = {
  tools: { Execute: "Bash", Create: "Write" },
  projectVariable: "DROID_PROJECT_DIR",
  hears: "PostToolUse",
  decode(fields) {
    const found = EXPANDED.exec(asString(fields.prompt) ?? "");
    return found === null ? fields : { ...fields, prompt: `/${found[1]} ${found[2]}`.trim() };
  },
  ways: waysOf(directory, {
    agent: "droid",
    projectSkills: [".factory/skills"],
    call: calling("Skill", "skill"),
  }),
  answer: { inputKey: "updatedInput", cannotAsk: true },
  files: {
    project: ".factory/settings.json",
    directory,
    file: "settings.json",
    advice: "`droid exec` fires no event for its prompt: chains work in Droid's own interfaces",
    events: eventsOf(
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PreCompact Stop",
      { PreToolUse: "Task", PostToolUse: "Skill|Read|Edit|Create|Task" },
    ),
  },
};
