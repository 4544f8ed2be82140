/**
 * What a strict reader would refuse in a skill that discovery takes all the same. The skill stays; the
 * words are for whoever lists it.
 */
import type { CatalogSkill } from "./catalog.ts";

/** Characters, by the Agent Skills rules. */
export const DESCRIPTION_MAX = 1_024;

/** One word about one skill. */
export interface RuleFlaw {
  readonly message: string;
  /** Whether it is worth a line on its own: most skills in the wild have no version, and the list shows that. */
  readonly isLoud: boolean;
}

/**
 * @param skill A skill as it was found.
 * @returns What is wrong with it; empty for most.
 */
export function ruleFlaws({ manifest, form }: CatalogSkill): RuleFlaw[] {
  const { version, description, types } = manifest;
  const flaws: RuleFlaw[] = [];
  if (version === "" && form !== "flat") {
    flaws.push({ message: "version is missing", isLoud: false });
  }
  if (description === "" && form !== "flat") {
    flaws.push({ message: "description is missing", isLoud: true });
  }
  const length = [...description].length;
  if (length > DESCRIPTION_MAX) {
    const message = `The description has ${length} characters: at most ${DESCRIPTION_MAX}`;
    flaws.push({ message, isLoud: true });
  }
  const wrong = form === "manifest" ? [] : types.filter((type) => type !== "prompt");
  for (const type of wrong) {
    const message = `Type ${
      JSON.stringify(type)
    } is not allowed: instruction skills are prompt-only`;
    flaws.push({ message, isLoud: true });
  }
  return flaws;
}
