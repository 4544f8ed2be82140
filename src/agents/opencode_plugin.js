// Written by "skillhook install --agent opencode": asks skillhook at prompts, skills and compactions.
import { spawnSync } from "node:child_process";

const PROGRAM = "skillhook";
const ARGUMENTS = ["hook", "--agent", "opencode"];
const TOOLS = ["skill", "read", "edit", "write"];

export const Skillhook = async ({ directory }) => {
  const typed = new Map();
  const begun = new Set();
  const parents = new Map();
  const calls = new Map();
  const ask = (sessionID, event) => {
    const agent_id = parents.has(sessionID) ? sessionID : undefined;
    const session_id = parents.get(sessionID) ?? sessionID;
    const input = JSON.stringify({ session_id, agent_id, cwd: directory, ...event });
    const options = { input, encoding: "utf8", timeout: 50000, cwd: directory };
    const { stdout } = spawnSync(PROGRAM, ARGUMENTS, options);
    try {
      return JSON.parse(stdout || "{}").hookSpecificOutput ?? {};
    } catch (error) {
      console.error("skillhook: its answer is no JSON: " + error.message);
      return {};
    }
  };
  return {
    event: async ({ event: { type, properties } }) => {
      const { id, parentID } = properties?.info ?? {};
      if (type === "session.created" && parentID) parents.set(id, parentID);
    },
    "command.execute.before": async ({ command, sessionID, arguments: rest }) => {
      typed.set(sessionID, ("/" + command + " " + rest).trim());
    },
    "chat.message": async ({ sessionID }, { message, parts }) => {
      const text = parts.filter((part) => part.type === "text" && !part.synthetic)
        .map((part) => part.text).join("\n");
      const prompt = typed.get(sessionID) ?? text;
      typed.delete(sessionID);
      const events = [{ hook_event_name: "UserPromptSubmit", prompt }];
      if (!begun.has(sessionID)) {
        events.unshift({ hook_event_name: "SessionStart", source: "startup" });
      }
      begun.add(sessionID);
      for (const [at, event] of events.entries()) {
        const text = ask(sessionID, event).additionalContext;
        const id = "prt_" + Date.now().toString(36) + at + "skillhook";
        const part = { id, sessionID, messageID: message.id, type: "text", text, synthetic: true };
        if (text) parts.push(part);
      }
    },
    "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
      if (TOOLS.includes(tool)) calls.set(callID, output.args);
      if (tool !== "task") return;
      const event = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: output.args };
      const { updatedInput } = ask(sessionID, event);
      if (updatedInput) Object.assign(output.args, updatedInput);
    },
    "tool.execute.after": async ({ tool, sessionID, callID }, output) => {
      const tool_input = calls.get(callID);
      if (!calls.delete(callID)) return;
      const event = { hook_event_name: "PostToolUse", tool_name: tool, tool_input };
      const { additionalContext } = ask(sessionID, event);
      if (additionalContext) output.output += "\n\n" + additionalContext;
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      ask(sessionID, { hook_event_name: "PreCompact", trigger: "auto" });
    },
  };
};
