/** Builds the catalog from files; `load.ts` has the snapshot. */
import { diagnose } from "../base/diagnostic.ts";
import { oneLine } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { SKILL_SOURCES } from "../skill/manifest.ts";
import { commandFiles } from "./agent_commands.ts";
import { type BuiltCatalog, type CatalogSkill, lastName, leadsTo } from "./catalog_skill.ts";
import { FactsStore } from "./skill_facts.ts";
import { findSkills, type FoundSkill } from "./find_skills.ts";
import { findLevels } from "./levels.ts";
import { configDirectory, projectConfigDirectory } from "./places.ts";
import { isTypable } from "./registry.ts";
import { resolveNames } from "./resolve_names.ts";
import { readOverrides } from "./settings.ts";
import { type SkillContext, type SkillRoot, skillRoots } from "./skill_roots.ts";
import { isSamePlace, Sources } from "./sources.ts";

export interface CatalogQuery extends SkillContext {
  readonly added?: readonly SkillRoot[];
  /** The usual places are not looked at. */
  readonly onlyAdded?: boolean;
}

/** UTF-16 units: for lists of one line each. The whole text would make every warm start read megabytes. */
const DESCRIPTION_MAX = 240;

/** Nothing a user's file holds makes it throw; the store knows files from before, and takes what is new. */
export async function buildCatalog(host: Host, query: CatalogQuery, store = new FactsStore(host)) {
  const { added = [], onlyAdded = false, projectDir } = query;
  const sources = new Sources(host);
  const usual = onlyAdded ? [] : skillRoots(sources, query);
  const rank = ({ source }: SkillRoot) => SKILL_SOURCES.indexOf(source);
  const roots = [...added, ...usual].sort((a, b) => rank(a) - rank(b));
  const found = await findSkills(roots, sources, store);
  // Command files count only where a skill wants a name that could be theirs.
  const mayMeetCommands = !onlyAdded &&
    found.some(({ agent, directory, facts: { manifest: { name, triggers } } }) =>
      !agent.listed || triggers.commands !== undefined || name !== "" && name !== directory
    );
  const directories = mayMeetCommands ? commandDirectories(host, projectDir) : [];
  const names = resolveNames(found, commandFiles(sources, directories), sources);
  const overrides = onlyAdded ? new Map() : readOverrides(sources, projectDir);
  const skills = found.map((skill, index) => toSkill(skill, names[index]!, overrides));
  reportNames(sources, skills);
  return { skills, diagnostics: sources.diagnostics, stats: sources.stats } satisfies BuiltCatalog;
}

function commandDirectories(host: Host, projectDir: string | undefined): Set<string> {
  const own = configDirectory(host);
  const parents = findLevels(host, projectDir).levels.map(projectConfigDirectory);
  if (own !== undefined) parents.unshift(own);
  return new Set(parents.map((parent) => joinPath(parent, "commands")));
}

/** The agent's own settings can take a skill away; those of plugins they cannot. */
function toSkill(
  { root: { source, plugin, pluginRoot }, form, path, textPath, facts, agent }: FoundSkill,
  name: ReturnType<typeof resolveNames>[number],
  overrides: ReadonlyMap<string, unknown>,
): CatalogSkill {
  const { manifest, exit, exitWhen } = facts;
  const word = agent.listed && plugin === undefined ? overrides.get(name.invoke) : undefined;
  const isReached = name.shadowedBy === undefined && word !== "off";
  const called = agent.called && isReached && word !== "user-invocable-only";
  return {
    ...name,
    source,
    plugin,
    pluginRoot,
    form,
    path,
    textPath,
    name: manifest.name || lastName(name.invoke),
    description: oneLine(manifest.description, DESCRIPTION_MAX),
    agent: { ...agent, typed: agent.typed && isReached, called },
    exit: word === "off" ? undefined : exit,
    exitWhen,
  };
}

/** Reports those that take part in chains and are not reached by the name you would type. */
function reportNames({ host, diagnostics }: Sources, skills: readonly CatalogSkill[]): void {
  for (const { invoke, aliases, path, plugin, exit, shadowedBy } of skills) {
    if (exit === undefined) continue;
    const name = plugin === undefined ? invoke : invoke.slice(plugin.length + 1);
    if (!isTypable(name.slice(name.indexOf(":") + 1))) {
      const message = `Left out skill: its name cannot be typed after a slash: "${name}"`;
      diagnostics.push(diagnose("skill-name", path, message, "Rename it"));
      continue;
    }
    const isBare = plugin === undefined || aliases.includes(name);
    const winner = shadowedBy ??
      (isBare ? undefined : skills.find((skill) => leadsTo(skill, name))?.path);
    if (winner === undefined || isSamePlace(host, path, winner)) continue;
    const theirs = skills.find((skill) => skill.path === winner);
    const kind = theirs === undefined ? "command" : `${theirs.source} skill`;
    const no = theirs?.exit === undefined ? ", which takes no part in chains," : "";
    const message = `Skill "${name}" is hidden: the ${kind} "${winner}"${no} comes first`;
    const isReached = shadowedBy === undefined;
    const remedy = isReached ? `Type "/${invoke}" to reach this one` : "Rename one of them";
    diagnostics.push(diagnose("shadowed", path, message, remedy));
  }
}
