/** The skills of a session: found by name, and rendered as the agent shows them. */
import { asString, type Fields } from "../base/json_type.ts";
import { directoryOf, leadsTo } from "../catalog/catalog_skill.ts";
import { locatedAt } from "../catalog/find_skill.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { renderSkill } from "../loader/render_skill.ts";
import { headFields } from "../skill/strip_head.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { Session, Skills, Thread } from "./session.ts";

export interface SkillText {
  readonly text: string;
  readonly fields: Fields;
  readonly notes: readonly string[];
}

/** What the loop itself goes by. */
const KEYS_REGEXP = /^(?:allowed-tools|agent)[ \t]*:/m;
/** The agent gives a directive two minutes. */
const DEADLINE_MS = 100_000;

/** By any name that leads to it; the agent knows only those that it lists itself. */
export function findSkill({ all }: Skills, name: string): WholeSkill | undefined {
  return all.find((skill) => skill.agent.listed && leadsTo(skill, name));
}

/** What can be typed: what the agent lists, files that are skills by themselves, and commands that skills bring along. */
export function typedNames({ agent, form, invoke, triggers }: WholeSkill): string[] {
  if (!agent.typed) return [];
  const own = agent.listed || form === "flat" ? [invoke] : [];
  return [...new Set([...own, ...triggers.commands])];
}

/** What `/name words` would start; `undefined`: it is a text like any other. */
export function typedSkill(
  skills: Skills,
  prompt: string,
): { readonly skill: WholeSkill; readonly args: string } | undefined {
  const [, name, args = ""] = /^\/(\S+)(?:\s+([^]*))?$/.exec(prompt.trim()) ?? [];
  if (name === undefined) return undefined;
  const skill = findSkill(skills, name) ?? skills.all.find((one) => typedNames(one).includes(name));
  return skill?.agent.typed ? { skill, args: args.trim() } : undefined;
}

/** Commands and arguments filled in, behind the line that says where its files lie. */
export async function renderText(
  { host, id, projectDir, skills }: Session,
  skill: WholeSkill,
  args: string,
): Promise<SkillText> {
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
    deadlineMs: DEADLINE_MS,
  });
  const { fields } = await headFields(text, path, KEYS_REGEXP);
  return {
    text: `Base directory for this skill: ${directoryOf(skill)}\n\n${rendered.text}`,
    fields,
    notes: rendered.diagnostics.map(({ message }) => message),
  };
}

/** What the model is shown at this use: the whole text, or that it has it. */
export function useText(thread: Thread, name: string, text: string, args: string): string[] {
  const before = thread.shown.get(name);
  // The newest stands last.
  thread.shown.delete(name);
  thread.shown.set(name, text);
  if (before === undefined) return [text];
  if (before === text) {
    const given = args === "" ? "" : ` Arguments: ${args}`;
    return [`Skill /${name} is already loaded above; instructions unchanged.${given}`];
  }
  const note = `(Re-invocation of /${name} — the skill instructions were previously loaded; the ` +
    "arguments or dynamic output below are new.)";
  return [note, text];
}

/** Tools that a skill may use for the rest of the turn without asking. */
export function allowedTools({ fields }: SkillText): string[] {
  const said = fields["allowed-tools"];
  return (Array.isArray(said) ? said : [said]).flatMap((one) => asString(one) ?? []);
}

const SOURCES: Readonly<Record<string, string>> = {
  user: "userSettings",
  project: "projectSettings",
  plugin: "plugin",
};

/** The agent's word for where a skill comes from. */
export function commandSource({ source }: WholeSkill): string {
  return SOURCES[source] ?? source;
}
