/**
 * What we keep, as files. Sessions, agents and skills are named by others: a plain name stays readable, any other becomes
 * a hash, so that none leads out of the tree or meets another on a file system that knows no case. The directories are
 * ours alone (0700), and a symbolic link in the tree is never followed or removed.
 *
 * ```text
 * <state>/sessions/session-<session>/main/             or agent-<agent>/
 *   skill-<skill>@<where the skill lies>.<content>     the session marker
 *   page-<skill>@<where the skill lies>                a long text, for its later pages
 * <state>/sessions/session-<session>/calls/            who calls a skill, for a moment
 * ```
 */
import { joinPath } from "../base/path.ts";
import { attempt, type FileKind, type Host, HostError, type QuickHost } from "../host/host.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";

/** The directories from the state directory down to the markers of one context; none of them may be a link. */
export type MarkerPlace = readonly [sessions: string, session: string, context: string];

export function sessionsDirectory(stateDir: string): string {
  return joinPath(stateDir, "sessions");
}

/** Without an agent, the main context's. */
export async function markerPlace(host: QuickHost, state: string, session: string, agent?: string) {
  const sessions = sessionsDirectory(state);
  const own = joinPath(sessions, `session-${await fileName(host, session)}`);
  const last = agent === undefined ? "main" : `agent-${await fileName(host, agent)}`;
  return [sessions, own, joinPath(own, last)] satisfies MarkerPlace;
}

export type SkillPlace = Pick<LocatedSkill, "qualified" | "skillsDir">;

/** The part of a file name that stands for a skill: its name, and where it lies, since two plugins may share a name. */
export async function skillKey(host: QuickHost, { qualified, skillsDir }: SkillPlace) {
  const place = await host.sha256(attempt(() => host.realPath(skillsDir)) ?? skillsDir);
  return `${await fileName(host, qualified)}@${place.slice(0, 12)}`;
}

export async function fileName(host: QuickHost, name: string): Promise<string> {
  const parts = name.split(":", 3);
  if (parts.length < 3 && parts.every(isPlain)) return parts.join("+");
  return `~${(await host.sha256(name)).slice(0, 32)}`;
}

/** `/^[a-z0-9][a-z0-9_-]{0,79}$/` by hand: a regular expression takes longer. */
function isPlain(part: string): boolean {
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    const isLetter = code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39;
    if (!isLetter && (at === 0 || code !== 0x2d && code !== 0x5f)) return false;
  }
  return part.length > 0 && part.length <= 80;
}

export const FILE_MODE = 0o600;
const KIND_NAMES = { link: "a symbolic link", file: "a file", other: "no directory" } as const;

/** @returns Why they cannot be made, if so. */
export function ensureDirectories(host: QuickHost, directories: readonly string[]) {
  try {
    for (const path of directories) {
      const kind = host.linkStat(path)?.kind;
      if (kind === undefined) host.makeDirectory(path, { mode: 0o700 });
      else if (kind !== "directory") return `"${path}" is ${KIND_NAMES[kind]}`;
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Whether all of them are directories and none is a link. */
export function areDirectories(host: QuickHost, directories: readonly string[]): boolean {
  return directories.every((path) => host.linkStat(path)?.kind === "directory");
}

/** Paths of what is of a kind and has a name that begins so; throws as the host does. */
export function pathsIn(host: Host, directory: string, kind: FileKind, start = ""): string[] {
  return (host.list(directory) ?? [])
    .filter((entry) => entry.kind === kind && entry.name.startsWith(start))
    .map(({ name }) => joinPath(directory, name));
}

/** Of more than `most` files, those go that were not written for so long, and the oldest of the others. */
export function sweepFiles(host: Host, paths: readonly string[], most: number, maxAgeMs: number) {
  if (paths.length <= most) return;
  const oldest = host.now() - maxAgeMs;
  const files = paths.map((path) => ({ path, mtime: host.linkStat(path)?.mtime ?? 0 }));
  // Half, so that the next sweep is not due at once.
  files.sort((a, b) => b.mtime - a.mtime).forEach(({ path, mtime }, index) => {
    if (index >= most / 2 || mtime < oldest) host.remove(path);
  });
}

/** Writes a file that may be there already, unless something else is in its place; throws as the host does. */
export function writeOwnFile(host: QuickHost, path: string, text: string): void {
  const kind = host.linkStat(path)?.kind;
  if (kind === undefined || kind === "file") host.writeText(path, text, { mode: FILE_MODE });
}

export function reasonOf(error: unknown): string {
  if (error instanceof HostError) return `${error.code} at "${error.path}"`;
  throw error;
}
