/** Finds every SKILL.md below a root. Skill folders hold anything: the descent is bounded, and says when it stopped. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { isInside, joinPath, lastSegment } from "../base/path.ts";
import { type DirectoryEntry, type FileStat, type Host, HostError } from "../host/host.ts";

export const MAX_DEPTH = 6;
export const MAX_DIRECTORIES = 2_000;
/** Never skills, often huge. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);

export interface SkillFile {
  readonly path: string;
  readonly directory: string;
}

export interface DescentBounds {
  readonly depth: number;
  readonly directories: number;
}

type Visited = { readonly path: string; readonly stat: FileStat | undefined };

/** Every `SKILL.md` and `SKILL.yaml`, parents before children, siblings by name. */
interface FoundFiles {
  readonly skills: SkillFile[];
  readonly manifests: SkillFile[];
  /** Every `skill.md`: the specification's tools take it, agents may not. */
  readonly misspelled: SkillFile[];
  /** Every other `*.md` in the root itself and in `.claude/skills` below it: a skill in one file, or none at all. */
  readonly flat: SkillFile[];
}

interface Discovery extends FoundFiles {
  /** As they were just before, the root too, even when it is absent: when one of these changes, look again. */
  readonly directories: readonly Visited[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Pending {
  readonly path: string;
  readonly depth: number;
}

/** Linked directories are followed, except back to one they lie in; a command line may go further than a hook. */
export function discoverSkills(
  host: Host,
  root: string,
  bounds: DescentBounds = { depth: MAX_DEPTH, directories: MAX_DIRECTORIES },
): Discovery {
  const files = { skills: [], manifests: [], misspelled: [], flat: [] } as FoundFiles;
  const directories: Visited[] = [];
  const diagnostics: Diagnostic[] = [];
  let tooDeep = 0;
  const pending: Pending[] = [];
  push({ path: root, depth: 0 });
  while (pending.length > 0) {
    const here = pending.pop()!;
    if (directories.length === bounds.directories) {
      const message = `Stopped looking for skills after ${bounds.directories} directories: ` +
        `"${here.path}" and later ones were left out`;
      flaw("skills-too-many", root, message);
      break;
    }
    visit(here);
  }
  if (tooDeep > 0) {
    const message = `Looked for skills only ${bounds.depth} levels deep: ` +
      `${tooDeep} deeper ${tooDeep === 1 ? "directory was" : "directories were"} left out`;
    flaw("skills-too-many", root, message);
  }
  return { ...files, directories, diagnostics };

  function flaw(code: DiagnosticCode, path: string, message: string): void {
    diagnostics.push(diagnose(code, path, message));
  }

  function push(next: Pending): void {
    if (next.depth > bounds.depth) tooDeep++;
    else pending.push(next);
  }

  function visit(here: Pending): void {
    const stat = attempt(here.path, () => host.stat(here.path));
    directories.push({ path: here.path, stat });
    if (stat === undefined) return;
    if (stat.kind !== "directory") {
      flaw("skill-directory", here.path, "Cannot look for skills: it is not a directory");
      return;
    }
    const entries = attempt(here.path, () => host.list(here.path)) ?? [];
    const below: Pending[] = [];
    for (const entry of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
      const path = joinPath(here.path, entry.name);
      const next = attempt(path, () => look(here, path, entry));
      if (next !== undefined) below.push(next);
    }
    while (below.length > 0) push(below.pop()!);
  }

  /** Takes note of a skill file; returns a directory to descend into. */
  function look(here: Pending, path: string, { name, kind }: DirectoryEntry): Pending | undefined {
    const list = listFor(here, name);
    if (kind === "other" || kind !== "file" && SKIPPED.has(name)) return undefined;
    const target = kind === "link" ? host.stat(path)?.kind : kind;
    if (target === "file") list?.push({ path, directory: lastSegment(here.path, host.platform) });
    if (target === undefined && name === "SKILL.md") {
      flaw("skill-link", path, "Cannot read skill: the link leads nowhere");
    }
    if (target !== "directory" || kind === "link" && isCircle(here, path)) return undefined;
    return { path, depth: here.depth + 1 };
  }

  function listFor(here: Pending, name: string): SkillFile[] | undefined {
    if (name === "SKILL.md") return files.skills;
    if (name === "SKILL.yaml") return files.manifests;
    if (here.depth === 0 || here.path.endsWith("/.claude/skills")) {
      return name.endsWith(".md") ? files.flat : undefined;
    }
    return name === "skill.md" ? files.misspelled : undefined;
  }

  /** Real paths are asked for only where there are links: a descent without them makes no such call. */
  function isCircle(here: Pending, path: string): boolean {
    const target = host.realPath(path);
    const parent = host.realPath(here.path);
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
