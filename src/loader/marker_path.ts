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
import { sha256 } from "./digest.ts";

const PLAIN_REGEXP = /^[a-z0-9][a-z0-9_-]{0,79}(?::[a-z0-9][a-z0-9_-]{0,79})?$/;

/** The directories from the state directory down to the markers of one context. */
export interface MarkerPlace {
  /** Outermost first; none of them may be a link. */
  readonly directories: readonly [sessions: string, session: string, agent: string];
}

/**
 * @param stateDir The state directory.
 * @returns The directory of all sessions.
 */
export function sessionsDirectory(stateDir: string): string {
  return joinPath(stateDir, "sessions");
}

/**
 * @param stateDir The state directory.
 * @param session The session's identifier.
 * @param agent The subagent's identifier; `undefined` for the main context.
 * @returns Where the markers of that context are.
 */
export async function markerPlace(
  stateDir: string,
  session: string,
  agent: string | undefined,
): Promise<MarkerPlace> {
  const sessions = sessionsDirectory(stateDir);
  const own = joinPath(sessions, `session-${await fileName(session)}`);
  const last = agent === undefined ? "main" : `agent-${await fileName(agent)}`;
  return { directories: [sessions, own, joinPath(own, last)] };
}

/**
 * @param qualified The skill's qualified name.
 * @param skillsDir Where it lies: two plugins may have a skill of the same name.
 * @returns The part of a file name that stands for the skill.
 */
export async function skillKey(qualified: string, skillsDir: string): Promise<string> {
  return `${await fileName(qualified)}@${(await sha256(skillsDir)).slice(0, 12)}`;
}

/**
 * @param name Any text.
 * @returns A file name that no other text has.
 */
async function fileName(name: string): Promise<string> {
  if (PLAIN_REGEXP.test(name)) return name.replace(":", "+");
  return `~${(await sha256(name)).slice(0, 32)}`;
}
