/** Which skills are active: what was said of them in this session or project, and the files that some wait for. */
import { findLevels } from "../catalog/levels.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import { attempt, type Host } from "../host/host.ts";
import { type Activation, readActivation } from "../state/activation.ts";
import { touchedName, triggerFor } from "./touched_file.ts";

/** A project under the one name that all ways to it have. */
export function projectKey(host: Host, projectDir: string): string {
  return attempt(() => host.realPath(projectDir)) ?? projectDir;
}

/** What holds in a session of a project: of the directories above it, the nearest counts. */
export function activationOf(
  host: Host,
  session: string | undefined,
  projectDir: string | undefined,
): Activation {
  return readActivation(host, session, () => {
    if (projectDir === undefined) return [];
    const key = projectKey(host, projectDir);
    return [...new Set([key, ...findLevels(host, key).levels])];
  });
}

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
