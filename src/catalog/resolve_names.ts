/**
 * Who gets a name, as in Claude Code 2.1.330: a skill goes by its folder (a plugin's by `plugin:folder`), and the stronger
 * place wins. The `name` in a frontmatter is an alias, weaker than all folders, command files and the agent's own commands.
 * Skills that the agent does not list come after those, and the slash commands that skills ask for last.
 */
import { didYouMean, type Report, reportTo } from "../base/diagnostic.ts";
import { readGlob } from "../base/glob.ts";
import { nearestWord } from "../base/nearest.ts";
import { lastSegment } from "../base/path.ts";
import { LANGUAGE_WORDS, languageNamed } from "../skill/languages.ts";
import { flatName } from "../skill/located_skill.ts";
import { AGENT_COMMANDS } from "./agent_commands.ts";
import { type CatalogSkill, directoryOf, type UsableTriggers } from "./catalog_skill.ts";
import { isTypable } from "./registry.ts";
import { USUAL } from "./snapshot.ts";
import type { FoundSkill } from "./find_skills.ts";
import type { Sources } from "./sources.ts";

/** Few enough for a hook. */
const MAX_PATTERNS = 64;

export function resolveNames(
  found: readonly FoundSkill[],
  commandFiles: ReadonlyMap<string, string>,
  { host: { platform }, diagnostics }: Sources,
): Pick<CatalogSkill, "invoke" | "aliases" | "shadowedBy" | "triggers">[] {
  const plain = new Map(found.map((skill) => [skill, plainName(skill, platform)]));
  const names = found.map((skill) => ({
    skill,
    invoke: fullName(skill, plain),
    aliases: [] as string[],
    shadowedBy: undefined as string | undefined,
  }));
  const holders = new Map<string, string>();
  const claimAll = (isListed: boolean) => {
    for (const name of names.filter(({ skill }) => skill.agent.listed === isListed)) {
      name.shadowedBy = holders.get(name.invoke);
      if (name.shadowedBy === undefined) holders.set(name.invoke, name.skill.path);
    }
  };
  const alias = ({ skill, aliases }: typeof names[number], name: string) => {
    if (commandFiles.has(name) || holders.has(name)) return;
    holders.set(name, skill.path);
    aliases.push(name);
  };
  claimAll(true);
  for (const own of names) {
    const { agent, root: { plugin, scope }, facts: { manifest: { name } } } = own.skill;
    if (!agent.listed || name === "" || scope !== undefined) continue;
    if (plugin !== undefined) alias(own, `${plugin}:${name}`);
    if (!AGENT_COMMANDS.has(name)) alias(own, name);
  }
  // What a name means to the agent, beside its own commands.
  const agentNames = new Map([...commandFiles, ...holders]);
  claimAll(false);
  // Nearer than the agent goes: a plugin's skill by its last name alone, where no other skill has it.
  for (const own of names) {
    const { plugin } = own.skill.root;
    if (plugin !== undefined) alias(own, own.invoke.slice(plugin.length + 1));
  }
  const taken = new Map<string, string>();
  return names.map(({ skill, ...name }) => {
    // A skill whose name leads to another one is out of reach, triggers and all.
    if (name.shadowedBy !== undefined) return { ...name, triggers: USUAL.triggers };
    const report = reportTo(diagnostics, skill.path);
    return { ...name, triggers: usableTriggers(skill, agentNames, taken, report) };
  });
}

/** A listed skill goes by its folder, another one by what it calls itself. */
function plainName(skill: FoundSkill, platform: string): string {
  const { agent, root, path, directory, form, facts } = skill;
  if (agent.listed && !root.isSkill) return directory;
  return facts.manifest.name ||
    (form === "flat" ? flatName(lastSegment(path, platform)) : directory);
}

/** Below the start a name stands alone only where no other skill has it. */
function fullName(skill: FoundSkill, plain: ReadonlyMap<FoundSkill, string>): string {
  const { root: { plugin, scope }, agent } = skill;
  const name = plain.get(skill)!;
  if (plugin !== undefined) return `${plugin}:${name}`;
  const isTaken = scope !== undefined &&
    [...plain].some(([other, its]) =>
      its === name && other.root.scope !== scope && other.root.plugin === undefined &&
      (other.agent.listed || !agent.listed)
    );
  return isTaken ? `${scope}:${name}` : name;
}

/** The agent's own names beat every trigger; among triggers the first wins. */
function usableTriggers(
  { path, form, facts: { manifest: { triggers } } }: FoundSkill,
  agentNames: ReadonlyMap<string, string>,
  taken: Map<string, string>,
  flaw: Report,
): UsableTriggers {
  const { commands: asked = [], files = [], languages = [] } = triggers;
  const commands: string[] = [];
  const clashes: UsableTriggers["clashes"][number][] = [];
  for (const command of asked.map((written) => written.replace(/^\//, ""))) {
    const holder = AGENT_COMMANDS.has(command)
      ? "the agent's own command"
      : agentNames.get(command) ?? taken.get(command);
    // A SKILL.yaml and the SKILL.md beside it are one skill: the agent runs it when its name is typed.
    const isItself = holder === path ||
      form !== "flat" && directoryOf({ path: holder ?? "" }) === directoryOf({ path });
    const shown = JSON.stringify(`/${command}`);
    if (!isTypable(command)) {
      flaw("trigger", `Trigger ${shown} cannot be typed as one word after a slash`);
    } else if (holder === undefined) {
      taken.set(command, path);
      commands.push(command);
    } else if (!isItself) clashes.push({ command, holder });
  }
  for (const { command, holder } of clashes) {
    const message = `Trigger "/${command}" does not reach this skill: ${holder} comes first`;
    flaw("trigger-clash", message, {}, "Choose another word");
  }
  const globs = files.slice(0, MAX_PATTERNS).filter((text) => {
    const glob = readGlob(text);
    if (!("flaw" in glob)) return true;
    flaw("trigger", `Cannot use "triggers.files" entry ${JSON.stringify(text)}: ${glob.flaw}`);
    return false;
  });
  const known = languages.slice(0, MAX_PATTERNS).flatMap((word) => {
    const name = languageNamed(word);
    if (name !== undefined) return [name];
    const near = nearestWord(word.toLowerCase(), LANGUAGE_WORDS);
    const message = `Unknown language ${JSON.stringify(word)} in "triggers.languages"`;
    flaw("trigger", message, {}, didYouMean(near));
    return [];
  });
  return { commands, clashes, files: globs, languages: [...new Set(known)] };
}
