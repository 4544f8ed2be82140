/** The files below a folder of a skill. Bounded, and never out of the skill's directory. */
import { isInside, joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

const MAX_DEPTH = 6;
const MAX_FILES = 500;

/**
 * @param host The machine.
 * @param directory The skill's directory.
 * @param folder A folder in it, such as `references`.
 * @param leave Takes a link that leads out of the skill's directory, and where to; it is left out.
 * @returns Paths from the skill's directory, in name order; hidden files are left out.
 */
export function walkFiles(
  host: Pick<Host, "list" | "platform" | "realPath" | "stat">,
  directory: string,
  folder: string,
  leave: (path: string, target: string) => void,
): string[] {
  const names: string[] = [];
  let root: string | undefined;
  // The folder itself may be a link to somewhere else.
  if (linkedKind(folder) === "directory") visit(folder, 0);
  return names.sort();

  function visit(name: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const entry of attempt(() => host.list(joinPath(directory, name))) ?? []) {
      if (entry.name.startsWith(".") || names.length >= MAX_FILES) continue;
      const below = `${name}/${entry.name}`;
      const kind = entry.kind === "link" ? linkedKind(below) : entry.kind;
      if (kind === "directory") visit(below, depth + 1);
      else if (kind === "file") names.push(below);
    }
  }

  function linkedKind(name: string) {
    root ??= attempt(() => host.realPath(directory));
    const real = attempt(() => host.realPath(joinPath(directory, name)));
    if (root === undefined || real === undefined) return undefined;
    if (isInside(root, real, host.platform)) return attempt(() => host.stat(real))?.kind;
    leave(joinPath(directory, name), real);
    return undefined;
  }
}
