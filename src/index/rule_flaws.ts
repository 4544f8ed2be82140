/**
 * What a strict reader would refuse in a skill that discovery takes all the same. The skill stays; the
 * words are for whoever lists it.
 */
import { type Diagnostic, reportTo } from "../base/diagnostic.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";

/** Characters, by the Agent Skills rules. */
export const DESCRIPTION_MAX = 1_024;

/**
 * What is wrong with it; empty for most. What is `info` is worth no line of its own: most skills in the
 * wild have no version, and the list shows that.
 */
export function ruleFlaws({ manifest, form, path }: WholeSkill): Diagnostic[] {
  const { version, description, types } = manifest;
  const flaws: Diagnostic[] = [];
  const report = reportTo(flaws, path);
  if (version === "" && form !== "flat") {
    report("version-missing", "version is missing");
  }
  if (description === "" && form !== "flat") {
    report("description-missing", "description is missing");
  }
  const length = [...description].length;
  if (length > DESCRIPTION_MAX) {
    const message = `The description has ${length} characters: at most ${DESCRIPTION_MAX}`;
    report("description-length", message);
  }
  const wrong = form === "manifest" ? [] : types.filter((type) => type !== "prompt");
  for (const type of wrong) {
    const message = `Type ${
      JSON.stringify(type)
    } is not allowed: instruction skills are prompt-only`;
    report("types", message);
  }
  return flaws;
}
