/**
 * Every skill there is, read whole: what `skillhook skills`, `index`, `active` and the start of a session
 * work with. The cold path; prompts and tool calls ask the registry's snapshot instead.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { commandFiles } from "./agent_commands.ts";
import { type SkillRoot, skillRoots } from "./skill_roots.ts";
import { Sources } from "./sources.ts";
import { invokeName, isListed } from "./trigger_claims.ts";
import { type ResolvedTriggers, resolveTriggers } from "./triggered.ts";
import { type DescentBounds, discoverSkills, type SkillFile } from "./discover.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import { configDirectory, projectConfigDirectory } from "./places.ts";
import { type IndexSource, SKILL_SOURCES } from "../skill/skill_index.ts";
import { loadYaml } from "../skill/yaml.ts";
import { readSkillFile, type SkillContent } from "./read_skill_file.ts";

/** A skill and all that is known about it. */
export interface CatalogSkill extends SkillContent {
  /** What it is called from anywhere: `name` or `plugin:name`. */
  readonly invoke: string;
  readonly source: IndexSource;
  readonly plugin: string | undefined;
  readonly pluginRoot: string | undefined;
  readonly path: string;
  /** The directory it lies in. */
  readonly dir: string;
  readonly form: SkillForm;
  /** Whether the agent lists it itself. */
  readonly isListed: boolean;
  /** Path of the skill that its name leads to instead. */
  readonly shadowedBy: string | undefined;
  readonly triggers: ResolvedTriggers;
}

