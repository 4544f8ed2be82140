/**
 * What belongs to a project and so may not be trusted by itself: everything below its real path, by whole
 * segments. One exception: a session in the home directory, where the user's own agent directory and
 * settings lie below the "project" without being a stranger's.
 */
import { isAbsolutePath, isInside, joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

/** What the questions ask of the machine. */
export type BoundaryHost = Pick<Host, "cwd" | "env" | "platform" | "realPath">;

/** Tells what lies in a project. */
export interface ProjectBoundary {
  /** Real path of the project; `undefined` without one. */
  readonly root: string | undefined;
  /** Whether the project is the user's home directory or above it. */
  readonly isHome: boolean;
  /** Whether a path, as written or without links, lies inside; the directory above a link counts too. */
  holds(path: string): boolean;
}

/** Where systems put homes. `HOME` alone proves nothing: a project's settings can set it. */
const HOME_PARENT_REGEXP = /^(?:\/root|\/(?:var\/)?home\/[^/]+|\/Users\/[^/]+)$/;

/**
 * @param host The machine.
 * @param projectDir The project, if any; one that does not exist holds nothing.
 * @returns Its boundary.
 */
export function projectBoundary(
  host: BoundaryHost,
  projectDir: string | undefined,
): ProjectBoundary {
  const root = projectDir === undefined ? undefined : realPathOf(host, projectDir);
  const home = realPathOf(host, host.env("HOME") ?? "");
  const isHome = root !== undefined && isHomeOrAbove(host, root, home);
  // As named, too: a home may be reached by a link.
  const homes = isHome ? [home, host.env("HOME")!, ...(root === home ? [projectDir!] : [])] : [];
  const own = homes.flatMap((path) =>
    [".claude", ".config/skillhook"].map((name) => joinPath(path, name))
  );
  // A directory that the project has as a link is the project's, also where the project is reached by one.
  const roots = [
    ...root === undefined ? [] : [root, projectDir!],
    ...otherProject(host, projectDir, root, home),
  ];
  function contains(path: string | undefined): boolean {
    if (path === undefined || !roots.some((place) => isInside(place, path, host.platform))) {
      return false;
    }
    return !own.some((directory) => isInside(directory, path, host.platform));
  }
  return {
    root,
    isHome,
    holds: (path) =>
      contains(path) || contains(nearestRealPath(host, path)) ||
      contains(joinReal(host, path)),
  };
}

function isHomeOrAbove(
  host: BoundaryHost,
  path: string,
  home: string | undefined,
): home is string {
  return home !== undefined && HOME_PARENT_REGEXP.test(home) && isInside(path, home, host.platform);
}

/**
 * A project's settings can say that the project is somewhere else, so where only the environment names it
 * the directory we run in counts too, when it looks like a project and is not the user's.
 */
function otherProject(
  host: BoundaryHost,
  projectDir: string | undefined,
  root: string | undefined,
  home: string | undefined,
): string[] {
  if (projectDir === undefined || projectDir !== host.env("CLAUDE_PROJECT_DIR")) return [];
  const cwd = host.cwd();
  if (cwd === projectDir || (root !== undefined && isInside(root, cwd, host.platform))) return [];
  const here = realPathOf(host, cwd);
  if (here === undefined || isHomeOrAbove(host, here, home)) return [];
  const own = home !== undefined && HOME_PARENT_REGEXP.test(home) &&
    isInside(joinPath(home, ".claude"), here, host.platform);
  const looksLikeOne = [".claude", ".git"].some((name) =>
    realPathOf(host, joinPath(here, name)) !== undefined
  );
  return !own && looksLikeOne ? [here, cwd] : [];
}

/**
 * @param host The machine.
 * @param path Any path.
 * @returns Its real path; `undefined` when it is relative, absent or cannot be looked at.
 */
export function realPathOf(
  host: Pick<Host, "platform" | "realPath">,
  path: string,
): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return undefined;
  return attempt(() => host.realPath(path));
}

/** Real path of the nearest directory above that exists: a file that is made later will lie there. */
function nearestRealPath(host: BoundaryHost, path: string): string | undefined {
  for (let at: string | undefined = path; at !== undefined; at = parentPath(at)) {
    const real = realPathOf(host, at);
    if (real !== undefined) return real;
  }
  return undefined;
}

/** The path with only its directory resolved: a link inside the project was put there by the project. */
function joinReal(host: BoundaryHost, path: string): string | undefined {
  const parent = parentPath(path);
  const real = parent === undefined ? undefined : realPathOf(host, parent);
  return real === undefined
    ? undefined
    : joinPath(real, path.slice(parent!.length).replace(/^[/\\]/, ""));
}

/**
 * @param path A path.
 * @returns The directory above; `undefined` for a root or a single name.
 */
export function parentPath(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0 || path.length === 1) return undefined;
  return path.slice(0, Math.max(1, end));
}
