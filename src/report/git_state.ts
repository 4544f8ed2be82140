/**
 * Branch and working tree. The branch is read from files; the working tree costs a `git status`, which on a huge tree
 * takes too long to wait for: it gets a deadline, and the report says so when it did not finish.
 */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";

export interface GitState {
  /** The branch, or the beginning of a commit's name when no branch is checked out. */
  readonly branch: string;
  /** `undefined`: git did not say, for the reason in `unknown`. */
  readonly tree: { readonly changed: number; readonly untracked: number } | undefined;
  readonly unknown: string;
}

const MAX_LEVELS = 40;
const OUTPUT_CAP = 256 * 1024;

/** The state; `undefined` outside of a repository. The deadline is for the working tree. */
export async function gitState(
  host: Host,
  directory: string,
  deadlineMs: number,
): Promise<GitState | undefined> {
  const gitDir = findGitDirectory(host, directory);
  if (gitDir === undefined) return undefined;
  const branch = readBranch(host, gitDir);
  return { branch, ...await workingTree(host, directory, deadlineMs) };
}

function findGitDirectory(host: Host, directory: string): string | undefined {
  let here: string | undefined = directory;
  for (let level = 0; level < MAX_LEVELS && here !== undefined; level++) {
    const path = joinPath(here, ".git");
    const kind = attempt(() => host.stat(path))?.kind;
    if (kind === "directory") return path;
    // A worktree or submodule has a file that says where.
    if (kind === "file") return linkedDirectory(host, here, path);
    here = parentPath(here);
  }
  return undefined;
}

function linkedDirectory(host: Host, parent: string, path: string): string | undefined {
  const text = attempt(() => host.readText(path)) ?? "";
  if (!text.startsWith("gitdir:")) return undefined;
  const target = text.slice("gitdir:".length).trim();
  return isAbsolutePath(target, host.platform) ? target : joinPath(parent, target);
}

function readBranch(host: Host, gitDir: string): string {
  const head = (attempt(() => host.readText(joinPath(gitDir, "HEAD"))) ?? "").trim();
  if (head.startsWith("ref: refs/heads/")) return head.slice("ref: refs/heads/".length);
  return head === "" ? "unknown" : `no branch, at ${head.slice(0, 8)}`;
}

async function workingTree(
  host: Host,
  cwd: string,
  deadlineMs: number,
): Promise<Omit<GitState, "branch">> {
  const filters = await namedFilters(host, cwd, deadlineMs);
  if (filters === undefined) return notKnown("git cannot read its configuration");
  const off = [...CALM, ...filters].flatMap((setting) => ["-c", setting]);
  const args = [...off, "status", "--porcelain", "--no-renames", "--ignore-submodules=all"];
  const { kind, code, stdout, reason } = await git(host, cwd, args, deadlineMs);
  if (kind === "timeout") return notKnown(`git status took longer than ${deadlineMs} ms`);
  if (kind !== "exited" || code !== 0) return notKnown(reason || "git status failed");
  const decoder = new TextDecoder();
  const lines = (decoder.decode(stdout.head) + decoder.decode(stdout.tail)).split("\n");
  const untracked = lines.filter((line) => line.startsWith("?? ")).length;
  const changed = lines.filter((line) => line !== "").length - untracked;
  const cut = stdout.dropped > 0 ? "more than git status could list here" : "";
  return { tree: { changed, untracked }, unknown: cut };
}

function notKnown(unknown: string): Omit<GitState, "branch"> {
  return { tree: undefined, unknown };
}

/** A repository's own configuration must not choose a program that we then run. */
const CALM = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false"];

/**
 * Settings that turn off every filter the configuration names: `git status` runs them on changed files, and there is no
 * one switch for all. Reading names starts nothing.
 */
async function namedFilters(
  host: Host,
  cwd: string,
  deadlineMs: number,
): Promise<string[] | undefined> {
  const pattern = String.raw`^filter\..*\.(clean|process|required)$`;
  const names = ["config", "--name-only", "-z", "--get-regexp", pattern];
  const { kind, code, stdout } = await git(host, cwd, names, deadlineMs);
  // 1: there are none.
  if (kind !== "exited" || code > 1 || stdout.dropped > 0) return undefined;
  const keys = new TextDecoder().decode(stdout.head).split("\0").filter((key) => key !== "");
  // A name with "=" in it cannot be set to anything on a command line.
  if (keys.some((key) => key.includes("="))) return undefined;
  return keys.map((key) => `${key}=${key.endsWith(".required") ? "false" : ""}`);
}

function git(host: Host, cwd: string, args: readonly string[], deadlineMs: number) {
  return host.run({
    program: "git",
    args,
    cwd,
    env: environment(host),
    deadlineMs,
    graceMs: 10,
    outputCap: OUTPUT_CAP,
  });
}

function environment(host: Host): Record<string, string> {
  const separator = host.platform === "windows" ? ";" : ":";
  const path = (host.env("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator)
    .filter((entry) => isAbsolutePath(entry, host.platform)).join(separator);
  const home = host.env("HOME") ?? host.env("USERPROFILE");
  const system = host.env("SYSTEMROOT");
  return {
    PATH: path,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // What a partial clone lacks stays away: fetching it would start whatever the repository names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    ...(home === undefined ? {} : { HOME: home }),
    ...(system === undefined ? {} : { SYSTEMROOT: system }),
  };
}
