/** Codex CLI 0.169: Claude Code's protocol, but for skills, which the model reads with its shell, and for the cap. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { type Agent, belowHome, eventsOf, grouped, waysOf } from "./agent.ts";

/** A command that reads, and writes nothing. */
const READS = /^\s*(?:cat|sed|head|tail|nl|less|more|bat|awk|grep|rg)\b[^>]*$/;
const SKILL_FILE = /(?:^|[\s/"'])([\w.-]+)\/SKILL\.md(?![\w.-])/;
const directory = belowHome(".codex", "CODEX_HOME");

export const codex: Agent = {
  tools: { spawn_agent: "Agent" },
  subagentPrompt: "message",
  hears: "PreToolUse",
  decode: (fields) => ({ ...fields, prompt_id: fields.turn_id }),
  use(fields) {
    if (fields.hook_event_name === "UserPromptSubmit") return typed(fields);
    const read = fields.tool_name === "Bash" ? skillRead(fields.tool_input) : undefined;
    return read ? { ...fields, tool_name: "Skill", tool_input: { skill: read } } : fields;
  },
  ways: waysOf(directory, {
    agent: "codex",
    projectSkills: [".agents/skills"],
    listsDeep: true,
    sigil: "$",
    loadsAll: true,
    countsBytes: true,
  }, ".agents/skills"),
  answer: {
    inputKey: "updatedInput",
    allowsInput: true,
    capBytes: 10_000,
    cannotAsk: true,
    isStrict: true,
  },
  files: {
    project: ".codex/hooks.json",
    directory,
    file: "hooks.json",
    advice:
      "Codex runs a hook only after you have reviewed it: start codex once in a terminal and trust " +
      "it there; `codex exec` leaves out what is not reviewed, without a word",
    events: eventsOf(
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PreCompact SubagentStart Stop",
      { PreToolUse: "Bash|spawn_agent" },
    ),
    review: {
      file: "config.toml",
      mark(path, event, group, handler) {
        const name = event.replaceAll(/(?<=.)[A-Z]/g, "_$&").toLowerCase();
        return `[hooks.state."${path}:${name}:${group}:${handler}"]`;
      },
    },
    wholeTimeouts: true,
    // With a number that is not whole it drops the whole file.
    entry: (command, seconds, matcher) => grouped(command, Math.ceil(seconds), matcher),
  },
};

/** A prompt that begins with `$name` begins with a skill; what the other `$` of it mean, the catalog knows. */
function typed(fields: Fields): Fields {
  const prompt = asString(fields.prompt)?.trim() ?? "";
  const isSkill = /^\$[a-z][\w-]*(?::[\w-]+)?(?=[\s,.!]|$)/.test(prompt);
  return isSkill ? { ...fields, prompt: `/${prompt.slice(1)}` } : fields;
}

function skillRead(input: unknown): string | undefined {
  const command = isFields(input) ? asString(input.command) ?? "" : "";
  return READS.test(command) ? SKILL_FILE.exec(command)?.[1] : undefined;
}
