/**
 * Directories below the start whose skills a session has: the agent takes them when it touches a file there
 * (docs/protocol.md). A small file for each session in the state directory; it is gone when the session ends or
 * begins anew, because then the agent has forgotten them as well.
 */
import { joinPath, parentPath } from "../base/path.ts";
import { levelsBelow } from "../catalog/levels.ts";
import { agentsDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { fileName } from "../loader/marker_path.ts";
import { ensureDirectories, writeOwnFile } from "../loader/marker_tree.ts";
import { sharedStateDirectory } from "../loader/state_directory.ts";

const DIRECTORY = "touched";
/** More than a session has; so that a stray one cannot make every prompt slow. */
const MAX_DIRECTORIES = 100;

/** What reading asks of the machine. */
export type ReadHost = Pick<Host, "env" | "glance" | "platform" | "sha256">;
/** What writing asks of the machine. */
export type WriteHost =
  & ReadHost
  & Pick<Host, "linkStat" | "makeDirectory" | "remove" | "stat" | "writeText">;

/** The directories of a session; one small file is looked at, and mostly it is not there. */
export async function readTouched(
  host: ReadHost,
  session: string | undefined,
): Promise<readonly string[]> {
  const path = await pathOf(host, session);
  const text = path === undefined ? undefined : host.glance(path);
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Takes note of a touched file.
 *
 * @param start Where the session was started.
 * @param file Absolute path of the file; it need not exist.
 * @returns The session's directories by now. One that cannot be kept comes again with the next touch.
 */
export async function noteTouched(
  host: WriteHost,
  session: string,
  start: string | undefined,
  file: string,
): Promise<readonly string[]> {
  const known = await readTouched(host, session);
  const directory = parentPath(file);
  if (start === undefined || directory === undefined) return known;
  const fresh = levelsBelow(start, directory).filter((level) =>
    !known.includes(level) && hasSkills(host, level)
  );
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh].slice(0, MAX_DIRECTORIES);
  const path = await pathOf(host, session);
  const stateDir = sharedStateDirectory(host);
  if (path === undefined || stateDir === undefined) return all;
  try {
    if (ensureDirectories(host, [joinPath(stateDir, DIRECTORY)]) === undefined) {
      writeOwnFile(host, path, JSON.stringify(all));
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  return all;
}

/** The agent has forgotten them. */
export async function forgetTouched(host: WriteHost, session: string | undefined): Promise<void> {
  const path = await pathOf(host, session);
  if (path !== undefined) attempt(() => host.remove(path));
}

/** Packages that were installed are none of the project's. */
function hasSkills(host: Pick<Host, "stat">, level: string): boolean {
  if (/[/\\]node_modules(?:[/\\]|$)/.test(level)) return false;
  return [projectConfigDirectory(level), agentsDirectory(level)].some((parent) =>
    attempt(() => host.stat(joinPath(parent, "skills")))?.kind === "directory"
  );
}

async function pathOf(host: ReadHost, session: string | undefined): Promise<string | undefined> {
  const stateDir = sharedStateDirectory(host);
  if (stateDir === undefined || session === undefined || session.trim() === "") return undefined;
  return joinPath(stateDir, `${DIRECTORY}/touched-${await fileName(host, session)}`);
}
