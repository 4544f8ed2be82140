/**
 * What belongs to a project and so may not be trusted by itself: everything below the real path of its top. That is
 * the repository's top; outside of repositories the directory the session was started in, and of those above it what
 * the agent looks at for skills. In the home directory the user's own agent directory and settings are no stranger's.
 */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { isAbsolutePath, isInside, joinPath, parentPath } from "../base/path.ts";
import { findLevels, type Levels } from "../catalog/levels.ts";
import { agentsDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { attempt, type Host } from "../host/host.ts";

export interface ProjectBoundary {
  /** Real path of the project's top, which approvals are for. */
  readonly root: string | undefined;
  /** Real path of the directory that the session was started in: commands run here. */
  readonly start: string | undefined;
  /** The project is the user's home directory or above it. */
  readonly isHome: boolean;
  /** Whether a path, as written or without links, lies inside; the directory above a link counts too. */
  holds(path: string): boolean;
  /** The project's settings choose where trust comes from: then nothing is trusted for its place. */
  movedTrust(): MovedTrust | undefined;
  variables(): ProjectVariables;
  /** `undefined` for a path that is not the project's or not there. */
  placeOf(path: string): { readonly real: string; readonly leaves: boolean } | undefined;
}

/** What the project's settings set in the environment, also in ours; and in which file. */
type ProjectVariables = ReadonlyMap<string, { readonly path: string; readonly value: unknown }>;

interface MovedTrust {
  readonly path: string;
  readonly variable: string;
  /** Your own files cannot be told from the project's: what calls itself your home may be anywhere. */
  readonly isPlace: boolean;
}

export const MAX_PROJECT_BYTES = 16 * 1024 * 1024;
/** Where systems put homes, each in a directory of these. */
const HOME_PARENTS: readonly string[] = ["/home", "/var/home", "/Users"];

/** Where systems show processes and devices as files. */
export function isMachine({ platform }: Host, path: string): boolean {
  return ["/proc", "/dev", "/sys"].some((place) => isInside(place, path, platform));
}

/** A project that does not exist holds nothing. */
export function projectBoundary(host: Host, projectDir: string | undefined): ProjectBoundary {
  const start = projectDir === undefined ? undefined : realPathOf(host, projectDir);
  const home = homeOf(host);
  const isHomeOrAbove = (path: string) => home !== undefined && isIn([path], home);
  const isHome = start !== undefined && isHomeOrAbove(start);
  const own = start === undefined || isHome ? { root: start, roots: [] } : rootsOf(start);
  // As named, too: a home may be reached by a link.
  const homes = isHome ? [home!, host.env("HOME")!, ...start === home ? [projectDir!] : []] : [];
  const users = homes.flatMap((path) =>
    [".claude", ".config/skillhook"].map((name) => joinPath(path, name))
  );
  // A directory that the project has as a link is the project's, also where the project is reached by one.
  const named = start === undefined ? [] : [start, projectDir!];
  const roots = [...named, ...own.roots, ...otherProject(own.root)];
  const contains = (path: string | undefined) =>
    path !== undefined && isIn(roots, path) && !isIn(users, path);
  let set: ProjectVariables | undefined;
  const variables = () => set ??= projectVariables();
  return {
    root: own.root,
    start,
    isHome,
    holds: (path) =>
      contains(path) || contains(nearestRealPath(host, path)) || contains(joinReal(host, path)),
    movedTrust: () => movedTrust(host, variables()),
    variables,
    placeOf(path) {
      const real = realPathOf(host, path);
      if (real === undefined) return undefined;
      if (contains(real)) return { real, leaves: false };
      return contains(path) || contains(joinReal(host, path)) ? { real, leaves: true } : undefined;
    },
  };

  function isIn(places: readonly string[], path: string): boolean {
    return places.some((place) => isInside(place, path, host.platform));
  }

  /** The repository's top, or the start where there is none, and whatever else is the project's. */
  function rootsOf(start: string): { root: string; roots: string[] } {
    const { levels, top, mainCheckout } = wayUp(start);
    if (top === undefined) {
      const above = levels.filter((level) => level !== start)
        .flatMap((level) => [projectConfigDirectory(level), agentsDirectory(level)]);
      return { root: start, roots: above };
    }
    // A worktree of a home that is a repository makes nothing else in the home the project's.
    const main = mainCheckout === undefined ? [] : [mainCheckout, realPathOf(host, mainCheckout)]
      .filter((path) => path !== undefined).filter((path) => !isHomeOrAbove(path));
    return { root: top, roots: [top, ...main] };
  }

  /** Only a directory that looks like a home hides a repository's top: a project's settings can name any other. */
  function wayUp(start: string): Levels {
    if (home !== undefined) return findLevels(host, start, home);
    const whole = findLevels(host, start, "");
    return whole.top === undefined ? findLevels(host, start) : whole;
  }

  /** Settings can say that the project is somewhere else: where only the environment names it, where we run counts too. */
  function otherProject(root: string | undefined): string[] {
    if (projectDir === undefined || projectDir !== host.env("CLAUDE_PROJECT_DIR")) return [];
    const cwd = host.cwd();
    if (cwd === projectDir || root !== undefined && isIn([root], cwd)) return [];
    const here = realPathOf(host, cwd);
    if (here === undefined || isHomeOrAbove(here)) return [];
    if (home !== undefined && isIn([joinPath(home, ".claude")], here)) return [];
    const config = realPathOf(host, projectConfigDirectory(here));
    if (config === undefined && wayUp(here).top === undefined) return [];
    return [here, cwd, ...rootsOf(here).roots];
  }

  /** Where we run counts as the project, too: the variable that names the project may be such a one. */
  function projectVariables(): ProjectVariables {
    // What calls itself the home directory may be the project.
    const levels = [projectDir, host.cwd()].flatMap((from) => findLevels(host, from, "").levels);
    const paths = levels.map(projectConfigDirectory).flatMap((directory) =>
      ["settings.json", "settings.local.json"].map((name) => joinPath(directory, name))
    );
    return new Map(
      [...new Set(paths)].filter(contains).flatMap((path) =>
        Object.entries(variablesIn(host, path)).map(([name, value]) => [name, { path, value }])
      ),
    );
  }
}

/** Real path of a home that looks like one: `HOME` alone proves nothing, for a project's settings can set it. */
function homeOf(host: Host): string | undefined {
  const home = realPathOf(host, host.env("HOME") ?? "");
  if (home === undefined || home === "/root") return home;
  const slash = home.lastIndexOf("/");
  return slash < home.length - 1 && HOME_PARENTS.includes(home.slice(0, slash)) ? home : undefined;
}

/** `undefined` when it is relative, absent or cannot be looked at. */
export function realPathOf(host: Host, path: string): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return undefined;
  return attempt(() => host.realPath(path));
}

