/** The light entry of a skill that a prompt may show: about 50 tokens, never its version or text. */
import { type SkillManifest, type SkillTriggers, TRIGGER_KINDS } from "./manifest.ts";

/** Where a skill comes from, strongest first. ADD A SOURCE: here, and its rank in `budget/rank.ts`. */
export const SKILL_SOURCES = ["inline", "builtin", "user", "project", "plugin", "mcp"] as const;

/** One of {@linkcode SKILL_SOURCES}. */
export type IndexSource = typeof SKILL_SOURCES[number];

/** One entry (design document 001, feature 1). */
export interface SkillIndex {
  readonly name: string;
  readonly description: string;
  /** `null` without a manifest. */
  readonly types: readonly string[] | null;
  readonly triggers: SkillTriggers;
  readonly source: IndexSource;
  /** The directory the skill lies in. */
  readonly dir: string;
}

/**
 * Makes an entry. Lists are copied: whoever changes one changes nothing else.
 *
 * @param manifest What the skill says, or `null` for one that says nothing.
 * @param source Where it comes from.
 */
export function skillIndex(
  manifest: Partial<SkillManifest> | null,
  source: IndexSource,
  dir: string,
): SkillIndex {
  return {
    name: manifest?.name ?? "",
    description: manifest?.description ?? "",
    types: manifest === null ? null : [...manifest.types ?? []],
    triggers: copyTriggers(manifest?.triggers ?? {}),
    source,
    dir,
  };
}

function copyTriggers(triggers: SkillTriggers): SkillTriggers {
  const present = TRIGGER_KINDS.filter((kind) => triggers[kind] !== undefined);
  return Object.fromEntries(present.map((kind) => [kind, [...triggers[kind]!]]));
}
