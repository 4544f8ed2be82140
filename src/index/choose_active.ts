/** Which skills are active: by what was said of them, and by the files that some wait for. */
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import type { Activation } from "../state/activation.ts";
import { touchedName, triggerFor } from "./touched_file.ts";

/**
 * Those that were made active, and with files those that wait for one of them. Where neither is said, all that were not
 * made inactive.
 */
export function chooseActive<Skill extends CatalogSkill>(
  skills: readonly Skill[],
  activation: Activation,
  files: readonly string[],
  projectDir: string | undefined,
  platform: string,
): Skill[] {
  const chosen = skills.filter(({ invoke }) => activation.get(invoke) === true)
    // Asked for by name: paid before all others.
    .map((skill): Skill => ({ ...skill, source: "inline" }));
  const others = skills.filter(({ invoke }) => activation.get(invoke) === undefined);
  if (files.length === 0) return chosen.length > 0 ? chosen : others;
  const paths = files.map((file) => touchedName({ file, projectDir }, platform));
  const fits = (skill: Skill) => paths.some((path) => triggerFor(skill, path) !== undefined);
  return [...chosen, ...others.filter(fits)];
}
