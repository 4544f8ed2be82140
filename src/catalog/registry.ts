/** The cooperative skills by name: what the parser, the shortcuts and the verbs ask. A view on the catalog. */
import type { IndexSource } from "../skill/manifest.ts";
import type { CatalogSkill } from "./catalog_skill.ts";

/** A skill that takes part in chains. */
export interface RegistryEntry {
  readonly name: string;
  readonly cooperative: true;
  /** As written in the frontmatter, such as `/handoff --commit`. */
  readonly defaultExit: readonly string[];
  /** A word that its arguments must hold for the default exit to follow. */
  readonly exitWhen?: string;
  readonly source: IndexSource;
  readonly path: string;
  /** The name that reaches it from anywhere: `design`, or `plugin:design`. */
  readonly invoke: string;
  readonly plugin?: string;
  readonly description: string;
  /** The agent's Skill tool does not run it: the model has to read its file. */
  readonly isNotCalled?: true;
  /** Typing its name does not make the agent run it either. */
  readonly isNotTyped?: true;
}

/** By names as they are typed, without the slash: `name`, `plugin:name`, `sub/path:name`. */
export type Registry = Pick<ReadonlyMap<string, RegistryEntry>, "get" | "entries">;

/** The view for chains: every name that can be typed and leads to a skill that takes part. */
export function registryOf(skills: readonly CatalogSkill[]): Registry {
  return new Map(skills.flatMap((skill) => {
    if (skill.exit === undefined) return [];
    const entry = toEntry(skill, skill.exit);
    return typedNames(skill).map((name) => [name, entry] as const);
  }));
}

/** Each skill once, by the name it is shown under, in order. */
export function uniqueEntries(registry: Registry): RegistryEntry[] {
  const byInvoke = new Map([...registry.entries()].map(([, entry]) => [entry.invoke, entry]));
  return [...byInvoke.values()].sort((a, b) => a.invoke < b.invoke ? -1 : 1);
}

/** The names that lead to a skill, as one word after a slash; none where a chain could not carry its own. */
export function typedNames({ invoke, aliases, shadowedBy }: CatalogSkill): string[] {
  const isWord = (name: string) => isTypable(name.slice(name.indexOf(":") + 1));
  const own = shadowedBy === undefined ? [invoke] : [];
  return isWord(invoke) ? [...own, ...aliases].filter(isWord) : [];
}

/**
 * Whether a name can be typed after a slash and written into a `[CONTINUATION: …]` suffix: not the empty one, and
 * without white space, control characters and `/ \ [ ] , : " ' ` ` `.
 */
export function isTypable(name: string): boolean {
  return name !== "" && !/[\s\p{Cc}\p{Cf}/\\[\],:"'`]/u.test(name);
}

export function toEntry(skill: CatalogSkill, defaultExit: readonly string[]): RegistryEntry {
  const { name, source, path, textPath = path, invoke, plugin, description, agent } = skill;
  const { exitWhen } = skill;
  return {
    ...{ name, cooperative: true, defaultExit, source, path: textPath, invoke, description },
    ...plugin === undefined ? {} : { plugin },
    ...exitWhen === undefined ? {} : { exitWhen },
    ...agent.listed && agent.called ? {} : { isNotCalled: true },
    ...agent.listed && agent.typed ? {} : { isNotTyped: true },
  };
}
