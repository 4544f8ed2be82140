/** Every skill found, cooperative or not: one that takes no part can still hold a name against one that does. */
import type { Cooperation } from "./cooperation.ts";
import type { RegistryEntry, SkillSource } from "./registry.ts";

/** A skill that competes for its name. */
export interface Candidate extends Cooperation {
  readonly path: string;
  readonly source: SkillSource;
  readonly plugin: string | undefined;
}

/**
 * @param candidate A cooperative candidate.
 * @returns Its entry.
 */
export function toEntry(
  { name, defaultExit, source, path, plugin, description }: Candidate,
): RegistryEntry {
  const base = { name, cooperative: true, defaultExit, source, path } as const;
  if (plugin === undefined) return { ...base, invoke: name, description };
  return { ...base, invoke: `${plugin}:${name}`, plugin, description };
}
