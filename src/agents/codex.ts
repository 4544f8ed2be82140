/** Codex CLI 0.169: Claude Code's protocol, but for skills, which the model reads with its shell, and for the cap. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { homeDirectory } from "../catalog/places.ts";
import type { Agent } from "./agent.ts";

/** A command that reads, and writes nothing. */
const READS = /^\s*(?:cat|sed|head|tail|nl|less|more|bat|awk|grep|rg)\b[^>]*$/;
const SKILL_FILE = /(?:^|[\s/"'])([\w.-]+)\/SKILL\.md(?![\w.-])/;

export const codex: Agent = {
  tools: { spawn_agent: "Agent" },
  subagentPrompt: "message",
  hears: "PreToolUse",
  decode(fields) {
    if (fields.hook_event_name === "UserPromptSubmit") return typed(fields);
    const read = fields.tool_name === "Bash" ? skillRead(fields.tool_input) : undefined;
    const shared = { ...fields, prompt_id: fields.turn_id };
    if (read === undefined) return shared;
    return { ...shared, tool_name: "Skill", tool_input: { skill: read } };
  },
  ways(host) {
    const home = homeDirectory(host);
    const own = host.env("CODEX_HOME") ?? (home && joinPath(home, ".codex"));
    return {
      agent: "Codex",
      projectSkills: [".agents/skills"],
      userSkills: [own && joinPath(own, "skills"), home && joinPath(home, ".agents/skills")]
        .filter((path) => path !== undefined),
      listsDeep: true,
      sigil: "$",
      loadsAll: true,
      countsBytes: true,
    };
  },
  answer: { inputKey: "updatedInput", allowsInput: true, capBytes: 10_000, cannotAsk: true },
};

/** A prompt that begins with `$name` begins with a skill; what the other `$` of it mean, the catalog knows. */
function typed(fields: Fields): Fields {
  const prompt = asString(fields.prompt)?.trim() ?? "";
  const isSkill = /^\$[a-z][\w-]*(?::[\w-]+)?(?=[\s,.!]|$)/.test(prompt);
  return {
    ...fields,
    prompt_id: fields.turn_id,
    ...isSkill ? { prompt: `/${prompt.slice(1)}` } : {},
  };
}

function skillRead(input: unknown): string | undefined {
  const command = isFields(input) ? asString(input.command) ?? "" : "";
  return READS.test(command) ? SKILL_FILE.exec(command)?.[1] : undefined;
}