/** All skills, strongest source first, by path within a root. */
export interface Catalog {
  readonly skills: readonly CatalogSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A directory that somebody adds, with the source its skills shall have. */
export interface AddedRoot {
  readonly path: string;
  readonly source: IndexSource;
}

/** Which skills. */
export interface CatalogQuery {
  readonly projectDir: string | undefined;
  /** Directories besides, or (with `onlyAdded`) instead of, the usual places. */
  readonly added?: readonly AddedRoot[];
  readonly onlyAdded?: boolean;
}

/** What looking asks of the machine. */
export type CatalogHost = Pick<
  Host,
  "env" | "platform" | "stat" | "list" | "readText" | "readBytes" | "realPath"
>;

type Root = Omit<SkillRoot, "source"> & { readonly source: IndexSource; readonly isAdded: boolean };
type Found = Omit<CatalogSkill, "shadowedBy" | "triggers">;

/** A command line may look deeper than a hook, into a whole collection. */
const BOUNDS: DescentBounds = { depth: 16, directories: 50_000 };
/** The registry's words for the same. */
const SOURCE_NAMES = {
  personal: "user",
  project: "project",
  plugin: "plugin",
  builtin: "builtin",
} as const;

/**
 * Reads all skills.
 *
 * @param host The machine.
 * @param query Which.
 * @returns The skills; nothing a file holds makes it throw, and none hides another.
 */
export async function loadCatalog(host: CatalogHost, query: CatalogQuery): Promise<Catalog> {
  const sources = new Sources(host);
  const diagnostics: Diagnostic[] = [];
  const found: Found[] = [];
  const parseYaml = await loadYaml();
  for (const root of rootsOf(host, sources, query, diagnostics)) {
    const discovery = discoverSkills(host, root.path, root.isAdded ? BOUNDS : undefined);
    diagnostics.push(...discovery.diagnostics);
    const overruled = new Set(discovery.manifests.map(({ path }) => directoryOf(path)));
    const instructions = new Set(discovery.skills.map(({ path }) => directoryOf(path)));
    const misspelled = discovery.misspelled.filter(({ path }) =>
      !instructions.has(directoryOf(path)) && !overruled.has(directoryOf(path))
    );
    for (const { path } of misspelled) {
      const message = "Agents look for SKILL.md, some only in capital letters";
      diagnostics.push(diagnose("skill-file-name", path, message, "Rename this file"));
    }
    const files = [
      ...misspelled.map((file) => [file, "instruction"] as const),
      ...discovery.skills.filter(({ path }) => !overruled.has(directoryOf(path)))
        .map((file) => [file, "instruction"] as const),
      ...discovery.manifests.map((file) => [file, "manifest"] as const),
    ].sort(([a], [b]) => byText(a.path, b.path));
    // A folder's name beats that of a single file beside it, because the agent knows the folder.
    const flat = root.hasFlat ? discovery.flat.map((file) => [file, "flat"] as const) : [];
    for (const [file, form] of [...files, ...flat]) {
      const content = readSkillFile(host, file.path, form, parseYaml);
      if (content === undefined) continue;
      diagnostics.push(...content.diagnostics);
      const hasSkillMd = instructions.has(directoryOf(file.path));
      found.push(toFound(host, root, file, form, hasSkillMd, content));
    }
  }
  return { skills: finish(host, sources, query, found, diagnostics), diagnostics };
}

function rootsOf(
  host: CatalogHost,
  sources: Sources,
  { projectDir, added = [], onlyAdded = false }: CatalogQuery,
  diagnostics: Diagnostic[],
): Root[] {
  const usual = onlyAdded ? [] : skillRoots(host, sources, projectDir, diagnostics)
    .map((root): Root => ({ ...root, source: SOURCE_NAMES[root.source], isAdded: false }));
  const more = added.map(({ path, source }): Root => ({
    ...{ path, source, plugin: undefined, pluginRoot: undefined },
    ...{ isAgents: false, hasFlat: true, isAdded: true },
  }));
  const rank = (root: Root) => SKILL_SOURCES.indexOf(root.source);
  return [...more, ...usual].sort((a, b) => rank(a) - rank(b));
}

function toFound(
  host: CatalogHost,
  root: Root,
  { path, directory }: SkillFile,
  form: SkillForm,
  hasSkillMd: boolean,
  content: SkillContent,
): Found {
  const place = { root, path, directory, form };
  const agentsFile = joinPath(directoryOf(path), "SKILL.md");
  const listed = form !== "flat" && hasSkillMd &&
    isListed({ ...place, path: agentsFile, form: "instruction" });
  const asListed = listed ? { ...place, path: agentsFile, form: "instruction" as const } : place;
  const invoke = invokeName(asListed, content.manifest.name, host.platform);
  const name = content.manifest.name || lastSegment(invoke.replace(":", "/"), "linux");
  return {
    ...content,
    manifest: { ...content.manifest, name },
    ...{
      invoke,
      path,
      form,
      source: root.source,
      plugin: root.plugin,
      pluginRoot: root.pluginRoot,
    },
    dir: directoryOf(path),
    isListed: listed,
  };
}

/** The first of a name has it; then the triggers of those that a name reaches. */
function finish(
  host: CatalogHost,
  sources: Sources,
  { projectDir, onlyAdded = false }: CatalogQuery,
  found: readonly Found[],
  diagnostics: Diagnostic[],
): CatalogSkill[] {
  const holders = new Map<string, string>();
  const shadows = found.map(({ invoke, path }) => {
    const holder = holders.get(invoke);
    if (holder === undefined) holders.set(invoke, path);
    return holder;
  });
  const names = onlyAdded
    ? new Map<string, string>()
    : agentNames(host, sources, projectDir, found);
  const resolved = resolveTriggers(found.map(toClaim), names);
  diagnostics.push(...resolved.flatMap((one) => one.diagnostics));
  return found.map((skill, index) => ({
    ...skill,
    shadowedBy: shadows[index],
    triggers: resolved[index]!,
  }));

  function toClaim(skill: Found, index: number) {
    const hidden = shadows[index] === undefined
      ? skill.manifest
      : { ...skill.manifest, triggers: {} };
    return { ...skill, manifest: hidden };
  }
}

function agentNames(
  host: CatalogHost,
  sources: Sources,
  projectDir: string | undefined,
  found: readonly Found[],
): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, path: string) => names.has(name) || names.set(name, path);
  for (const { invoke, plugin, manifest, path } of found.filter((skill) => skill.isListed)) {
    add(invoke, path);
    add(plugin === undefined ? manifest.name : `${plugin}:${manifest.name}`, path);
    if (plugin !== undefined) add(invoke.slice(plugin.length + 1), path);
  }
  const project = projectDir === undefined ? undefined : projectConfigDirectory(projectDir);
  for (const parent of [configDirectory(host), project]) {
    if (parent === undefined) continue;
    for (const [name, path] of commandFiles(host, sources, joinPath(parent, "commands"))) {
      add(name, path);
    }
  }
  return names;
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
