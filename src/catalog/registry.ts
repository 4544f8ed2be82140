/** The skills that take part in chains, by name, and what follows when one is the last of a chain. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type CatalogSkill, leadsTo } from "./catalog_skill.ts";

/** `path` is the file with its instructions, else the one that says what it is. */
export interface RegistryEntry
  extends Pick<CatalogSkill, "name" | "source" | "path" | "invoke" | "description" | "exitWhen"> {
  readonly cooperative: true;
  /** As written in the frontmatter, such as `/handoff --commit`. */
  readonly defaultExit: readonly string[];
  readonly plugin?: string;
  /** The agent's Skill tool does not run it: the model has to read its file. */
  readonly isNotCalled?: true;
  /** Typing its name does not make the agent run it either. */
  readonly isNotTyped?: true;
}

/** By names as they are typed, without the slash: `name`, `plugin:name`, `sub/path:name`. */
export type Registry = Pick<ReadonlyMap<string, RegistryEntry>, "get" | "entries">;

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

/** Whether a name can be typed after a slash and written into a `[CONTINUATION: …]` suffix. */
export function isTypable(name: string): boolean {
  return name !== "" && !/[\s\p{Cc}\p{Cf}/\\[\],:"'`]/u.test(name);
}

export function toEntry(skill: CatalogSkill, defaultExit: readonly string[]): RegistryEntry {
  const { name, source, path, textPath = path, invoke, plugin, description, agent } = skill;
  const { exitWhen } = skill;
  return {
    name,
    cooperative: true,
    defaultExit,
    source,
    path: textPath,
    invoke,
    description,
    ...plugin === undefined ? {} : { plugin },
    ...exitWhen === undefined ? {} : { exitWhen },
    ...agent.listed && agent.called ? {} : { isNotCalled: true },
    ...agent.listed && agent.typed ? {} : { isNotTyped: true },
  };
}

/**
 * What follows a chain's last skill; nothing if it is terminal, or `default-exit-when` is no whole word of its arguments.
 * Without an entry: no skill that takes part has the name.
 */
export function exitSteps(last: RegistryEntry, args: string, registry: Registry) {
  const { exitWhen } = last;
  if (exitWhen !== undefined && !args.split(/\s+/).includes(exitWhen)) return [];
  return last.defaultExit.map((text) => {
    const [, name = "", rest = ""] = /^\/?(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
    // A plugin's skill means its own siblings first.
    const sibling = last.plugin && registry.get(`${last.plugin}:${name}`);
    return { name, args: rest.trim(), entry: sibling || registry.get(name) };
  });
}

/** Exits that name no skill, or one that the model may not call. */
export function exitFlaws(skills: readonly CatalogSkill[]): Diagnostic[] {
  const registry = registryOf(skills);
  const flaw = ({ path }: RegistryEntry, exit: string, problem: string, remedy?: string) =>
    diagnose("chain-exit", path, `Default exit "/${exit}"${problem}`, remedy);
  const entries = new Set([...registry.entries()].map(([, entry]) => entry));
  return [...entries].flatMap((last) =>
    exitSteps(last, last.exitWhen ?? "", registry).flatMap(({ name, entry }) => {
      if (entry?.isNotCalled === true) {
        const why = ": the model may not call that skill, so a chain has it read the skill's file";
        return [flaw(last, name, why)];
      }
      if (entry !== undefined || skills.some((skill) => leadsTo(skill, name))) return [];
      const problem = " leads to no skill: chains leave it out";
      return [flaw(last, name, problem, "Add that skill, or remove the entry")];
    })
  );
}
