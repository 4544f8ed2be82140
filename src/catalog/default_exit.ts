/** What follows a chain's last skill: data of its frontmatter, for chains, the doctor and the list of skills. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type CatalogSkill, leadsTo } from "./catalog_skill.ts";
import { type Registry, type RegistryEntry, registryOf } from "./registry.ts";

export interface ExitStep {
  /** As written, without the slash. */
  readonly name: string;
  readonly args: string;
  /** The skill it leads to; absent: none that takes part has the name. */
  readonly entry?: RegistryEntry;
}

/** What follows a chain's last skill; nothing if it is terminal, or `default-exit-when` is no whole word of its arguments. */
export function exitSteps(last: RegistryEntry, args: string, registry: Registry): ExitStep[] {
  const { exitWhen } = last;
  if (exitWhen !== undefined && !args.split(/\s+/).includes(exitWhen)) return [];
  return last.defaultExit.map((text) => {
    const [, name = "", rest = ""] = /^\/?(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
    // A plugin's skill means its own siblings first.
    const sibling = last.plugin === undefined ? undefined : registry.get(`${last.plugin}:${name}`);
    const entry = sibling ?? registry.get(name);
    return { name, args: rest.trim(), ...entry === undefined ? {} : { entry } };
  });
}

/** Exits that name no skill, or one that the model may not call. */
export function exitFlaws(skills: readonly CatalogSkill[]): Diagnostic[] {
  const registry = registryOf(skills);
  return [...new Set([...registry.entries()].map(([, entry]) => entry))].flatMap((entry) =>
    exitSteps(entry, entry.exitWhen ?? "", registry).flatMap(
      ({ name, entry: target }) => {
        if (target?.isNotCalled === true) {
          const message =
            `Default exit "/${name}": the model may not call that skill, so a chain ` +
            "has it read the skill's file";
          return [diagnose("chain-exit", entry.path, message)];
        }
        if (target !== undefined || skills.some((skill) => leadsTo(skill, name))) return [];
        const message = `Default exit "/${name}" leads to no skill: chains leave it out`;
        return [diagnose("chain-exit", entry.path, message, "Add that skill, or remove the entry")];
      },
    )
  );
}
