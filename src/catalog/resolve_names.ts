/**
 * Who gets a name, as in Claude Code 2.1.330: a skill goes by the name of its folder (a plugin's by
 * `plugin:folder`), and of two folders of one name the stronger place's has it. The `name` in a frontmatter is
 * an alias, weaker than all folders, command files and commands of the agent's own. Skills that the agent does
 * not list come after those; what takes no part in chains holds its name all the same. Slash commands that skills ask
 * for come last, and with them it is found out which of their other triggers can be used.
 */
import { type Diagnostic, didYouMean, type Report, reportTo } from "../base/diagnostic.ts";
import { readGlob } from "../base/glob.ts";
import { nearestWord } from "../base/nearest.ts";
import { lastSegment } from "../base/path.ts";
import { LANGUAGE_WORDS, languageNamed } from "../skill/languages.ts";
import { flatName } from "../skill/located_skill.ts";
import { AGENT_COMMANDS } from "./agent_commands.ts";
import { type CatalogSkill, type Clash, directoryOf } from "./catalog_skill.ts";
import { isTypable } from "./registry.ts";
import { USUAL } from "./snapshot.ts";
import type { FoundSkill } from "./find_skills.ts";

export type ResolvedName = Pick<CatalogSkill, "invoke" | "aliases" | "shadowedBy" | "triggers">;

/** @returns One for each skill, in order. */
export function resolveNames(
  found: readonly FoundSkill[],
  commandFiles: ReadonlyMap<string, string>,
  platform: string,
  diagnostics: Diagnostic[],
): ResolvedName[] {
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
  // What a name means to the agent, beside its own commands.
  const agentNames = new Map([...commandFiles, ...holders]);
  claimAll(false);
  // Nearer than the agent goes: a plugin's skill by its last name alone, where nobody else has it.
  found.forEach(({ root: { plugin } }, index) => {
    if (plugin !== undefined) alias(index, names[index]!.invoke.slice(plugin.length + 1));
  });
  const taken = new Map<string, string>();
  return found.map((skill, index) => {
    const name = names[index]!;
    // A skill whose name leads to another one is out of reach, triggers and all.
    if (name.shadowedBy !== undefined) return { ...name, triggers: USUAL.triggers };
    const flaw = reportTo(diagnostics, skill.path);
    const { files = [], languages = [] } = skill.facts.manifest.triggers;
    const triggers = {
      ...ownCommands(skill, agentNames, taken, flaw),
      files: files.slice(0, MAX_PATTERNS).filter((text) => isGlob(text, flaw)),
      languages: knownLanguages(languages, flaw),
    };
    return { ...name, triggers };
  });
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

/** More patterns than anyone writes, few enough for a hook. */
const MAX_PATTERNS = 64;

/** The agent's own names beat every trigger; among triggers the first wins. */
function ownCommands(
  skill: FoundSkill,
  agentNames: ReadonlyMap<string, string>,
  taken: Map<string, string>,
  flaw: Report,
): { commands: string[]; clashes: Clash[] } {
  const commands: string[] = [];
  const clashes: Clash[] = [];
  for (const written of skill.facts.manifest.triggers.commands ?? []) {
    const command = written.replace(/^\//, "");
    if (!isTypable(command)) {
      const shown = JSON.stringify(`/${command}`);
      flaw("trigger", `Trigger ${shown} cannot be typed as one word after a slash`);
      continue;
    }
    const holder = AGENT_COMMANDS.has(command)
      ? "the agent's own command"
      : agentNames.get(command) ?? taken.get(command);
    if (holder === undefined) {
      taken.set(command, skill.path);
      commands.push(command);
    } else if (!isItself(skill, holder)) clashes.push({ command, holder });
  }
  for (const { command, holder } of clashes) {
    const message = `Trigger "/${command}" does not reach this skill: ${holder} comes first`;
    flaw("trigger-clash", message, {}, "Choose another word");
  }
  return { commands, clashes };
}

/** A SKILL.yaml and the SKILL.md beside it are one skill: the agent runs it when its name is typed. */
function isItself({ path, form }: FoundSkill, holder: string): boolean {
  if (form === "flat") return holder === path;
  return directoryOf({ path: holder }) === directoryOf({ path });
}

function isGlob(text: string, flaw: Report): boolean {
  const glob = readGlob(text);
  if ("flaw" in glob) {
    flaw("trigger", `Cannot use "triggers.files" entry ${JSON.stringify(text)}: ${glob.flaw}`);
  }
  return !("flaw" in glob);
}

function knownLanguages(words: readonly string[], flaw: Report): string[] {
  const names = new Set<string>();
  for (const word of words.slice(0, MAX_PATTERNS)) {
    const name = languageNamed(word);
    if (name !== undefined) names.add(name);
    else {
      const near = nearestWord(word.toLowerCase(), LANGUAGE_WORDS);
      const message = `Unknown language ${JSON.stringify(word)} in "triggers.languages"`;
      flaw("trigger", message, {}, didYouMean(near));
    }
  }
  return [...names];
}
