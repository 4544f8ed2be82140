/** What a strict reader would refuse in a skill that discovery takes; the linter shares some of these rules. */
import { type Diagnostic, type FlawPlace, type Report, reportTo } from "../base/diagnostic.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import type { SkillManifest } from "../skill/manifest.ts";

/** Characters, by the Agent Skills rules. */
const DESCRIPTION_MAX = 1_024;

/** Empty for most. What is `info` is worth no line: most skills in the wild have no version, and the list shows that. */
export function ruleFlaws({ manifest, form, path }: WholeSkill): Diagnostic[] {
  const { version, description } = manifest;
  const flaws: Diagnostic[] = [];
  const report = reportTo(flaws, path);
  if (version === "" && form !== "flat") report("version-missing", "version is missing");
  if (description === "" && form !== "flat") {
    report("description-missing", "description is missing");
  }
  checkLength(description, report);
  if (form !== "manifest") checkTypes(manifest, report);
  return flaws;
}

export function checkLength(description: string, report: Report, at?: FlawPlace): void {
  const length = [...description].length;
  if (length <= DESCRIPTION_MAX) return;
  const message = `The description has ${length} characters: at most ${DESCRIPTION_MAX}`;
  report("description-length", message, at);
}

export function checkTypes({ types }: SkillManifest, report: Report, at?: FlawPlace): void {
  for (const type of types.filter((type) => type !== "prompt")) {
    const shown = JSON.stringify(type);
    report("types", `Type ${shown} is not allowed: instruction skills are prompt-only`, at);
  }
}
