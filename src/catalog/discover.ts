/** Finds every SKILL.md below a root. Skill folders hold anything: the descent is bounded, and says when it stopped. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { isInside, joinPath, lastSegment } from "../base/path.ts";
import { type DirectoryEntry, type FileStat, type Host, HostError } from "../host/host.ts";

export const MAX_DEPTH = 6;
export const MAX_DIRECTORIES = 2_000;

export interface SkillFile {
  readonly path: string;
  readonly directory: string;
}

/** Parents before children, siblings by name. Links are followed, except back to a directory they lie in. */
export function discoverSkills(
  host: Host,
  root: string,
  bounds = { depth: MAX_DEPTH, directories: MAX_DIRECTORIES },
) {
  const found = {
    skills: [] as SkillFile[],
    manifests: [] as SkillFile[],
    /** Every `skill.md`: the specification's tools take it, agents may not. */
    misspelled: [] as SkillFile[],
    /** Every other `*.md` in the root itself and in `.claude/skills` below it: a skill in one file, or none at all. */
    flat: [] as SkillFile[],
    /** As they were just before, the root too, even when it is absent: when one of these changes, look again. */
    directories: [] as { readonly path: string; readonly stat: FileStat | undefined }[],
    diagnostics: [] as Diagnostic[],
  };
  let tooDeep = 0;
  const pending = [{ path: root, depth: 0 }];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    if (found.directories.length === bounds.directories) {
      const message = `Stopped looking for skills after ${bounds.directories} directories: ` +
        `"${here.path}" and later ones were left out`;
      flaw("skills-too-many", root, message);
      break;
    }
    const depth = here.depth + 1;
    const below = visit(here);
    if (depth > bounds.depth) tooDeep += below.length;
    else for (const path of below.reverse()) pending.push({ path, depth });
  }
  if (tooDeep > 0) {
    const message = `Looked for skills only ${bounds.depth} levels deep: ` +
      `${tooDeep} deeper ${tooDeep === 1 ? "directory was" : "directories were"} left out`;
    flaw("skills-too-many", root, message);
  }
  return found;

  function flaw(code: DiagnosticCode, path: string, message: string): void {
    found.diagnostics.push(diagnose(code, path, message));
  }

  function visit(here: typeof pending[number]): string[] {
    const stat = attempt(here.path, () => host.stat(here.path));
    found.directories.push({ path: here.path, stat });
    if (stat === undefined) return [];
    if (stat.kind !== "directory") {
      flaw("skill-directory", here.path, "Cannot look for skills: it is not a directory");
      return [];
    }
    const entries = attempt(here.path, () => host.list(here.path)) ?? [];
    return entries.sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
      const path = joinPath(here.path, entry.name);
      return attempt(path, () => leadsOn(here, path, entry)) ? [path] : [];
    });
  }

  function leadsOn(here: typeof pending[number], path: string, entry: DirectoryEntry): boolean {
    const { name, kind } = entry;
    // Never skills, often huge.
    const isSkipped = kind !== "file" && (name === "node_modules" || name === ".git");
    if (kind === "other" || isSkipped) return false;
    const target = kind === "link" ? host.stat(path)?.kind : kind;
    if (target === "file") {
      listFor(here, name)?.push({ path, directory: lastSegment(here.path, host.platform) });
    }
    if (target === undefined && name === "SKILL.md") {
      flaw("skill-link", path, "Cannot read skill: the link leads nowhere");
    }
    return target === "directory" && !(kind === "link" && isCircle(here.path, path));
  }

  function listFor(here: typeof pending[number], name: string): SkillFile[] | undefined {
    if (name === "SKILL.md") return found.skills;
    if (name === "SKILL.yaml") return found.manifests;
    if (here.depth === 0 || here.path.endsWith("/.claude/skills")) {
      return name.endsWith(".md") ? found.flat : undefined;
    }
    return name === "skill.md" ? found.misspelled : undefined;
  }

  /** Real paths are asked for only where there are links: a descent without them makes no such call. */
  function isCircle(directory: string, path: string): boolean {
    const target = host.realPath(path);
    const parent = host.realPath(directory);
    if (target === undefined || parent === undefined) return true;
    if (!isInside(target, parent, host.platform)) return false;
    flaw("skill-link", path, `Left out a link to a directory it lies in: "${target}"`);
    return true;
  }

  function attempt<T>(path: string, look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      flaw("skill-directory", path, `Cannot look for skills: ${error.code}`);
      return undefined;
    }
  }
}
