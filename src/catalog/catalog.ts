/**
 * Builds the catalog from the files: every skill there is, with its names and what the agent makes of it. The cold
 * path; `load.ts` puts a snapshot in front of it.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { oneLine } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { commandFiles } from "./agent_commands.ts";
import type { BuiltCatalog, CatalogSkill } from "./catalog_skill.ts";
import type { DescentBounds } from "./discover.ts";
import { FactsStore } from "./facts_store.ts";
import { findSkills, type FoundSkill } from "./find_skills.ts";
import { findLevels } from "./levels.ts";
import { configDirectory, projectConfigDirectory } from "./places.ts";
import { type ResolvedName, resolveNames } from "./resolve_names.ts";
import { readOverrides, type SkillOverride } from "./settings.ts";
import { type SkillContext, type SkillRoot, skillRoots } from "./skill_roots.ts";
import { isTypable } from "./typable.ts";
import { isSamePlace, Sources } from "./sources.ts";
import { resolveTriggers } from "./triggers.ts";

/** What building asks of the machine. */
export type CatalogHost = Pick<
  Host,
  "env" | "platform" | "stat" | "list" | "readText" | "readBytes" | "realPath"
>;

/** A root that a caller adds, or puts in the place of all others. */
export type AddedRoot = SkillRoot & { readonly bounds: DescentBounds };

/** What to build. */
export interface CatalogQuery extends SkillContext {
  readonly added?: readonly AddedRoot[];
  /** Only what is added counts: the usual places are not looked at. */
  readonly onlyAdded?: boolean;
}

/** UTF-16 units: for lists of one line each. The whole text would make every warm start read megabytes. */
const DESCRIPTION_MAX = 240;
/** Strongest first, with places that a caller adds. */
const RANKS = ["inline", "builtin", "user", "project", "plugin", "mcp"];

/**
 * Builds the catalog.
 *
 * @param store What is known about files from before; takes what is new.
 * @returns The catalog; nothing a user's file holds makes it throw.
 */
export async function buildCatalog(
  host: CatalogHost,
  query: CatalogQuery,
  store: FactsStore = new FactsStore(),
): Promise<BuiltCatalog> {
  const sources = new Sources(host);
  const diagnostics: Diagnostic[] = [];
  const usual = query.onlyAdded ? [] : skillRoots(host, sources, query, diagnostics);
  const rank = ({ source }: SkillRoot) => RANKS.indexOf(source);
  const roots = [...query.added ?? [], ...usual].sort((a, b) => rank(a) - rank(b));
  const found = await findSkills(host, roots, sources, store, diagnostics);
  const commands = query.onlyAdded || !mayMeetCommands(found)
    ? new Map<string, string>()
    : allCommandFiles(host, sources, query);
  const { names, agentNames } = resolveNames(found, commands, host.platform);
  const claims = found.map(({ path, form, facts }, index) => {
    const { invoke, shadowedBy } = names[index]!;
    // A skill whose name leads to another one is out of reach, triggers and all.
    return {
      invoke,
      path,
      form,
      triggers: shadowedBy === undefined ? facts.manifest.triggers : {},
    };
  });
  const triggers = resolveTriggers(claims, agentNames, diagnostics);
  const overrides = query.onlyAdded
    ? new Map()
    : readOverrides(sources, query.projectDir, configDirectory(host));
  const skills = found.map((skill, index) =>
    withOverride(toSkill(skill, names[index]!, triggers[index]!), overrides)
  );
  reportNames(host, found, skills, diagnostics);
  return { skills, diagnostics, stats: sources.stats };
}

/** Command files count only where a skill wants a name that could be theirs. */
function mayMeetCommands(found: readonly FoundSkill[]): boolean {
  return found.some(({ agent, directory, facts: { manifest: { name, triggers } } }) =>
    !agent.listed || triggers.commands !== undefined || name !== "" && name !== directory
  );
}

function allCommandFiles(
  host: CatalogHost,
  sources: Sources,
  { projectDir }: SkillContext,
): Map<string, string> {
  const own = configDirectory(host);
  const { levels } = findLevels(host, projectDir);
  const directories = [...own === undefined ? [] : [own], ...levels.map(projectConfigDirectory)];
  const names = new Map<string, string>();
  for (const directory of new Set(directories)) {
    for (const [name, path] of commandFiles(host, sources, joinPath(directory, "commands"))) {
      if (!names.has(name)) names.set(name, path);
    }
  }
  return names;
}

function toSkill(
  { root, form, path, textPath, facts, agent }: FoundSkill,
  { invoke, aliases, shadowedBy }: ResolvedName,
  triggers: CatalogSkill["triggers"],
): CatalogSkill {
  const { manifest, exit } = facts;
  const isReached = shadowedBy === undefined;
  return {
    ...{ invoke, aliases, form, path, textPath, shadowedBy, exit, triggers },
    name: manifest.name || invoke.slice(invoke.lastIndexOf(":") + 1),
    description: oneLine(manifest.description, DESCRIPTION_MAX),
    source: root.source,
    plugin: root.plugin,
    pluginRoot: root.pluginRoot,
    agent: { ...agent, typed: agent.typed && isReached, called: agent.called && isReached },
  };
}

/** The agent's own settings can take a skill away; those of plugins they cannot. */
function withOverride(
  skill: CatalogSkill,
  overrides: ReadonlyMap<string, SkillOverride>,
): CatalogSkill {
  const { agent, plugin, invoke } = skill;
  const word = agent.listed && plugin === undefined ? overrides.get(invoke) : undefined;
  if (word === "off") {
    return { ...skill, exit: undefined, agent: { ...agent, typed: false, called: false } };
  }
  return word === "user-invocable-only" ? { ...skill, agent: { ...agent, called: false } } : skill;
}

/** Names those that take part in chains and are not reached by the name somebody would type. */
function reportNames(
  host: CatalogHost,
  found: readonly FoundSkill[],
  skills: readonly CatalogSkill[],
  diagnostics: Diagnostic[],
): void {
  const byPath = new Map(skills.map((skill) => [skill.path, skill]));
  skills.forEach((skill, index) => {
    const { invoke, aliases, path, plugin, exit, shadowedBy } = skill;
    if (exit === undefined) return;
    const name = plugin === undefined ? invoke : invoke.slice(plugin.length + 1);
    if (!isTypable(name.slice(name.indexOf(":") + 1))) {
      const message = `Left out skill: its name cannot be typed after a slash: "${name}"`;
      diagnostics.push(diagnose("skill-name", path, message, "Rename it"));
      return;
    }
    const isBare = plugin === undefined || aliases.includes(name);
    const winner = shadowedBy ?? (isBare ? undefined : holderOf(name));
    if (winner === undefined || isSamePlace(host, path, winner)) return;
    const { source, exit: theirs } = byPath.get(winner) ?? {};
    const no = theirs === undefined ? ", which takes no part in chains," : "";
    const message = `Skill "${name}" is hidden: the ${source ?? "command"} ` +
      `${source === undefined ? "" : "skill "}"${winner}"${no} comes first`;
    const remedy = shadowedBy === undefined
      ? `Type "/${invoke}" to reach this one`
      : "Rename one of them";
    diagnostics.push(diagnose("shadowed", found[index]!.path, message, remedy));
  });

  function holderOf(name: string): string | undefined {
    return skills.find(({ invoke, aliases, shadowedBy }) =>
      shadowedBy === undefined && (invoke === name || aliases.includes(name))
    )?.path;
  }
}
