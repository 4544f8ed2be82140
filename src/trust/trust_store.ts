/**
 * The list of approvals. It lies where no project can write: `$SKILLHOOK_TRUST_FILE`, else
 * `$XDG_CONFIG_HOME/skillhook/trust.json`, else `~/.config/skillhook/trust.json` (on Windows
 * `%APPDATA%/skillhook/trust.json`); a list that somebody else could have written counts for nothing.
 */
import { type Fields, isFields } from "../base/json_type.ts";
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";

/** A file of the project that a command names. */
export interface TrustedFile {
  readonly path: string;
  /** SHA-256 of its content. */
  readonly digest: string;
  /** Its text when it was allowed, for a diff; left out when it is long. */
  readonly text?: string;
}

/** One approval. */
export interface TrustEntry {
  /** Real path of the skill file. */
  readonly path: string;
  /** Real path of the project; empty without one. */
  readonly project: string;
  /** SHA-256 of the skill file's content. */
  readonly digest: string;
  /** Its commands when it was allowed. */
  readonly commands: readonly string[];
  readonly files: readonly TrustedFile[];
  /** Milliseconds since 1970. */
  readonly allowedAt: number;
}

/** What the list asks of the machine. */
export type StoreHost = Pick<
  Host,
  "env" | "platform" | "realPath" | "stat" | "readText" | "userId" | "writeText" | "makeDirectory"
>;

/** The list, or why there is none that counts. */
export type TrustList =
  | { readonly path: string; readonly entries: readonly TrustEntry[] }
  | { readonly flaw: string };

const MAX_BYTES = 16 * 1024 * 1024;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Reads the list.
 *
 * @param host The machine.
 * @param project The project in question: a list inside it is refused.
 * @returns The entries (none when there is no file yet), or why the list does not count.
 */
export function readTrustList(host: StoreHost, project: ProjectBoundary): TrustList {
  const path = listPath(host);
  if (path === undefined) {
    return { flaw: "there is no home directory to keep a list of approvals in" };
  }
  try {
    const flaw = listFlaw(host, path, project);
    if (flaw !== undefined) return { flaw: `the list of approvals "${path}" ${flaw}` };
    const text = host.readText(path);
    return { path, entries: text === undefined ? [] : readEntries(JSON.parse(text)) };
  } catch (error) {
    if (error instanceof HostError) {
      return { flaw: `the list of approvals "${path}": ${error.code}` };
    }
    if (error instanceof SyntaxError) {
      return { flaw: `the list of approvals "${path}" is not JSON` };
    }
    throw error;
  }
}

/**
 * Writes the list: a temporary file and a rename, readable by its owner only.
 *
 * @param host The machine.
 * @param path From {@linkcode readTrustList}.
 * @param entries All entries.
 * @throws {HostError} It cannot be written.
 */
export function writeTrustList(
  host: StoreHost,
  path: string,
  entries: readonly TrustEntry[],
): void {
  const directory = parentPath(path);
  if (directory !== undefined) host.makeDirectory(directory, { mode: 0o700 });
  // A list that is a link stays one.
  const target = realPathOf(host, path) ?? path;
  host.writeText(target, JSON.stringify({ version: 1, entries }, null, 1) + "\n", { mode: 0o600 });
}

function listPath(host: StoreHost): string | undefined {
  const named = host.env("SKILLHOOK_TRUST_FILE");
  if (named !== undefined) return named;
  const config = host.env("XDG_CONFIG_HOME");
  const windows = host.platform === "windows" ? host.env("APPDATA") : undefined;
  const home = host.env("HOME");
  const directory = [config, windows, home === undefined ? undefined : joinPath(home, ".config")]
    .find((place) => place !== undefined && isAbsolutePath(place, host.platform));
  return directory === undefined ? undefined : joinPath(directory, "skillhook/trust.json");
}

function listFlaw(host: StoreHost, path: string, project: ProjectBoundary): string | undefined {
  if (!isAbsolutePath(path, host.platform)) return "is not an absolute path";
  if (project.holds(path)) return "lies inside the project";
  const stat = host.stat(path);
  if (stat === undefined) return undefined;
  if (stat.kind !== "file") return "is not a regular file";
  if (stat.size > MAX_BYTES) return "is too large";
  const real = realPathOf(host, path) ?? path;
  const directory = host.stat(parentPath(real) ?? "/");
  return writableFlaw(stat, host.userId()) ??
    (directory === undefined || (directory.mode & STICKY) !== 0
      ? undefined
      : writableFlaw(directory, host.userId(), "lies in a directory that "));
}

/** Who else could have written it: nobody may, but the system. */
function writableFlaw(stat: FileStat, user: number, start = ""): string | undefined {
  if (user < 0) return undefined;
  if (stat.owner !== user && stat.owner !== 0) return `${start}belongs to somebody else`;
  return (stat.mode & OTHERS_WRITE) === 0 ? undefined : `${start}can be written by others`;
}

/** Entries of another shape are left out: what cannot be read allows nothing. */
function readEntries(value: unknown): TrustEntry[] {
  if (!isFields(value) || value.version !== 1 || !Array.isArray(value.entries)) return [];
  return value.entries.filter(isEntry);
}

function isEntry(value: unknown): value is TrustEntry {
  return isFields(value) && areStrings(value, ["path", "project", "digest"]) &&
    typeof value.allowedAt === "number" && Array.isArray(value.commands) &&
    value.commands.every((command) => typeof command === "string") &&
    Array.isArray(value.files) &&
    value.files.every((file) => isFields(file) && areStrings(file, ["path", "digest"]));
}

function areStrings(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof fields[name] === "string");
}
