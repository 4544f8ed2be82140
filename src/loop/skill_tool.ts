/** The `Skill` tool, as the agent has it. */
import { asString } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import { stripHead } from "../skill/strip_head.ts";
import { notice } from "./fire_hooks.ts";
import type { Skills, Tool } from "./session.ts";
import { findSkill, renderText, useText } from "./skills.ts";
import { runSubagent } from "./subagent.ts";

const nameOf = (skill: unknown) => String(skill ?? "").trim().replace(/^\//, "");

export function skillTool(skills: Skills): Tool {
  const find = (name: unknown): WholeSkill | undefined => findSkill(skills, nameOf(name));
  return {
    name: "Skill",
    description: "Runs a skill of the list in the system prompt",
    input_schema: {
      type: "object",
      properties: { skill: { type: "string" }, args: { type: "string" } },
      required: ["skill"],
    },
    // What a skill may do without asking is asked about when the model starts it.
    isFree(host, { skill: written }) {
      const { textPath } = find(written)!;
      return textPath === undefined ||
        !/^allowed-tools:/m.test(stripHead(host.readText(textPath) ?? "").yaml);
    },
    flaw({ skill: written }) {
      const name = nameOf(written);
      const skill = find(name);
      const near = nearestWord(name, skills.all.map(({ invoke }) => invoke));
      if (skill === undefined) {
        return `Unknown skill: ${name}${near === undefined ? "" : `. Did you mean ${near}?`}`;
      }
      return skill.agent.called
        ? undefined
        : `Skill ${name} cannot be used with Skill tool due to disable-model-invocation`;
    },
    async *run(session, thread, call) {
      const skill = find(call.input.skill)!;
      const args = asString(call.input.args) ?? "";
      const made = await renderText(session, skill, args);
      for (const text of made.notes) yield notice(text, "warning");
      const response = { success: true, commandName: skill.invoke };
      if (!skill.agent.forks) {
        const more = useText(thread, skill.invoke, made.text, args);
        return { text: `Launching skill: ${skill.invoke}`, isError: false, response, more };
      }
      const type = asString(made.fields.agent) ?? "general-purpose";
      const ran = yield* runSubagent(session, type, made.text, call.id);
      const text = `Skill "${skill.invoke}" completed (forked execution).\n\nResult:\n${ran.text}`;
      const forked = { ...response, status: "forked", agentId: ran.id, result: ran.text };
      return { text, isError: ran.isError, response: forked };
    },
  };
}
