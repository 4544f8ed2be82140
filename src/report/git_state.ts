/** Branch and working tree. The branch is read from files; the tree costs a `git status`, which may take too long to wait for. */
import { isAbsolutePath, joinPath } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import { attempt, type Host } from "../host/host.ts";

export type GitState = NonNullable<Awaited<ReturnType<typeof gitState>>>;

/** A repository's own configuration must not choose a program that we then run. */
const CALM = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false"];
const FILTERS = String.raw`^filter\..*\.(clean|process|required)$`;

/** `undefined` outside of a repository; no `tree` where git did not say, for the reason in `unknown`. The deadline is its. */
export async function gitState(host: Host, directory: string, deadlineMs: number) {
  const gitDir = findGitDirectory(host, directory);
  if (gitDir === undefined) return undefined;
  const head = (attempt(() => host.readText(joinPath(gitDir, "HEAD"))) ?? "").trim();
  const branch = /^ref: refs\/heads\/(.*)/s.exec(head)?.[1] ??
    (head === "" ? "unknown" : `no branch, at ${head.slice(0, 8)}`);
  return { branch, ...await workingTree(host, directory, deadlineMs) };
}

function findGitDirectory(host: Host, directory: string): string | undefined {
  const { top } = findLevels(host, directory, "");
  if (top === undefined) return undefined;
  const git = joinPath(top, ".git");
  if (attempt(() => host.stat(git))?.kind === "directory") return git;
  // A worktree or submodule has a file that says where.
  const target = /^gitdir:(.*)/s.exec(attempt(() => host.readText(git)) ?? "")?.[1]?.trim();
  if (target === undefined || isAbsolutePath(target, host.platform)) return target;
  return joinPath(top, target);
}

async function workingTree(host: Host, cwd: string, deadlineMs: number) {
  const limits = { deadlineMs, graceMs: 10, outputCap: 256 * 1024 };
  const git = (...args: readonly string[]) =>
    host.run({ program: "git", args, cwd, env: environment(host), ...limits });
  const decoder = new TextDecoder();
  const notKnown = (unknown: string) => ({ tree: undefined, unknown });
  // `git status` runs every filter that the configuration names on changed files, and there is no one switch for all.
  // Reading the names starts nothing; exit code 1: there are none.
  const names = await git("config", "--name-only", "-z", "--get-regexp", FILTERS);
  const keys = decoder.decode(names.stdout.head).split("\0").filter((key) => key !== "");
  const isRead = names.kind === "exited" && names.code <= 1 && names.stdout.dropped === 0;
  // A name with "=" in it cannot be set to anything on a command line.
  if (!isRead || keys.some((key) => key.includes("="))) {
    return notKnown("git cannot read its configuration");
  }
  const filters = keys.map((key) => `${key}=${key.endsWith(".required") ? "false" : ""}`);
  const off = [...CALM, ...filters].flatMap((setting) => ["-c", setting]);
  const status = ["status", "--porcelain", "--no-renames", "--ignore-submodules=all"];
  const { kind, code, stdout, reason } = await git(...off, ...status);
  if (kind === "timeout") return notKnown(`git status took longer than ${deadlineMs} ms`);
  if (kind !== "exited" || code !== 0) return notKnown(reason || "git status failed");
  const lines = (decoder.decode(stdout.head) + decoder.decode(stdout.tail)).split("\n");
  const untracked = lines.filter((line) => line.startsWith("?? ")).length;
  const changed = lines.filter(Boolean).length - untracked;
  const unknown = stdout.dropped > 0 ? "more than git status could list here" : "";
  return { tree: { changed, untracked }, unknown };
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
    ...home === undefined ? {} : { HOME: home },
    ...system === undefined ? {} : { SYSTEMROOT: system },
  };
}
