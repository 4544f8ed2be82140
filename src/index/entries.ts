/** Catalog → index entries: what a prompt builder is given of every skill that its name reaches. */
import { type CatalogSkill, directoryOf } from "../catalog/catalog_skill.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import { type SkillIndex, skillIndex } from "../skill/skill_index.ts";
import type { ListedSkill } from "./listing.ts";

/** The skills that their name leads to. */
export function reachable<Skill extends CatalogSkill>(skills: readonly Skill[]): Skill[] {
  return skills.filter(({ shadowedBy }) => shadowedBy === undefined);
}

/** One entry, with all that the skill says about itself, or of what a snapshot has of it. */
export function toIndex(skill: CatalogSkill & Partial<WholeSkill>): SkillIndex {
  const { name, description, manifest = { name, description } } = skill;
  return skillIndex(manifest, skill.source, directoryOf(skill));
}

/**
 * What a listing needs.
 *
 * @param lastUse When it was used last, if ever.
 * @param projectDir Paths below it are shown from there.
 */
export function toListed(
  skill: CatalogSkill & Partial<WholeSkill>,
  lastUse: number | undefined,
  projectDir: string | undefined,
): ListedSkill {
  const { invoke, agent, path } = skill;
  const below = projectDir !== undefined && path.startsWith(`${projectDir}/`);
  const access = agent.listed ? "" : below ? path.slice(projectDir.length + 1) : path;
  return { index: toIndex(skill), invoke, access, lastUse };
}
