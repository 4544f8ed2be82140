/**
 * Where the agent looks for a project's files: in the directory that the session was started in, and in those above it up
 * to the top of the repository, else to the root. The home directory, whose files are the user's, ends the way before it
 * is looked at. So does Claude Code 2.1.330 with skills (tests/agent/catalog_scenarios.ts).
 */
import { hasSteps, joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { homeDirectory } from "./places.ts";

export interface Levels {
  /** Nearest first; the directory itself leads, unless it is the home directory. */
  readonly levels: readonly string[];
  /** The last of them when it is the top of a repository. */
  readonly top: string | undefined;
  /** For a worktree: the main checkout, whose skills count where the worktree has none. */
  readonly mainCheckout: string | undefined;
}

/** Bounds what a prompt costs in a made-up directory. */
const MAX_LEVELS = 64;
const GITDIR = "gitdir: ";
const WORKTREES = "/.git/worktrees/";

/** Goes up from an absolute path, maybe absent, with one `stat` for each level; `home` ends the way, unless it is empty. */
export function findLevels(
  host: Host,
  start: string | undefined,
  home = homeDirectory(host),
): Levels {
  const levels: string[] = [];
  for (
    let at = start && plainPath(host, start);
    at !== undefined && at !== home && levels.length < MAX_LEVELS;
    at = parentPath(at)
  ) {
    levels.push(at);
    const git = joinPath(at, ".git");
    const kind = attempt(() => host.stat(git))?.kind;
    if (kind === undefined) continue;
    return { levels, top: at, mainCheckout: kind === "file" ? mainCheckout(host, git) : undefined };
  }
  return { levels, top: undefined, mainCheckout: undefined };
}

/** The directories below a start on the way to another one, nearest to the start first; none when it is not below. */
export function levelsBelow(start: string, directory: string): string[] {
  const levels: string[] = [];
  const head = joinPath(start, "");
  for (
    let at: string | undefined = directory;
    at !== undefined && at.startsWith(head) && at.length > head.length &&
    levels.length < MAX_LEVELS;
    at = parentPath(at)
  ) levels.unshift(at);
  return levels;
}

/** Without a final slash and steps. */
function plainPath(host: Host, path: string): string {
  const resolved = hasSteps(path) ? attempt(() => host.realPath(path)) ?? path : path;
  return resolved.replace(/(?<=[^:])[/\\]$/, "");
}

/** A `.git` file proves nothing by itself: the repository it names must name it as a worktree of its own. */
function mainCheckout(host: Host, git: string): string | undefined {
  const text = attempt(() => host.readText(git))?.trim() ?? "";
  const named = text.startsWith(GITDIR) ? text.slice(GITDIR.length) : "";
  const end = named.replaceAll("\\", "/").lastIndexOf(WORKTREES);
  if (end <= 0) return undefined;
  const back = attempt(() => host.readText(joinPath(named, "gitdir")))?.trim();
  const [real, own] = [back ?? "", git].map((path) => attempt(() => host.realPath(path)));
  return real !== undefined && real === own ? named.slice(0, end) : undefined;
}
