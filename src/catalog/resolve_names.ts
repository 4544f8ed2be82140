/**
 * Who gets a name, as in Claude Code 2.1.330: a skill goes by the name of its folder (a plugin's by
 * `plugin:folder`), and of two folders of one name the stronger place's has it. The `name` in a frontmatter is
 * an alias, weaker than all folders, command files and commands of the agent's own. Skills that the agent does
 * not list come after those; what takes no part in chains holds its name all the same.
 */
import { lastSegment } from "../base/path.ts";
import { flatName } from "../skill/located_skill.ts";
import { AGENT_COMMANDS } from "./agent_commands.ts";
import type { CatalogSkill } from "./catalog_skill.ts";
import type { FoundSkill } from "./find_skills.ts";

/** A skill's names. */
export type ResolvedName = Pick<CatalogSkill, "invoke" | "aliases" | "shadowedBy">;

/** @returns One for each skill, in order; and what a name means to the agent, beside its own commands: name → path. */
export function resolveNames(
  found: readonly FoundSkill[],
  commandFiles: ReadonlyMap<string, string>,
  platform: string,
): { readonly names: readonly ResolvedName[]; readonly agentNames: ReadonlyMap<string, string> } {
  const holders = new Map<string, string>();
  const claim = (name: string, path: string): string | undefined => {
    const holder = holders.get(name);
    if (holder === undefined) holders.set(name, path);
    return holder;
  };
  const plain = found.map((skill) => plainName(skill, platform));
  const names = found.map((skill, index) => ({
    invoke: fullName(skill, plain[index]!, found, plain),
    aliases: [] as string[],
    shadowedBy: undefined as string | undefined,
  }));
  const claimAll = (isListed: boolean) =>
    found.forEach(({ agent, path }, index) => {
      const own = names[index]!;
      if (agent.listed === isListed) own.shadowedBy = claim(own.invoke, path);
    });
  const alias = (index: number, name: string) => {
    if (commandFiles.has(name) || claim(name, found[index]!.path) !== undefined) return;
    names[index]!.aliases.push(name);
  };
  claimAll(true);
  found.forEach(({ agent, root: { plugin, scope }, facts: { manifest: { name } } }, index) => {
    if (!agent.listed || name === "" || scope !== undefined) return;
    if (plugin !== undefined) alias(index, `${plugin}:${name}`);
    if (!AGENT_COMMANDS.has(name)) alias(index, name);
  });
  const agentNames = new Map([...commandFiles, ...holders]);
  claimAll(false);
  // Nearer than the agent goes: a plugin's skill by its last name alone, where nobody else has it.
  found.forEach(({ root: { plugin } }, index) => {
    if (plugin !== undefined) alias(index, names[index]!.invoke.slice(plugin.length + 1));
  });
  return { names, agentNames };
}

/** A listed skill goes by its folder, another one by what it calls itself. */
function plainName(
  { agent, root, path, directory, form, facts }: FoundSkill,
  platform: string,
): string {
  const file = form === "flat" ? flatName(lastSegment(path, platform)) : directory;
  return agent.listed && !root.isSkill ? directory : facts.manifest.name || file;
}

/** Below the start a name stands alone only where nobody else has it. */
function fullName(
  { root: { plugin, scope }, agent }: FoundSkill,
  name: string,
  found: readonly FoundSkill[],
  plain: readonly string[],
): string {
  if (plugin !== undefined) return `${plugin}:${name}`;
  if (scope === undefined) return name;
  const isTaken = found.some((other, index) =>
    plain[index] === name && other.root.scope !== scope && other.root.plugin === undefined &&
    (other.agent.listed || !agent.listed)
  );
  return isTaken ? `${scope}:${name}` : name;
}
