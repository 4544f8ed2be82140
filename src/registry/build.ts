/**
 * Builds the registry from the files: personal skills, the project's, those of the active plugins, and
 * the built-in table. The cold path; `load.ts` puts a snapshot in front of it.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import type { FileStat, Host } from "../host/host.ts";
import { discoverSkills } from "../skill/discover.ts";
import { readSkillFields } from "../skill/read_skill.ts";
import { loadYaml } from "../skill/yaml.ts";
import { BUILTIN_SKILLS } from "./builtin.ts";
import type { Candidate } from "./candidate.ts";
import { isTypable, readCooperation } from "./cooperation.ts";
import { configDirectory, projectConfigDirectory } from "../skill/places.ts";
import { findPlugins } from "./plugins.ts";
import type { Registry, SkillSource } from "./registry.ts";
import { resolveNames } from "./resolve_names.ts";
import { Sources } from "./sources.ts";

/** What building asks of the machine. */
export type RegistryHost = Pick<
  Host,
  "env" | "platform" | "stat" | "list" | "readText" | "readBytes" | "realPath"
>;

/** For whom the registry is. */
export interface RegistryContext {
  /** `$CLAUDE_PROJECT_DIR`, in hook mode else the event's `cwd`; `undefined`: no project skills. */
  readonly projectDir: string | undefined;
}

/** A registry and how it came about. */
export interface BuiltRegistry {
  readonly registry: Registry;
  /** Flaws in the user's files. */
  readonly diagnostics: readonly Diagnostic[];
  /** Skill files that take no part: no `continuation` block, or one that says so. Normal, hence no flaw. */
  readonly bystanders: readonly string[];
  /** Every SKILL.md, sorted. */
  readonly paths: readonly string[];
  /** Everything looked at, as it was before: {@linkcode Sources}. */
  readonly stats: ReadonlyMap<string, FileStat | undefined>;
}

interface SkillRoot {
  readonly path: string;
  readonly source: SkillSource;
  readonly plugin: string | undefined;
}

interface FoundSkill {
  readonly root: SkillRoot;
  readonly path: string;
  readonly directory: string;
}

/**
 * Builds the registry. Asynchronous only for the lazy import of the YAML library.
 *
 * @param host The machine.
 * @param context For whom.
 * @returns The registry; nothing a user's file holds makes it throw.
 */
export async function buildRegistry(
  host: RegistryHost,
  context: RegistryContext,
): Promise<BuiltRegistry> {
  const sources = new Sources(host);
  const diagnostics: Diagnostic[] = [];
  const found = findSkills(
    host,
    sources,
    skillRoots(host, sources, context, diagnostics),
    diagnostics,
  );
  const { candidates, bystanders } = await readSkills(host, sources, found, diagnostics);
  return {
    registry: resolveNames(host, [...candidates, ...BUILTIN_SKILLS], diagnostics),
    diagnostics,
    bystanders,
    paths: found.map(({ path }) => path).sort(),
    stats: sources.stats,
  };
}

/** Strongest first. */
function skillRoots(
  host: RegistryHost,
  sources: Sources,
  { projectDir }: RegistryContext,
  diagnostics: Diagnostic[],
): SkillRoot[] {
  const roots: SkillRoot[] = [];
  const configDir = configDirectory(host);
  const add = (parent: string | undefined, source: SkillSource, plugin?: string) => {
    if (parent !== undefined) roots.push({ path: joinPath(parent, "skills"), source, plugin });
  };
  add(configDir, "personal");
  add(projectDir === undefined ? undefined : projectConfigDirectory(projectDir), "project");
  for (const { name, root } of findPlugins(host, sources, configDir, projectDir, diagnostics)) {
    if (isTypable(name)) add(root, "plugin", name);
    else {diagnostics.push({
        path: root,
        message: `Left out plugin: its name cannot be typed: "${name}"`,
      });}
  }
  return roots;
}

function findSkills(
  host: RegistryHost,
  sources: Sources,
  roots: readonly SkillRoot[],
  diagnostics: Diagnostic[],
): FoundSkill[] {
  const found: FoundSkill[] = [];
  const seen = new Set<string>();
  for (const root of roots) {
    if (seen.has(root.path)) continue;
    seen.add(root.path);
    const discovery = discoverSkills(host, root.path);
    diagnostics.push(...discovery.diagnostics);
    for (const { path, stat } of discovery.directories) sources.record(path, stat);
    for (const { path, directory } of discovery.skills) found.push({ root, path, directory });
  }
  return found;
}

async function readSkills(
  host: RegistryHost,
  sources: Sources,
  found: readonly FoundSkill[],
  diagnostics: Diagnostic[],
): Promise<{ candidates: Candidate[]; bystanders: string[] }> {
  const candidates: Candidate[] = [];
  const bystanders: string[] = [];
  if (found.length === 0) return { candidates, bystanders };
  const parseYaml = await loadYaml();
  for (const { root, path, directory } of found) {
    const read = readSkillFields(host, path, sources.observe(path), parseYaml);
    diagnostics.push(...read.diagnostics);
    if (read.fields === undefined) continue;
    const cooperation = readCooperation(read.fields, { path, directory }, diagnostics);
    const { name, state } = cooperation;
    if (state !== "cooperative") bystanders.push(path);
    if (isTypable(name)) {
      candidates.push({
        ...cooperation,
        path,
        directory,
        source: root.source,
        plugin: root.plugin,
      });
    } else if (state === "cooperative") {
      const message =
        `Left out skill: its name cannot be typed after a slash, rename it: "${name}"`;
      diagnostics.push({ path, message });
    }
  }
  return { candidates, bystanders };
}
