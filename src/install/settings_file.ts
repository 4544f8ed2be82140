/** A settings file on the disk: read exactly, written through links, never over what somebody protected. */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";

/** What reading and writing ask of the machine. */
export type SettingsHost = Pick<
  Host,
  "linkStat" | "stat" | "realPath" | "readBytes" | "writeText" | "makeDirectory" | "userId"
>;

/** A file that may be edited. */
export interface SettingsFile {
  /** As the agent finds it. */
  readonly path: string;
  /** Where it really lies: links stay links. */
  readonly real: string;
  /** `undefined`: there is none yet. */
  readonly text: string | undefined;
  readonly mode: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const OWNER_WRITE = 0o200;
/** What the agent itself gives settings of its user. */
const NEW_MODE = 0o600;

/**
 * Reads a settings file.
 *
 * @param path Where the agent looks for it.
 * @returns The file, or why it must be left alone.
 */
export function readSettingsFile(
  host: SettingsHost,
  path: string,
): SettingsFile | { readonly flaw: string } {
  try {
    const real = host.realPath(path);
    if (real === undefined) {
      if (host.linkStat(path) !== undefined) return { flaw: "it is a link that leads nowhere" };
      return { path, real: path, text: undefined, mode: NEW_MODE };
    }
    const stat = host.stat(real);
    if (stat === undefined || stat.kind !== "file") return { flaw: "it is not a regular file" };
    if (stat.size > MAX_BYTES) return { flaw: `it is over ${MAX_BYTES / 1024 / 1024} MB` };
    if (host.userId() >= 0 && (stat.mode & OWNER_WRITE) === 0) {
      const hint = real === path ? "" : ` (it is a link to "${real}")`;
      return { flaw: `it is read-only${hint}: make it writable if you want it changed` };
    }
    const bytes = host.readBytes(real, 0, stat.size);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, real, text, mode: stat.mode & 0o777 };
  } catch (error) {
    if (error instanceof HostError) return { flaw: error.code };
    if (error instanceof TypeError) return { flaw: "it is not UTF-8 text" };
    throw error;
  }
}

/**
 * Writes a settings file, unless it has changed since it was read.
 *
 * @returns Why it was not written; `undefined` when it was.
 */
export function writeSettingsFile(
  host: SettingsHost,
  file: SettingsFile,
  text: string,
): string | undefined {
  const now = readSettingsFile(host, file.path);
  if ("flaw" in now) return now.flaw;
  if (now.text !== file.text || now.real !== file.real) {
    return "it has just been changed by somebody else: try again";
  }
  try {
    if (file.text === undefined) host.makeDirectory(directoryOf(file.real));
    host.writeText(file.real, text, { mode: file.mode });
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return `${error.code} at "${error.path}"`;
    throw error;
  }
}

/**
 * @param path Absolute path of a file.
 */
export function directoryOf(path: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return end <= 0 ? joinPath(path, "..") : path.slice(0, end);
}
