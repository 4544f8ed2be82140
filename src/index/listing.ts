/** The index as text: what fits into a budget, strongest source first, and a word about the rest. */
import { oneLine } from "../base/fitted_text.ts";
import { BYTES, type Estimate, estimateTokens } from "../budget/estimate.ts";
import { type CatalogSkill, directoryOf } from "../catalog/catalog_skill.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import { SKILL_SOURCES, type SkillIndex, skillIndex } from "../skill/manifest.ts";

export interface ListedSkill {
  readonly index: SkillIndex;
  readonly invoke: string;
  /** How to get at it beside its name: its commands, and its path when the agent does not know it. */
  readonly access: string;
  /** Milliseconds since 1970 of its last use; `undefined`: never used. */
  readonly lastUse: number | undefined;
}

/** UTF-16 units: with its name, an entry costs about 50 tokens at most. */
const DESCRIPTION_MAX = 160;
/** Of the budget, for skills that were never used, so that new ones are seen; what either kind leaves, the other may have. */
const NEW_SHARE = 0.25;

/** By source, recently used first, within a budget of tokens (0: none); `more` says how to see the rest. */
export function listSkills(
  skills: readonly ListedSkill[],
  { budget, estimate = BYTES, more }: { budget: number; estimate?: Estimate; more: string },
) {
  const rank = ({ index }: ListedSkill) => SKILL_SOURCES.indexOf(index.source);
  const all = skills.toSorted((a, b) =>
    rank(a) - rank(b) || (b.lastUse ?? 0) - (a.lastUse ?? 0) || (a.invoke < b.invoke ? -1 : 1)
  ).map(({ index, invoke, access, lastUse }) => {
    const description = oneLine(index.description, DESCRIPTION_MAX);
    const text = description === "" ? "" : `: ${description}`;
    const line = `- ${oneLine(invoke, 140)}${text}${access && ` (${oneLine(access, 400)})`}`;
    return { index, line, isNew: lastUse === undefined };
  });
  const listed = (chosen: typeof all, ...last: string[]) => ({
    text: [...chosen.map(({ line }) => line), ...last].join("\n"),
    entries: chosen.map(({ index }) => index),
    hidden: all.length - chosen.length,
  });
  const whole = listed(all);
  if (budget === 0 || estimateTokens(whole.text, estimate) <= budget) return whole;
  const cost = (text: string) => estimate.measure(text, Infinity).units;
  const lastLine = (hidden: number) =>
    `(${hidden} more ${hidden === 1 ? "skill is" : "skills are"} hidden: ${more})`;
  let left = budget * estimate.unitsPerToken - cost(lastLine(all.length));
  if (left < 0) return { text: "", entries: [], hidden: all.length };
  const chosen = new Set<typeof all[number]>();
  const take = (isNew: boolean, room: number) => {
    for (const entry of all.filter((entry) => entry.isNew === isNew && !chosen.has(entry))) {
      const price = cost(`${entry.line}\n`);
      if (price > room) break;
      room -= price;
      left -= price;
      chosen.add(entry);
    }
  };
  if (all.some(({ isNew }) => !isNew)) take(true, left * NEW_SHARE);
  take(false, left);
  take(true, left);
  return listed(all.filter((entry) => chosen.has(entry)), lastLine(all.length - chosen.size));
}

export function reachable<Skill extends CatalogSkill>(skills: readonly Skill[]): Skill[] {
  return skills.filter(({ shadowedBy }) => shadowedBy === undefined);
}

/** With all that the skill says about itself, or of what a snapshot has of it. */
export function toIndex(skill: CatalogSkill & Partial<WholeSkill>): SkillIndex {
  const { name, description, manifest = { name, description } } = skill;
  return skillIndex(manifest, skill.source, directoryOf(skill));
}

/** @param projectDir Paths below it are shown from there. */
export function toListed(
  skill: CatalogSkill & Partial<WholeSkill>,
  lastUse: number | undefined,
  projectDir: string | undefined,
): ListedSkill {
  const { invoke, agent, path, triggers: { commands } } = skill;
  const below = projectDir !== undefined && path.startsWith(`${projectDir}/`);
  const place = agent.listed ? [] : [below ? path.slice(projectDir.length + 1) : path];
  const access = [...commands.map((command) => `/${command}`), ...place].join(", ");
  return { index: toIndex(skill), invoke, access, lastUse };
}
