/** Registries stated as a literal: name → default exit, as in the shared cases. */
import type { Registry, RegistryEntry } from "../../src/catalog/registry.ts";

/**
 * @param skills Default exits by name; `plugin:name` makes a plugin's skill.
 * @returns A registry as discovery would have built it.
 */
export function registryOf(skills: Readonly<Record<string, readonly string[]>>): Registry {
  const entries = new Map<string, RegistryEntry>();
  for (const [typed, defaultExit] of Object.entries(skills)) {
    const colon = typed.indexOf(":");
    const name = typed.slice(colon + 1);
    const plugin = colon < 0 ? {} : { plugin: typed.slice(0, colon) };
    const source = colon < 0 ? "project" : "plugin";
    const path = `/skills/${name}/SKILL.md`;
    const description = `The ${name} skill`;
    // The cases' registries have lists only; of the skills they name this one asks for a word.
    const exitWhen = name === "handoff" ? { exitWhen: "--commit" } : {};
    const entry: RegistryEntry = {
      ...{ name, cooperative: true, defaultExit, source, path, invoke: typed, description },
      ...plugin,
      ...exitWhen,
    };
    if (colon >= 0) entries.set(typed, entry);
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}
