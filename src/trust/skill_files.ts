/** The files below a directory whose commands may need an approval. */
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

const NAMES: ReadonlySet<string> = new Set(["SKILL.md", "first-use.md", "reference.md"]);
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);
const MAX_DEPTH = 4;
/** Directories looked at, so that a whole disk named by mistake has an end. */
const MAX_DIRECTORIES = 2000;

/** Paths of skill files below these directories, sorted; links to directories are followed, absent ones are fine. */
export function skillFiles(host: Host, directories: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = directories.map((path) => ({ path, depth: 0 }));
  for (let index = 0; index < waiting.length && index < MAX_DIRECTORIES; index++) {
    const { path, depth } = waiting[index]!;
    for (const { name, kind } of attempt(() => host.list(path)) ?? []) {
      const child = joinPath(path, name);
      if (NAMES.has(name)) found.add(child);
      else if (depth >= MAX_DEPTH || SKIPPED.has(name)) continue;
      else if (
        kind === "directory" ||
        (kind === "link" && attempt(() => host.stat(child))?.kind === "directory")
      ) {
        waiting.push({ path: child, depth: depth + 1 });
      }
    }
  }
  return [...found].sort();
}
