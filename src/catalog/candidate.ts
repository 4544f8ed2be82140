/** Every skill found, cooperative or not: one that takes no part can still hold a name against one that does. */
import { type Cooperation, isTypable } from "./cooperation.ts";
import type { RegistryEntry, SkillSource } from "./registry.ts";

/** A skill that competes for its name. */
export interface Candidate extends Cooperation {
  readonly path: string;
  readonly source: SkillSource;
  readonly plugin: string | undefined;
  /** Name of the directory that holds the SKILL.md. */
  readonly directory: string;
}

/**
 * @param candidate A cooperative candidate.
 * @returns Its entry.
 */
export function toEntry(
  { name, defaultExit, source, path, plugin, directory, description }: Candidate,
): RegistryEntry {
  const base = { name, cooperative: true, defaultExit, source, path } as const;
  if (plugin === undefined) return { ...base, invoke: name, description };
  // The agent resolves a plugin's skill by its directory first, by its frontmatter's name only when no sibling's
  // directory has that name (seen with 2.1.330).
  const last = isTypable(directory) ? directory : name;
  return { ...base, invoke: `${plugin}:${last}`, plugin, description };
}