/** Real path of the nearest directory above that exists: a file that is made later will lie there. */
function nearestRealPath(host: Host, path: string): string | undefined {
  for (let at: string | undefined = path; at !== undefined; at = parentPath(at)) {
    const real = realPathOf(host, at);
    if (real !== undefined) return real;
  }
  return undefined;
}

/** The path with only its directory resolved: a link inside the project was put there by the project. */
function joinReal(host: Host, path: string): string | undefined {
  const parent = parentPath(path);
  const real = parent && realPathOf(host, parent);
  return real && joinPath(real, path.slice(parent!.length).replace(/^[/\\]/, ""));
}

// The agent sets the variables that a project's own settings name, also for us: a project that says where the plugins,
// the configuration or the approvals are would say whom you trust. So where it does, no place and no approval counts.

/** Variables that say where you are, and those that say where your plugins or your approvals are. */
const PLACES: readonly string[] = ["HOME", "USERPROFILE", "CLAUDE_CONFIG_DIR"];
const ROOTS: readonly string[] =
  "CLAUDE_PLUGIN_ROOT CLAUDE_PROJECT_DIR SKILLHOOK_TRUST_FILE XDG_CONFIG_HOME APPDATA".split(" ");

/** The gravest variable that a project's settings set and that was not pinned for us. */
function movedTrust(host: Host, variables: ProjectVariables): MovedTrust | undefined {
  const found = [...variables].flatMap(([variable, { path }]) => {
    const name = variable.toUpperCase();
    const isPlace = PLACES.includes(name);
    if (host.pinned?.has(name) || !isPlace && !ROOTS.includes(name)) return [];
    return { path, variable, isPlace };
  });
  return found.find(({ isPlace }) => isPlace) ?? found[0];
}

function variablesIn(host: Host, path: string): Fields {
  const stat = attempt(() => host.stat(path));
  // What cannot be read, the agent has not read either.
  if (stat?.kind !== "file" || stat.size > MAX_PROJECT_BYTES) return {};
  const value = parseJson((attempt(() => host.readText(path)) ?? "").replace(/^\ufeff/, ""));
  return isFields(value) && isFields(value.env) ? value.env : {};
}

/** Tells whether a file needs an approval, because the project can have written it. */
export function projectFileTest(host: Host, project: () => ProjectBoundary) {
  return (path: string): boolean => {
    if (project().holds(path)) return true;
    // What says where the user's files are could have written them; a plugin is one of those only if it is named so.
    const moved = project().movedTrust();
    const plugin = host.env("CLAUDE_PLUGIN_ROOT");
    return moved !== undefined &&
      (moved.isPlace || (plugin !== undefined && isInside(plugin, path, host.platform)));
  };
}

/** The settings that a project keeps for its agents: the one kind of file that naming it does not switch on. */
export function isProjectSettings(host: Host, projectDir: string, path: string): boolean {
  const real = realPathOf(host, path) ?? path;
  // What calls itself the home directory may be the project: the boundary knows better.
  const isOwn = findLevels(host, projectDir, "").levels.map(projectConfigDirectory).some((own) => {
    const realOwn = realPathOf(host, own);
    return realOwn !== undefined &&
      (isInside(own, path, host.platform) || isInside(realOwn, real, host.platform));
  });
  // In the home directory the project's settings are the user's.
  return isOwn && projectBoundary(host, projectDir).holds(path);
}
