/**
 * The one walk over all directories of skills: which files are skills, what each says about itself, and
 * whether the agent lists it.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { joinPath, parentPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import { loadYaml, type ParseYaml } from "../skill/yaml.ts";
import type { AgentAccess } from "./catalog_skill.ts";
import { type DescentBounds, discoverSkills, type SkillFile } from "./discover.ts";
import type { FactsStore } from "./facts_store.ts";
import { readFacts, type SkillFacts } from "./skill_facts.ts";
import { type SkillRoot, skillsDirectoryPlugin } from "./skill_roots.ts";
import type { Sources } from "./sources.ts";

/** A skill as it was found; who gets which name is not known yet. */
export interface FoundSkill {
  readonly root: SkillRoot;
  readonly scope: string | undefined;
  readonly form: SkillForm;
  /** The file that speaks for it. */
  readonly path: string;
  /** The file with its instructions, if any. */
  readonly textPath: string | undefined;
  /** Name of the directory that holds it. */
  readonly directory: string;
  readonly facts: SkillFacts;
  /** As the agent would have it, if its name led to it. */
  readonly agent: AgentAccess;
}

/** What looking asks of the machine. */
export type FindHost = Pick<
  Host,
  "list" | "platform" | "readBytes" | "readText" | "realPath" | "stat"
>;

interface Candidate extends SkillFile {
  readonly form: SkillForm;
  /** The SKILL.md beside a SKILL.yaml. */
  readonly beside?: string;
}

/**
 * Finds all skills. Asynchronous only for the lazy import of the YAML library, which comes when the first file has
 * to be parsed.
 *
 * @param sources Remembers what everything looked like.
 * @param store What is known about files from before.
 * @returns Strongest first; nothing a file holds hides another one.
 */
export async function findSkills(
  host: FindHost,
  roots: readonly (SkillRoot & { readonly bounds?: DescentBounds })[],
  sources: Sources,
  store: FactsStore,
  diagnostics: Diagnostic[],
): Promise<FoundSkill[]> {
  const found: FoundSkill[] = [];
  let parseYaml: ParseYaml | undefined;
  const waiting = [...roots];
  for (let root = waiting.shift(); root !== undefined; root = waiting.shift()) {
    const { candidates, folders } = lookInto(host, root, sources, diagnostics);
    // A plugin in a folder of skills is one of the plugins: it comes last.
    if (root.isAgents && root.plugin === undefined) {
      for (const folder of folders) {
        waiting.push(...skillsDirectoryPlugin(sources, folder, host.platform));
      }
    }
    for (const candidate of candidates) {
      if (waiting.some((plugin) => candidate.path.startsWith(`${plugin.path}/`))) continue;
      const facts = await factsOf(candidate.path, candidate.form);
      if (facts === undefined) continue;
      const beside = candidate.beside && await factsOf(candidate.beside, "instruction");
      found.push(toFound(root, candidate, facts, beside || undefined));
    }
  }
  for (const { facts } of found) diagnostics.push(...facts.diagnostics);
  return found;

  async function factsOf(path: string, form: SkillForm): Promise<SkillFacts | undefined> {
    const stat = sources.observe(path);
    const known = store.get(path, stat);
    if (known !== undefined) return known.facts ?? undefined;
    parseYaml ??= await loadYaml();
    const facts = readFacts(host, path, form, stat, parseYaml);
    store.put(path, stat, facts);
    return facts;
  }
}

/** The files of one root that may be skills, and the folders right in it that may be plugins. */
function lookInto(
  host: FindHost,
  root: SkillRoot & { readonly bounds?: DescentBounds },
  sources: Sources,
  diagnostics: Diagnostic[],
): { candidates: Candidate[]; folders: string[] } {
  const discovery = discoverSkills(
    host,
    root.path,
    root.isSkill ? { depth: 0, directories: 1 } : root.bounds,
  );
  // A skill that is a whole directory may have folders of its own: those are no directories of skills.
  diagnostics.push(...root.isSkill ? [] : discovery.diagnostics);
  for (const { path, stat } of discovery.directories) sources.record(path, stat);
  const instructions = new Set(discovery.skills.map(({ path }) => directoryPath(path)));
  const manifests = new Set(discovery.manifests.map(({ path }) => directoryPath(path)));
  const alone = (files: readonly SkillFile[], others: ReadonlySet<string>) =>
    files.filter(({ path }) => !others.has(directoryPath(path)));
  const misspelled = alone(alone(discovery.misspelled, instructions), manifests);
  for (const { path } of misspelled) {
    const message = "Agents look for SKILL.md, some only in capital letters";
    diagnostics.push(diagnose("skill-file-name", path, message, "Rename this file"));
  }
  const folders: Candidate[] = [
    ...[...misspelled, ...alone(discovery.skills, manifests)].map((file): Candidate => (
      { ...file, form: "instruction" }
    )),
    ...discovery.manifests.map((file): Candidate => {
      const directory = directoryPath(file.path);
      const beside = instructions.has(directory) ? { beside: joinPath(directory, "SKILL.md") } : {};
      return { ...file, form: "manifest", ...beside };
    }),
  ];
  // A folder's name beats that of a single file beside it, because the agent knows the folder.
  const flat = root.hasFlat
    ? discovery.flat.map((file): Candidate => ({ ...file, form: "flat" }))
    : [];
  const marker = "/.claude-plugin";
  return {
    candidates: [...folders.sort((a, b) => byText(a.path, b.path)), ...flat],
    folders: discovery.directories.map(({ path }) => path).filter((path) => path.endsWith(marker))
      .map((path) => path.slice(0, -marker.length))
      .filter((path) => parentPath(path) === root.path),
  };
}

/** A SKILL.yaml and the SKILL.md beside it are one skill: the agent reads the second. */
function toFound(
  root: SkillRoot,
  { path, directory, form, beside }: Candidate,
  facts: SkillFacts,
  besideFacts: SkillFacts | undefined,
): FoundSkill {
  const agentsFile = beside ?? (form === "instruction" ? path : undefined);
  const { agent } = besideFacts ?? facts;
  const listed = root.isAgents && agentsFile !== undefined &&
    isOneBelow(root, agentsFile, directory);
  const exit = facts.exit ?? besideFacts?.exit;
  return {
    ...{ root, scope: root.scope, form, path, directory },
    textPath: agentsFile ?? (form === "flat" ? path : undefined),
    facts: { ...facts, ...exit === undefined ? {} : { exit } },
    agent: {
      listed,
      typed: agent.userMay,
      called: agent.modelMay,
      forks: agent.forks,
      waits: agent.waits,
    },
  };
}

function isOneBelow(root: SkillRoot, path: string, directory: string): boolean {
  return path === joinPath(root.path, root.isSkill ? "SKILL.md" : `${directory}/SKILL.md`);
}

function directoryPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
