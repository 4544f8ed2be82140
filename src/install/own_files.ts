/** The files of an installation: your settings, exact, through links; and in our state directory what we wrote and what was there. */
import type { TextPlace } from "../base/diagnostic.ts";
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { isInside, joinPath, lastSegment, parentPath } from "../base/path.ts";
import { cacheDirectory } from "../catalog/own_file.ts";
import { homeDirectory } from "../catalog/places.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { ensureDirectories, FILE_MODE, pathsIn, reasonOf } from "../state/state_tree.ts";
import { sharedStateDirectory, sharedStatePath } from "../state/state_directory.ts";

/** Why a file is left alone. No diagnostic: only the verb knows what was to be done, and says both in one sentence. */
export class Refusal extends Error {
  constructor(reason: string, readonly at: Partial<TextPlace> = {}) {
    super(reason);
  }
}

export type SettingsFile = ReturnType<typeof readSettingsFile>;

const MAX_BYTES = 64 * 1024 * 1024;
const OWNER_WRITE = 0o200;
/** What the agent itself gives settings of its user. */
const NEW_MODE = 0o600;

/** Its text, `undefined` where there is none yet, and where it really lies: links stay links. @throws {Refusal} It must be left alone. */
export function readSettingsFile(host: Host, path: string) {
  try {
    const real = host.realPath(path);
    if (real === undefined) {
      if (host.linkStat(path) !== undefined) throw new Refusal("it is a link that leads nowhere");
      return { path, real: path, text: undefined, mode: NEW_MODE };
    }
    const stat = host.stat(real);
    if (stat?.kind !== "file") throw new Refusal("it is not a regular file");
    if (stat.size > MAX_BYTES) throw new Refusal(`it is over ${MAX_BYTES / 1024 / 1024} MB`);
    if (host.userId() >= 0 && (stat.mode & OWNER_WRITE) === 0) {
      const hint = real === path ? "" : ` (it is a link to "${real}")`;
      throw new Refusal(`it is read-only${hint}: make it writable if you want it changed`);
    }
    const bytes = host.readBytes(real, 0, stat.size);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, real, text, mode: stat.mode & 0o777 };
  } catch (error) {
    if (error instanceof HostError) throw new Refusal(error.code);
    if (error instanceof TypeError) throw new Refusal("it is not UTF-8 text");
    throw error;
  }
}

/** `undefined`: the file goes. @throws {Refusal} That cannot be done, or the file has changed since it was read. */
export function writeSettingsFile(host: Host, file: SettingsFile, text: string | undefined): void {
  const now = readSettingsFile(host, file.path);
  if (now.text !== file.text || now.real !== file.real) {
    throw new Refusal("another program has just changed it: try again");
  }
  orRefuse(() => {
    if (text === undefined) return host.remove(file.real);
    if (file.text === undefined) host.makeDirectory(parentPath(file.real)!);
    return host.writeText(file.real, text, { mode: file.mode });
  });
}

export function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Refusal(reasonOf(error));
  }
}

type RecordName = "installed-skills.json" | "installed-hooks.json";

/** Its content; empty when there is none or it is broken: then everything that differs counts as edited. */
export function readRecord(host: Host, name: RecordName): Fields {
  const path = sharedStatePath(host, name);
  const value = parseJson(path && attempt(() => host.readText(path)) || "");
  return isFields(value) ? value : {};
}

/** An empty record is no file. @throws {HostError} It cannot be written. */
export function writeRecord(host: Host, name: RecordName, content: Fields): void {
  const state = sharedStateDirectory(host);
  if (state === undefined) return;
  const path = joinPath(state, name);
  if (Object.keys(content).length === 0) {
    if (host.remove(path)) removeEmpty(host, state, parentPath(state)!);
    return;
  }
  if (ensureDirectories(host, [state]) !== undefined) return;
  host.writeText(path, JSON.stringify(content, null, 1) + "\n", { mode: FILE_MODE });
}

const BACKUPS = "backups";
export type Backup = Awaited<ReturnType<typeof findBackups>>[number];

