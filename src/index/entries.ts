/** Catalog → index entries: what a prompt builder is given of every skill that its name reaches. */
import { type SkillIndex, skillIndex } from "../skill/skill_index.ts";
import type { Catalog, CatalogSkill } from "../catalog/whole_catalog.ts";
import type { ListedSkill } from "./listing.ts";

/**
 * @param catalog All skills.
 * @returns Entries in the catalog's order, used or not; skills whose name leads to another are left out.
 */
export function indexEntries(catalog: Catalog): SkillIndex[] {
  return reachable(catalog).map(toIndex);
}

/**
 * @param catalog All skills.
 * @returns The skills that their name leads to.
 */
export function reachable({ skills }: Catalog): CatalogSkill[] {
  return skills.filter(({ shadowedBy }) => shadowedBy === undefined);
}

/**
 * @param skill A skill.
 * @param lastUse When it was used last, if ever.
 * @param projectDir Paths below it are shown from there.
 * @returns What a listing needs.
 */
export function toListed(
  skill: CatalogSkill,
  lastUse: number | undefined,
  projectDir: string | undefined,
): ListedSkill {
  const { invoke, isListed, path } = skill;
  const below = projectDir !== undefined && path.startsWith(`${projectDir}/`);
  const access = isListed ? "" : below ? path.slice(projectDir.length + 1) : path;
  return { index: toIndex(skill), invoke, access, lastUse };
}

function toIndex({ manifest, source, dir }: CatalogSkill): SkillIndex {
  return skillIndex(manifest, source, dir);
}
