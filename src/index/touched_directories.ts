/** A file was touched: the session has the skills of the directories on the way to it from now on. */
import { joinPath, parentPath } from "../base/path.ts";
import { levelsBelow } from "../catalog/levels.ts";
import { agentsDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { ensureDirectories, writeOwnFile } from "../loader/marker_tree.ts";
import { sharedStateDirectory } from "../loader/state_directory.ts";
import { type ReadHost, readTouched, touchedPath, type TouchedRecord } from "./touched_record.ts";

/** More than a session has; so that a stray one cannot make every prompt slow. */
const MAX_DIRECTORIES = 100;

/** What writing asks of the machine. */
export type WriteHost =
  & ReadHost
  & Pick<Host, "linkStat" | "makeDirectory" | "remove" | "stat" | "writeText">;

/**
 * Takes note of a touched file.
 *
 * @param start Where the session was started.
 * @param file Absolute path of the file; it need not exist.
 * @returns The session's directories by now. One that cannot be kept comes again with the next touch.
 */
export function noteTouched(
  host: WriteHost,
  session: string,
  start: string | undefined,
  file: string,
): readonly string[] {
  const known = readTouched(host, session);
  const directory = parentPath(file);
  if (start === undefined || directory === undefined) return known;
  const fresh = levelsBelow(start, directory).filter((level) =>
    !known.includes(level) && hasSkills(host, level)
  );
  if (fresh.length === 0) return known;
  const directories = [...known, ...fresh].slice(0, MAX_DIRECTORIES);
  const path = touchedPath(host, session);
  const stateDir = sharedStateDirectory(host);
  if (path === undefined || stateDir === undefined) return directories;
  try {
    if (ensureDirectories(host, [parentPath(path)!]) === undefined) {
      const record: TouchedRecord = { session, directories };
      writeOwnFile(host, path, JSON.stringify(record));
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  return directories;
}

/** The agent has forgotten them. */
export function forgetTouched(host: WriteHost, session: string | undefined): void {
  if (readTouched(host, session).length === 0) return;
  attempt(() => host.remove(touchedPath(host, session)!));
}

/** Packages that were installed are none of the project's. */
function hasSkills(host: Pick<Host, "stat">, level: string): boolean {
  if (/[/\\]node_modules(?:[/\\]|$)/.test(level)) return false;
  return [projectConfigDirectory(level), agentsDirectory(level)].some((parent) =>
    attempt(() => host.stat(joinPath(parent, "skills")))?.kind === "directory"
  );
}