/** Not beside the file: it may hold tokens, and a project is soon committed. @param file Its real path. @throws {Refusal} */
export async function keepBackup(host: Host, file: string, text: string): Promise<string> {
  const refusal = (why: string) => new Refusal(`its content cannot be kept: ${why}`);
  const { directory, end } = await backupPlace(host, file);
  if (directory === undefined) throw refusal("nothing says where: set HOME");
  const path = joinPath(directory, new Date(host.now()).toISOString().replaceAll(":", "-") + end);
  const problem = ensureDirectories(host, [directory]);
  if (problem !== undefined) throw refusal(problem);
  try {
    if (host.createText(path, text, { mode: FILE_MODE })) return path;
  } catch (error) {
    throw refusal(reasonOf(error));
  }
  throw refusal(`"${path}" exists`);
}

/** Backups of a settings file, given its real path, newest first; those that cannot be read are left out. */
export async function findBackups(host: Host, file: string) {
  const { directory, end } = await backupPlace(host, file);
  if (directory === undefined) return [];
  const paths = attempt(() => pathsIn(host, directory, "file")) ?? [];
  return paths.filter((path) => path.endsWith(end)).sort().reverse().flatMap((path) => {
    const text = attempt(() => host.readText(path));
    return text === undefined ? [] : [{ path, text }];
  });
}

/** Removes a backup whose text is in its file again, and the directories when nothing else is in them. */
export function dropBackup(host: Host, { path }: Backup): void {
  attempt(() => {
    host.remove(path);
    const directory = parentPath(path)!;
    removeEmpty(host, directory, parentPath(parentPath(directory)!)!);
  });
}

/** Removes a directory that holds nothing, and those above it that lie below `within`. @throws {HostError} It cannot. */
export function removeEmpty(host: Host, directory: string, within: string): void {
  let at: string | undefined = directory;
  while (at !== undefined && at.length > within.length && isInside(within, at, host.platform)) {
    if (host.list(at)?.length !== 0) return;
    host.remove(at);
    at = parentPath(at);
  }
}

async function backupPlace(host: Host, file: string) {
  const key = (await host.sha256(file)).slice(0, 12);
  const directory = sharedStatePath(host, BACKUPS);
  return { directory, end: `-${key}-${lastSegment(file, host.platform)}` };
}

const CACHE_REGEXP = /^(?:continuation-registry|skillhook-(?:facts|registry))-[\da-f]+\.json$/;

export function isInstalled(host: Host): boolean {
  const records = ["installed-hooks.json", "installed-skills.json"] as const;
  return records.some((name) => Object.keys(readRecord(host, name)).length > 0);
}

/** Removes all of it, with the directory of approvals, as far as it can be removed. */
export function forget(host: Host, approvals: string | undefined): void {
  const [state, home] = [sharedStateDirectory(host), homeDirectory(host)];
  for (const place of [state, approvals]) {
    if (place === undefined || attempt(() => host.linkStat(place))?.kind !== "directory") continue;
    // What stood in your files before us stays: no file has been given it back yet.
    removeTree(host, place, place === state ? BACKUPS : "");
    if (home !== undefined) attempt(() => removeEmpty(host, parentPath(place)!, home));
  }
  const { directory, flaw } = cacheDirectory(host);
  if (flaw !== undefined) return;
  for (const { name } of attempt(() => host.list(directory)) ?? []) {
    const path = joinPath(directory, name);
    const owner = CACHE_REGEXP.test(name) ? attempt(() => host.linkStat(path))?.owner : undefined;
    if (owner === host.userId()) attempt(() => host.remove(path));
  }
}

/** Links are removed, never followed. */
function removeTree(host: Host, directory: string, kept = ""): void {
  for (const { name, kind } of attempt(() => host.list(directory)) ?? []) {
    const path = joinPath(directory, name);
    if (kind === "directory" && name !== kept) removeTree(host, path);
    else if (name !== kept) attempt(() => host.remove(path));
  }
  if (attempt(() => host.list(directory))?.length === 0) attempt(() => host.remove(directory));
}
