/** GitHub Copilot CLI 1.0.102: Claude Code's input, or its own in camel case; a context stands on top of the answer. */
import { asString } from "../base/json_type.ts";
import { type Agent, belowHome, calling, eventsOf, namesOf, waysOf } from "./agent.ts";

/** What stands before the prompt that was typed, once it has put the texts of the skills named in it there. */
const EXPANDED = 'The user explicitly invoked the "/';
const LAST_TEXT = "</skill-context>\n\n";
const directory = belowHome(".copilot");
const call = calling("skill", "skill");

export const copilot: Agent = {
  tools: namesOf("skill=Skill task=Agent bash=Bash view=Read create=Write edit=Edit"),
  projectVariable: "COPILOT_PROJECT_DIR",
  hears: "PreToolUse",
  decode(fields) {
    const common = {
      ...fields,
      session_id: fields.session_id ?? fields.parent_agent_id ?? fields.sessionId,
      ...fields.tool_result === undefined ? {} : { tool_response: fields.tool_result },
    };
    // The only event that has no name, whatever its configuration is written like.
    if (fields.hook_event_name === undefined && asString(fields.agentName) !== undefined) {
      return { ...common, hook_event_name: "SubagentStart" };
    }
    if (fields.source === "new") return { ...common, source: "startup" };
    const prompt = asString(fields.prompt) ?? "";
    const end = prompt.startsWith(EXPANDED) ? prompt.lastIndexOf(LAST_TEXT) : -1;
    return end < 0 ? common : { ...common, prompt: prompt.slice(end + LAST_TEXT.length) };
  },
  ways: waysOf(directory, {
    agent: "copilot",
    projectSkills: [".github/skills", ".agents/skills", ".claude/skills"],
    // A plugin's skills have no plugin before their names.
    call: (skill, args) => call(skill.slice(skill.indexOf(":") + 1), args),
    loadsAll: true,
  }, ".agents/skills"),
  answer: { contextKey: "additionalContext", inputKey: "updatedInput", allowsInput: true },
  files: {
    project: ".github/hooks/skillhook.json",
    directory,
    file: "hooks/skillhook.json",
    advice:
      "Copilot runs a project's hooks only in a trusted folder (`copilot -p` needs --trust-folder); it runs " +
      "those of .claude/settings.json, too: have us in one of the two",
    events: eventsOf(
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PreCompact SubagentStart Stop",
    ),
    entry: (bash, timeoutSec) => ({ type: "command", bash, timeoutSec }),
    empty: '{\n  "version": 1\n}\n',
  },
};
