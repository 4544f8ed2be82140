/**
 * Names in the marker tree. Sessions, agents and skills are named by others: a name that is plain
 * stays readable, any other becomes a hash, so that no name leads out of the tree or meets another
 * one on a file system that knows no case.
 *
 * ```text
 * <state>/sessions/session-<session>/main/             or agent-<agent>/
 *   skill-<skill>@<where the skill lies>.<content>     the session marker
 *   page-<skill>@<where the skill lies>                a long text, for its later pages
 * ```
 */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";

const PLAIN_REGEXP = /^[a-z0-9][a-z0-9_-]{0,79}(?::[a-z0-9][a-z0-9_-]{0,79})?$/;

/** What naming asks of the machine. */
export type NameHost = Pick<Host, "sha256">;

/** The directories from the state directory down to the markers of one context. */
export interface MarkerPlace {
  /** Outermost first; none of them may be a link. */
  readonly directories: readonly [sessions: string, session: string, agent: string];
}

export function sessionsDirectory(stateDir: string): string {
  return joinPath(stateDir, "sessions");
}

/**
 * @param agent The subagent's identifier; `undefined` for the main context.
 * @returns Where the markers of that context are.
 */
export async function markerPlace(
  host: NameHost,
  stateDir: string,
  session: string,
  agent: string | undefined,
): Promise<MarkerPlace> {
  const sessions = sessionsDirectory(stateDir);
  const own = joinPath(sessions, `session-${await fileName(host, session)}`);
  const last = agent === undefined ? "main" : `agent-${await fileName(host, agent)}`;
  return { directories: [sessions, own, joinPath(own, last)] };
}

/**
 * @param skill Two plugins may have a skill of the same name: where it lies counts too.
 * @returns The part of a file name that stands for the skill; two ways to one folder are one skill.
 */
export async function skillKey(
  host: NameHost & Pick<Host, "realPath">,
  { qualified, skillsDir }: Pick<LocatedSkill, "qualified" | "skillsDir">,
): Promise<string> {
  const place = await host.sha256(realPath(host, skillsDir));
  return `${await fileName(host, qualified)}@${place.slice(0, 12)}`;
}

/** A file name that no other text has. */
export async function fileName(host: NameHost, name: string): Promise<string> {
  if (PLAIN_REGEXP.test(name)) return name.replace(":", "+");
  return `~${(await host.sha256(name)).slice(0, 32)}`;
}

function realPath(host: Pick<Host, "realPath">, path: string): string {
  try {
    return host.realPath(path) ?? path;
  } catch (error) {
    if (error instanceof HostError) return path;
    throw error;
  }
}
