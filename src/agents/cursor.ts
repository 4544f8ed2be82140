/** Cursor, by its public schema only: it runs Claude Code's hooks with its own input, and listens at two events. */
import { asString } from "../base/json_type.ts";
import { type Agent, belowHome, eventsOf, namesOf, waysOf } from "./agent.ts";

const SHARED = [".claude/skills", ".codex/skills"];
const directory = belowHome(".cursor");

export const cursor: Agent = {
  events: namesOf(
    "sessionStart=SessionStart sessionEnd=SessionEnd beforeSubmitPrompt=UserPromptSubmit " +
      "preToolUse=PreToolUse postToolUse=PostToolUse subagentStart=SubagentStart " +
      "subagentStop=SubagentStop preCompact=PreCompact stop=Stop",
  ),
  tools: { Shell: "Bash" },
  hears: "PostToolUse",
  decode(fields) {
    const [root] = Array.isArray(fields.workspace_roots) ? fields.workspace_roots : [];
    return {
      ...fields,
      session_id: fields.conversation_id ?? fields.session_id,
      cwd: asString(root) ?? fields.cwd,
      ...fields.hook_event_name === "SessionStart" ? { source: "startup" } : {},
    };
  },
  ways: waysOf(
    directory,
    { agent: "cursor", projectSkills: [".cursor/skills", ...SHARED] },
    ...SHARED,
  ),
  answer: {
    contextKey: "additional_context",
    goOnKey: "followup_message",
    listens: ["SessionStart", "Stop"],
  },
  files: {
    project: ".cursor/hooks.json",
    directory,
    file: "hooks.json",
    advice:
      "Nobody has run this in Cursor yet: what we write and answer is from its public schema; with third-party " +
      "hooks on, it runs those of Claude Code's settings as well: have us in one of the two",
    // A prompt's hook is not heard: it is asked so that the end of the turn knows of a chain.
    events: eventsOf("sessionStart beforeSubmitPrompt stop"),
    entry: (command, timeout) => ({ command, timeout }),
    empty: '{\n  "version": 1\n}\n',
  },
};
