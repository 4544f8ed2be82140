/**
 * Builds the registry from the files: personal skills, the project's, those of the active plugins, and
 * the built-in table. The cold path; `load.ts` puts a snapshot in front of it.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { FileStat, Host } from "../host/host.ts";
import { discoverSkills } from "./discover.ts";
import { isSkillText } from "../skill/flat_skill.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import { readManifestFields, readSkillFields } from "../skill/read_skill.ts";
import { loadYaml } from "../skill/yaml.ts";
import { BUILTIN_SKILLS } from "./builtin.ts";
import type { Candidate } from "./candidate.ts";
import { isTypable, readCooperation } from "./cooperation.ts";
import type { Registry } from "./registry.ts";
import { resolveNames } from "./resolve_names.ts";
import { type SkillRoot, skillRoots } from "./skill_roots.ts";
import { Sources } from "./sources.ts";
import { isListed, TriggerClaims } from "./trigger_claims.ts";
import type { TriggeredSkill } from "./triggered.ts";

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
  /** Skills that a prompt's command or a touched file may bring to mind, strongest first. */
  readonly triggered: readonly TriggeredSkill[];
  /** Whether there are skills that the agent does not list itself. */
  readonly hasUnlisted: boolean;
  /** Everything looked at, as it was before: {@linkcode Sources}. */
  readonly stats: ReadonlyMap<string, FileStat | undefined>;
}

interface FoundSkill {
  readonly root: SkillRoot;
  readonly path: string;
  readonly directory: string;
  readonly form: SkillForm;
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
  const roots = skillRoots(host, sources, context.projectDir, diagnostics);
  const found = findSkills(host, sources, roots, diagnostics);
  const claims = new TriggerClaims();
  const { candidates, bystanders } = await readSkills(host, sources, found, claims, diagnostics);
  const triggered = claims.resolve(host, sources, context.projectDir, diagnostics);
  return {
    registry: resolveNames(host, [...candidates, ...BUILTIN_SKILLS], diagnostics),
    diagnostics,
    bystanders,
    paths: found.filter(mayCooperate).map(({ path }) => path).sort(),
    triggered,
    hasUnlisted: claims.hasUnlisted,
    stats: sources.stats,
  };
}

/** A chain is made of skills that the agent can call. */
function mayCooperate({ root, form }: FoundSkill): boolean {
  return root.isAgents && form === "instruction";
}

function findSkills(
  host: RegistryHost,
  sources: Sources,
  roots: readonly SkillRoot[],
  diagnostics: Diagnostic[],
): FoundSkill[] {
  const found: FoundSkill[] = [];
  for (const root of roots) {
    const discovery = discoverSkills(host, root.path);
    diagnostics.push(...discovery.diagnostics);
    for (const { path, stat } of discovery.directories) sources.record(path, stat);
    for (const { path, directory } of discovery.skills) {
      found.push({ root, path, directory, form: "instruction" });
    }
    for (const { path, directory } of discovery.manifests) {
      found.push({ root, path, directory, form: "manifest" });
    }
    if (!root.hasFlat) continue;
    for (const { path, directory } of discovery.flat) {
      found.push({ root, path, directory, form: "flat" });
    }
  }
  return found;
}

async function readSkills(
  host: RegistryHost,
  sources: Sources,
  found: readonly FoundSkill[],
  claims: TriggerClaims,
  diagnostics: Diagnostic[],
): Promise<{ candidates: Candidate[]; bystanders: string[] }> {
  const candidates: Candidate[] = [];
  const bystanders: string[] = [];
  if (found.length === 0) return { candidates, bystanders };
  const parseYaml = await loadYaml();
  for (const skill of found) {
    const { root, path, directory, form } = skill;
    const readFields = form === "manifest" ? readManifestFields : readSkillFields;
    const read = readFields(host, path, sources.observe(path), parseYaml);
    if (form === "flat" && !isSkillText(read.fields)) continue;
    diagnostics.push(...read.diagnostics);
    if (read.fields === undefined) continue;
    claims.add({ ...skill, isListed: isListed(skill) }, read.fields);
    if (!mayCooperate(skill)) continue;
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
      diagnostics.push(diagnose("skill-name", path, message));
    }
  }
  return { candidates, bystanders };
}
