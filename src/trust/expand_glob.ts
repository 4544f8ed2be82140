/** `dir/*.md` → files. A directory is listed only when its real path is allowed: a link leads nowhere else. */
import { matchesGlob, readGlob } from "../base/glob.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

const MAX_FILES = 500;
const MAX_DIRECTORIES = 2_000;
const MAX_DEPTH = 12;

/** Real paths of the files that a pattern names (`*`, `?`, `**`), each once, by path; a dot name needs a dot in the pattern. */
export function expandGlob(
  host: Host,
  start: string,
  pattern: string,
  holds: (real: string) => boolean,
  most = MAX_FILES,
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
    if (segment === "**") visit(directory, rest, depth);
    const glob = readGlob(`/${segment}`);
    for (const name of namesIn(directory)) {
      if (name.startsWith(".") && !segment.startsWith(".")) continue;
      const path = joinPath(directory, name);
      if (segment === "**") descend(path, [segment, ...rest], depth);
      else if (!("flaw" in glob) && matchesGlob(glob, name)) {
        if (rest.length > 0) descend(path, rest, depth);
        else take(path);
      }
    }
  }

  function descend(path: string, rest: readonly string[], depth: number): void {
    if (attempt(() => host.stat(path))?.kind === "directory") visit(path, rest, depth + 1);
  }

  function take(path: string): void {
    const real = attempt(() => host.realPath(path));
    if (real === undefined || !holds(real)) return;
    if (attempt(() => host.stat(real))?.kind === "file") found.set(path, real);
  }

  function namesIn(directory: string): string[] {
    const real = attempt(() => host.realPath(directory));
    if (real === undefined || !holds(real)) return [];
    return (attempt(() => host.list(real)) ?? []).map(({ name }) => name).sort();
  }
}
