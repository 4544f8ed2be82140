/** The one walk over all directories of skills. */
import { diagnose } from "../base/diagnostic.ts";
import { joinPath, parentPath } from "../base/path.ts";
import type { SkillForm } from "../skill/frontmatter.ts";
import { type AgentAccess, directoryOf } from "./catalog_skill.ts";
import { discoverSkills, type SkillFile } from "./discover.ts";
import type { FactsStore, SkillFacts } from "./skill_facts.ts";
import { type SkillRoot, skillsDirectoryPlugin } from "./skill_roots.ts";
import type { Sources } from "./sources.ts";

/** A skill as it was found; who gets which name is not known yet. */
export interface FoundSkill {
  readonly root: SkillRoot;
  readonly form: SkillForm;
  readonly path: string;
  readonly textPath: string | undefined;
  readonly directory: string;
  readonly facts: SkillFacts;
  readonly agent: AgentAccess;
}

interface Candidate extends SkillFile {
  readonly form: SkillForm;
  /** The SKILL.md beside a SKILL.yaml. */
  readonly beside?: string | undefined;
}

/** Strongest first; nothing a file holds hides another one. */
export async function findSkills(roots: readonly SkillRoot[], sources: Sources, store: FactsStore) {
  const found: FoundSkill[] = [];
  const waiting = [...roots];
  for (let root = waiting.shift(); root !== undefined; root = waiting.shift()) {
    const { candidates, folders } = lookInto(root, sources);
    // A plugin in a folder of skills is one of the plugins: it comes last.
    if (root.isAgents && root.plugin === undefined) {
      waiting.push(...folders.flatMap((folder) => skillsDirectoryPlugin(sources, folder)));
    }
    for (const candidate of candidates) {
      const { path, form, beside } = candidate;
      if (waiting.some((plugin) => path.startsWith(`${plugin.path}/`))) continue;
      const { source } = root;
      const facts = await store.read({ path, form, source }, sources.observe(path));
      if (facts === undefined) continue;
      const second = beside && { path: beside, form: "instruction", source } as const;
      const theirs = second && await store.read(second, sources.observe(second.path));
      found.push(toFound(root, candidate, facts, theirs || undefined));
    }
  }
  for (const { facts } of found) sources.diagnostics.push(...facts.diagnostics);
  return found;
}

/** The files of a root that may be skills, and the folders right in it that may be plugins. */
function lookInto(root: SkillRoot, sources: Sources) {
  const { host, diagnostics } = sources;
  const bounds = root.isSkill ? { depth: 0, directories: 1 } : root.bounds;
  const { skills, manifests, ...discovery } = discoverSkills(host, root.path, bounds);
  // A skill that is a whole directory may have folders of its own: those are no directories of skills.
  diagnostics.push(...root.isSkill ? [] : discovery.diagnostics);
  for (const { path, stat } of discovery.directories) sources.record(path, stat);
  const texts = new Map(skills.map((file) => [directoryOf(file), file.path]));
  const described = new Set(manifests.map(directoryOf));
  const misspelled = discovery.misspelled.filter((file) => !texts.has(directoryOf(file)));
  const folders: Candidate[] = [
    ...[...misspelled, ...skills].filter((file) => !described.has(directoryOf(file)))
      .map((file): Candidate => ({ ...file, form: "instruction" })),
    ...manifests.map((file): Candidate => {
      return { ...file, form: "manifest", beside: texts.get(directoryOf(file)) };
    }),
  ];
  for (const { path } of folders.filter(({ path }) => path.endsWith("/skill.md"))) {
    const message = "Agents look for SKILL.md, some only in capital letters";
    diagnostics.push(diagnose("skill-file-name", path, message, "Rename this file"));
  }
  // A folder's name beats that of a single file beside it, because the agent knows the folder.
  const flat = root.hasFlat ? discovery.flat : [];
  const marker = "/.claude-plugin";
  return {
    candidates: [
      ...folders.sort((a, b) => a.path < b.path ? -1 : 1),
      ...flat.map((file): Candidate => ({ ...file, form: "flat" })),
    ],
    folders: discovery.directories.filter(({ path }) => path.endsWith(marker))
      .map(({ path }) => path.slice(0, -marker.length))
      .filter((path) => parentPath(path) === root.path),
  };
}

/** A SKILL.yaml and the SKILL.md beside it are one skill: the agent reads the second. */
function toFound(
  root: SkillRoot,
  { path, directory, form, beside }: Candidate,
  facts: SkillFacts,
  theirs: SkillFacts = facts,
): FoundSkill {
  const agentsFile = beside ?? (form === "instruction" ? path : undefined);
  const seen = joinPath(root.path, root.isSkill ? "SKILL.md" : `${directory}/SKILL.md`);
  const isSeen = root.isDeep ? agentsFile !== undefined : agentsFile === seen;
  return {
    root,
    form,
    path,
    directory,
    textPath: agentsFile ?? (form === "flat" ? path : undefined),
    facts: { ...facts.exit === undefined ? theirs : {}, ...facts },
    agent: { listed: root.isAgents && isSeen, ...theirs.agent },
  };
}
