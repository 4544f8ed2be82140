/** Files below a directory: those that a pattern names, and those whose commands may need an approval. */
import { matchesGlob, readGlob } from "../base/glob.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

/** Directories looked at, so that a whole disk named by mistake has an end. */
const MAX_DIRECTORIES = 2_000;
const MAX_DEPTH = 12;

/**
 * Real paths of the files that a pattern names (`*`, `?`, `**`), each once, by path; a dot name needs a dot in the
 * pattern. What `holds` refuses is not listed: a link leads nowhere else.
 */
export function expandGlob(
  host: Host,
  start: string,
  pattern: string,
  holds: (real: string) => boolean,
  most = 500,
): string[] {
  const segments = pattern.split("/");
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const found = new Map<string, string>();
  let directories = 0;
  visit([start, ...segments.slice(0, first)].join("/"), segments.slice(first), 0);
  const paths = [...found.keys()].sort().slice(0, most);
  return [...new Set(paths.map((path) => found.get(path)!))];

  function visit(directory: string, [segment, ...rest]: readonly string[], depth: number): void {
    if (segment === undefined || depth > MAX_DEPTH || ++directories > MAX_DIRECTORIES) return;
    const isDeep = segment === "**";
    if (isDeep) visit(directory, rest, depth);
    const glob = readGlob(`/${segment}`);
    const real = allowed(directory);
    const entries = attempt(() => real === undefined ? [] : host.list(real)) ?? [];
    for (const name of entries.map(({ name }) => name).sort()) {
      if (name.startsWith(".") && !segment.startsWith(".")) continue;
      if (!isDeep && ("flaw" in glob || !matchesGlob(glob, name))) continue;
      const path = joinPath(directory, name);
      if (!isDeep && rest.length === 0) {
        const real = allowed(path);
        if (real !== undefined && kindOf(host, real) === "file") found.set(path, real);
      } else if (kindOf(host, path) === "directory") {
        visit(path, isDeep ? [segment, ...rest] : rest, depth + 1);
      }
    }
  }

  function allowed(path: string): string | undefined {
    const real = attempt(() => host.realPath(path));
    return real !== undefined && holds(real) ? real : undefined;
  }
}

const SKILL_FILES: readonly string[] = ["SKILL.md", "first-use.md", "reference.md"];
const SKIPPED: readonly string[] = [".git", "node_modules"];
const MAX_SKILL_DEPTH = 4;

/** Paths of skill files below these directories, sorted; links to directories are followed. */
export function skillFiles(host: Host, directories: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = directories.map((path) => ({ path, depth: 0 }));
  for (const { path, depth } of waiting) {
    for (const { name, kind } of attempt(() => host.list(path)) ?? []) {
      const child = joinPath(path, name);
      if (SKILL_FILES.includes(name)) found.add(child);
      if (depth >= MAX_SKILL_DEPTH || waiting.length >= MAX_DIRECTORIES) continue;
      const isLink = kind === "link" && kindOf(host, child) === "directory";
      if (!SKIPPED.includes(name) && (isLink || kind === "directory")) {
        waiting.push({ path: child, depth: depth + 1 });
      }
    }
  }
  return [...found].sort();
}

function kindOf(host: Host, path: string): string | undefined {
  return attempt(() => host.stat(path))?.kind;
}
