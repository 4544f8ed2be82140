/** What we installed, remembered in our state directory: so that what somebody edited can be told from what is merely old. */
import { type Fields, isFields } from "../base/json_type.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { ensureDirectories, FILE_MODE } from "../loader/marker_tree.ts";
import { sharedStateDirectory } from "../loader/state_directory.ts";

/** What remembering asks of the machine. */
export type RecordHost = Pick<
  Host,
  "env" | "platform" | "linkStat" | "list" | "readText" | "writeText" | "makeDirectory" | "remove"
>;

/** The two records. */
export type RecordName = "installed-skills.json" | "installed-hooks.json";

/** Its content; empty when there is none or it is broken: then everything that differs is somebody else's. */
export function readRecord(host: RecordHost, name: RecordName): Fields {
  const state = sharedStateDirectory(host);
  if (state === undefined) return {};
  try {
    const value: unknown = JSON.parse(host.readText(joinPath(state, name)) || "{}");
    return isFields(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof HostError) return {};
    throw error;
  }
}

/**
 * @param content Its new content; an empty record is no file.
 * @throws {HostError} It cannot be written.
 */
export function writeRecord(host: RecordHost, name: RecordName, content: Fields): void {
  const state = sharedStateDirectory(host);
  if (state === undefined) return;
  const path = joinPath(state, name);
  if (Object.keys(content).length === 0) {
    if (host.remove(path) && host.list(state)?.length === 0) host.remove(state);
    return;
  }
  if (ensureDirectories(host, [state]) !== undefined) return;
  host.writeText(path, JSON.stringify(content, null, 1) + "\n", { mode: FILE_MODE });
}

// What a settings file held before we changed it. Backups lie here, not beside the file: settings may hold tokens, and
// what lies in a project is soon committed.

/** What backups ask of the machine. */
export type BackupHost = Pick<
  Host,
  | ("env" | "platform" | "now" | "sha256" | "list" | "readText" | "createText" | "linkStat")
  | ("makeDirectory" | "remove")
>;

/** One backup. */
export interface Backup {
  readonly path: string;
  readonly text: string;
}

/** Hexadecimal digits of the hash of the file's path. */
const KEY_LENGTH = 12;

/**
 * Keeps a text.
 *
 * @param file Real path of the settings file.
 * @returns The backup's path, or why there is none.
 */
export async function keepBackup(
  host: BackupHost,
  file: string,
  text: string,
): Promise<{ readonly path: string } | { readonly flaw: string }> {
  const directory = backupDirectory(host);
  if (directory === undefined) return { flaw: "nothing says where: set HOME" };
  const date = new Date(host.now()).toISOString().replaceAll(":", "-");
  const name = `${date}-${await keyOf(host, file)}-${lastSegment(file, host.platform)}`;
  const path = joinPath(directory, name);
  try {
    const problem = ensureDirectories(host, [directory]);
    if (problem !== undefined) return { flaw: problem };
    return host.createText(path, text, { mode: FILE_MODE })
      ? { path }
      : { flaw: `"${path}" exists` };
  } catch (error) {
    if (error instanceof HostError) return { flaw: `${error.code} at "${error.path}"` };
    throw error;
  }
}

/**
 * @param file Real path of a settings file.
 * @returns Its backups, newest first; those that cannot be read are left out.
 */
export async function findBackups(host: BackupHost, file: string): Promise<Backup[]> {
  const directory = backupDirectory(host);
  if (directory === undefined) return [];
  const end = `-${await keyOf(host, file)}-${lastSegment(file, host.platform)}`;
  try {
    const names = (host.list(directory) ?? []).filter(({ name, kind }) =>
      kind === "file" && name.endsWith(end)
    ).map(({ name }) => name).sort().reverse();
    return names.flatMap((name) => {
      const path = joinPath(directory, name);
      const text = host.readText(path);
      return text === undefined ? [] : [{ path, text }];
    });
  } catch (error) {
    if (error instanceof HostError) return [];
    throw error;
  }
}

/** Removes a backup whose text is in its file again, and the directories when nothing else is in them. */
export function dropBackup(host: BackupHost, backup: Backup): void {
  const directory = backupDirectory(host);
  try {
    host.remove(backup.path);
    for (const place of [directory, sharedStateDirectory(host)]) {
      if (place !== undefined && host.list(place)?.length === 0) host.remove(place);
    }
  } catch (error) {
    // A backup too many does no harm.
    if (!(error instanceof HostError)) throw error;
  }
}

function backupDirectory(host: BackupHost): string | undefined {
  const state = sharedStateDirectory(host);
  return state === undefined ? undefined : joinPath(state, "backups");
}

async function keyOf(host: BackupHost, file: string): Promise<string> {
  return (await host.sha256(file)).slice(0, KEY_LENGTH);
}
