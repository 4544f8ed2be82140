/**
 * What follows a chain's last skill (decision D-3): data of its frontmatter, looked up where it is needed. Chains,
 * the doctor and the list of skills ask here, so that all of them mean the same.
 */
import type { Registry, RegistryEntry } from "./registry.ts";

/** One entry of a default exit. */
export interface ExitStep {
  /** As written, without the slash. */
  readonly name: string;
  readonly args: string;
  /** The skill it leads to; absent: none that takes part has the name. */
  readonly entry?: RegistryEntry;
}

/**
 * The steps a chain ends with.
 *
 * @param last The chain's last skill.
 * @param args Its arguments.
 * @returns None for a terminal skill, or one whose `default-exit-when` is no whole word of its arguments.
 */
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
