/** The skills of a session: found by name, rendered as the agent shows them, and run by its `Skill` tool. */
import { asString } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { directoryOf, leadsTo } from "../catalog/catalog_skill.ts";
import { locatedAt } from "../catalog/find_skill.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { renderSkill } from "../loader/render_skill.ts";
import { headFields, stripHead } from "../skill/strip_head.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { notice } from "./fire_hooks.ts";
import type { Session, Skills, Thread, Tool } from "./session.ts";
import { runSubagent } from "./turns.ts";

/** By any name that leads to it; the agent knows only those that it lists itself. */
function findSkill({ all }: Skills, name: string): WholeSkill | undefined {
  return all.find((skill) => skill.agent.listed && leadsTo(skill, name));
}

/** What can be typed: what the agent lists, files that are skills by themselves, and commands that skills bring along. */
export function typedNames({ agent, form, invoke, triggers }: WholeSkill): string[] {
  if (!agent.typed) return [];
  const own = agent.listed || form === "flat" ? [invoke] : [];
  return [...new Set([...own, ...triggers.commands])];
}

/** What `/name words` would start; `undefined`: it is a text like any other. */
export function typedSkill(skills: Skills, prompt: string) {
  const [, name, args = ""] = /^\/(\S+)(?:\s+([^]*))?$/.exec(prompt.trim()) ?? [];
  if (name === undefined) return undefined;
  const skill = findSkill(skills, name) ?? skills.all.find((one) => typedNames(one).includes(name));
  return skill?.agent.typed ? { skill, args: args.trim() } : undefined;
}

/** Commands and arguments filled in, behind the line that says where its files lie. */
export async function* renderText(session: Session, skill: WholeSkill, args: string) {
  const { host, id, projectDir, skills } = session;
  const { textPath: path = skill.path } = skill;
  const text = host.readText(path) ?? "";
  const rendered = await renderSkill(host, { path, text }, undefined, "first", {
    skill: locatedAt(skill, host.platform),
    session: id,
    projectDir,
    given: argumentsOf(args),
    appendArguments: true,
    pluginRoots: skills.trustedRoots,
    stateDir: stateDirectory(host),
    // The agent gives a directive two minutes.
    deadlineMs: 100_000,
  });
  for (const { message } of rendered.diagnostics) yield notice(message, "warning");
  const { fields } = await headFields(text, path, /^(?:allowed-tools|agent)[ \t]*:/m);
  return {
    text: `Base directory for this skill: ${directoryOf(skill)}\n\n${rendered.text}`,
    /** The kind of subagent that runs a skill which forks. */
    agent: asString(fields.agent) ?? "general-purpose",
    /** Rules for the rest of the turn. */
    allowed: [fields["allowed-tools"]].flat(),
  };
}

/** What the model is shown at this use: the whole text, or that it has it. */
export function useText({ shown }: Thread, name: string, text: string, args: string): string[] {
  const before = shown.get(name);
  // The newest stands last.
  shown.delete(name);
  shown.set(name, text);
  if (before === undefined) return [text];
  if (before === text) {
    const given = args === "" ? "" : ` Arguments: ${args}`;
    return [`Skill /${name} is already loaded above; instructions unchanged.${given}`];
  }
  const note = `(Re-invocation of /${name} — the skill instructions were previously loaded; the ` +
    "arguments or dynamic output below are new.)";
  return [note, text];
}

const nameOf = (skill: unknown) => String(skill ?? "").trim().replace(/^\//, "");

export function skillTool(skills: Skills): Tool {
  return {
    name: "Skill",
    description: "Runs a skill of the list in the system prompt",
    input_schema: {
      type: "object",
      properties: { skill: { type: "string" }, args: { type: "string" } },
      required: ["skill"],
    },
    // What a skill may do without asking is asked about when the model starts it.
    isFree(host, { skill }) {
      const { textPath } = findSkill(skills, nameOf(skill))!;
      return textPath === undefined ||
        !/^allowed-tools:/m.test(stripHead(host.readText(textPath) ?? "").yaml);
    },
    flaw({ skill: written }) {
      const name = nameOf(written);
      const skill = findSkill(skills, name);
      if (skill === undefined) {
        const near = nearestWord(name, skills.all.map(({ invoke }) => invoke));
        return `Unknown skill: ${name}${near === undefined ? "" : `. Did you mean ${near}?`}`;
      }
      if (skill.agent.called) return undefined;
      return `Skill ${name} cannot be used with Skill tool due to disable-model-invocation`;
    },
    async *run(thread, { id, input }) {
      const skill = findSkill(skills, nameOf(input.skill))!;
      const { invoke: commandName } = skill;
      const args = asString(input.args) ?? "";
      const { text, agent } = yield* renderText(thread.session, skill, args);
      const response = { success: true, commandName };
      if (!skill.agent.forks) {
        const more = useText(thread, commandName, text, args);
        return { text: `Launching skill: ${commandName}`, isError: false, response, more };
      }
      const { id: agentId, ending } = yield* runSubagent(thread.session, agent, text, id);
      const { result, subtype } = ending;
      return {
        text: `Skill "${commandName}" completed (forked execution).\n\nResult:\n${result}`,
        isError: subtype !== "success",
        response: { ...response, status: "forked", agentId, result },
      };
    },
  };
}
