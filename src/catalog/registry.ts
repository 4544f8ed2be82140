/** The cooperative skills by name: what the parser, the shortcuts and the verbs ask. A view on the catalog. */
import type { IndexSource } from "../skill/skill_index.ts";
import type { CatalogSkill } from "./catalog_skill.ts";
import { isTypable } from "./skill_facts.ts";

/** A skill that takes part in chains. */
export interface RegistryEntry {
  /** What it calls itself, else its folder. */
  readonly name: string;
  readonly cooperative: true;
  /** As written in the frontmatter, such as `/handoff --commit`. */
  readonly defaultExit: readonly string[];
  readonly source: IndexSource;
  /** The file with its instructions, else the one that says what it is. */
  readonly path: string;
  /** The name that reaches it from anywhere: `design`, or `plugin:design`. */
  readonly invoke: string;
  /** The plugin's name, for a plugin's skill. */
  readonly plugin?: string;
  /** One line, cut short, for lists; empty when there is none. */
  readonly description: string;
  /** The agent's Skill tool does not run it: the model has to read its file. */
  readonly isNotCalled?: true;
  /** Typing its name does not make the agent run it either. */
  readonly isNotTyped?: true;
}

/** Names are the authors': ask through {@linkcode lookup}, never by a plain property access. */
export interface Registry {
  /** By names that somebody types without a colon. */
  readonly skills: Readonly<Record<string, RegistryEntry>>;
  /** By `plugin:name` and `sub/path:name`. */
  readonly qualified: Readonly<Record<string, RegistryEntry>>;
}

/**
 * @param typedName A bare name or `plugin:name`, without the slash.
 * @returns The skill, or `undefined` when no cooperative skill has that name.
 */
export function lookup(registry: Registry, typedName: string): RegistryEntry | undefined {
  const table = typedName.includes(":") ? registry.qualified : registry.skills;
  return Object.hasOwn(table, typedName) ? table[typedName] : undefined;
}

/** The view for chains: every name that can be typed and leads to a skill that takes part. */
export function registryOf(skills: readonly CatalogSkill[]): Registry {
  // Without a prototype: a skill may be called `__proto__`.
  const bare: Record<string, RegistryEntry> = Object.create(null);
  const qualified: Record<string, RegistryEntry> = Object.create(null);
  for (const skill of skills) {
    if (skill.exit === undefined) continue;
    const entry = toEntry(skill, skill.exit);
    for (const name of typedNames(skill)) (name.includes(":") ? qualified : bare)[name] = entry;
  }
  return { skills: bare, qualified };
}

/** The names that lead to a skill, as one word after a slash; none where a chain could not carry its own. */
export function typedNames(
  { invoke, aliases, shadowedBy }: Pick<CatalogSkill, "invoke" | "aliases" | "shadowedBy">,
): string[] {
  const isWord = (name: string) => isTypable(name.slice(name.indexOf(":") + 1));
  const own = shadowedBy === undefined ? [invoke] : [];
  return isWord(invoke) ? [...own, ...aliases].filter(isWord) : [];
}

function toEntry(skill: CatalogSkill, defaultExit: readonly string[]): RegistryEntry {
  const { name, source, path, textPath = path, invoke, plugin, description, agent } = skill;
  return {
    ...{ name, cooperative: true, defaultExit, source, path: textPath, invoke, description },
    ...plugin === undefined ? {} : { plugin },
    ...agent.listed && agent.called ? {} : { isNotCalled: true },
    ...agent.listed && agent.typed ? {} : { isNotTyped: true },
  };
}
