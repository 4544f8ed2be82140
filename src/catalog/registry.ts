/** The cooperative skills by name: what the parser, the shortcuts and the verbs ask. Types and one question. */

/** A skill that takes part in chains. */
export interface RegistryEntry {
  /** Bare name: the frontmatter's `name`, else the directory's. */
  readonly name: string;
  readonly cooperative: true;
  /** As written in the frontmatter, such as `/handoff --commit`. */
  readonly defaultExit: readonly string[];
  readonly source: SkillSource;
  /** Its SKILL.md. */
  readonly path: string;
  /** The name the agent resolves: `design`, or `plugin:design`. */
  readonly invoke: string;
  /** The plugin's name, for a plugin's skill. */
  readonly plugin?: string;
  /** One line, cut short, for lists; empty when there is none. */
  readonly description: string;
}

/** Where a skill comes from, strongest first. */
export type SkillSource = "personal" | "project" | "plugin" | "builtin";

/** Names are the authors': ask through {@linkcode lookup}, never by a plain property access. */
export interface Registry {
  /** The skill that a bare name reaches. */
  readonly skills: Readonly<Record<string, RegistryEntry>>;
  /** Every plugin skill under `plugin:name`, those that a bare name does not reach too. */
  readonly qualified: Readonly<Record<string, RegistryEntry>>;
}

/**
 * @param registry The registry.
 * @param typedName A bare name or `plugin:name`, without the slash.
 * @returns The skill, or `undefined` when no cooperative skill has that name.
 */
export function lookup(registry: Registry, typedName: string): RegistryEntry | undefined {
  const table = typedName.includes(":") ? registry.qualified : registry.skills;
  return Object.hasOwn(table, typedName) ? table[typedName] : undefined;
}
