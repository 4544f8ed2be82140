/**
 * What `skillhook.yaml` says about subagents:
 *
 * ```yaml
 * subagents:
 *   fallback-skill: ct-task-executor   # for tasks that no skill fits
 *   agents:
 *     Explore:                         # an agent's type; "*" is every other one
 *       skills: [map-code, report]
 *       strategy: minimal              # minimal, standard or comprehensive
 * ```
 */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { STRATEGIES, type Strategy } from "../budget/strategy.ts";
import { FALLBACK_SKILL } from "./skill_lookup.ts";

/** What an agent of one type is given. */
export interface AgentSkills {
  readonly skills: readonly string[];
  readonly strategy: Strategy;
}

/** The section, read. */
export interface PayloadSettings {
  readonly fallback: string;
  /** @returns What agents of this type are given, if anything. */
  readonly skillsOf: (agentType: string) => AgentSkills | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const KEYS = ["fallback-skill", "agents"];

/**
 * Reads the section out of the settings files.
 *
 * @param layers Strongest first; an agent's entry is taken whole from the first that has it.
 * @returns The settings; what is wrong counts as absent.
 */
export function payloadSettings(
  layers: readonly { readonly path: string; readonly fields: Fields }[],
): PayloadSettings {
  const diagnostics: Diagnostic[] = [];
  const agents = new Map<string, AgentSkills>();
  let fallback: string | undefined;
  for (const { path, fields } of layers) {
    const flaw = (message: string) => diagnostics.push(diagnose("settings-value", path, message));
    const section = fields.subagents ?? undefined;
    if (section === undefined) continue;
    if (!isFields(section)) {
      flaw(`Cannot use "subagents": expected "key: value" lines: got a ${jsonType(section)}`);
      continue;
    }
    for (const key of Object.keys(section).filter((one) => !KEYS.includes(one))) {
      const near = nearestWord(key, KEYS);
      diagnostics.push(
        diagnose("settings-unknown-key", path, `Unknown key "subagents.${key}"`, didYouMean(near)),
      );
    }
    const skill = section["fallback-skill"] ?? undefined;
    if (typeof skill === "string") fallback ??= skill;
    else if (skill !== undefined) flaw(`Cannot use "subagents.fallback-skill": expected a name`);
    const list = section.agents ?? {};
    if (!isFields(list)) flaw(`Cannot use "subagents.agents": expected agents by type`);
    else readAgents(list, agents, flaw);
  }
  return {
    fallback: fallback ?? FALLBACK_SKILL,
    skillsOf: (agentType) => agents.get(agentType) ?? agents.get("*"),
    diagnostics,
  };
}

function readAgents(
  list: Fields,
  agents: Map<string, AgentSkills>,
  flaw: (message: string) => void,
): void {
  for (const [type, value] of Object.entries(list)) {
    const place = `"subagents.agents.${type}"`;
    const entry = isFields(value) ? value : { skills: value };
    const skills = typeof entry.skills === "string" ? [entry.skills] : entry.skills ?? [];
    if (!Array.isArray(skills) || !skills.every((one) => typeof one === "string")) {
      flaw(`Cannot use ${place}: "skills" must be a list of names`);
      continue;
    }
    const strategy = STRATEGIES.find((one) => one === (entry.strategy ?? "standard"));
    if (strategy === undefined) {
      flaw(`Cannot use ${place}: "strategy" must be one of ${STRATEGIES.join(", ")}`);
      continue;
    }
    if (!agents.has(type)) agents.set(type, { skills, strategy });
  }
}
