/**
 * Our own files in a temporary directory that others may write to: what one says ends in the model's context, so it
 * counts only when no other user can have written it. POSIX: the directory keeps others from swapping files (it is ours
 * or the system's, and sticky when all may write to it), and the file is a regular one, ours, closed to all others.
 * Windows has neither owner nor mode to ask for: there the directory lies in the user's own, closed profile.
 */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { attempt, type Host } from "../host/host.ts";

const OTHERS = 0o077;
const STICKY = 0o1000;
const WORLD_WRITE = 0o002;
/** Bytes; ours are a few megabytes at most. */
const SIZE_MAX = 64 * 1024 * 1024;

/** The directory for files that may be gone at any time, with the reason not to use it, if any. */
export function cacheDirectory(host: Host) {
  const isWindows = host.platform === "windows";
  const directory = host.env("TMPDIR") ??
    (isWindows ? host.env("TEMP") ?? host.env("TMP") : "/tmp");
  const refused = (flaw: string) => ({ directory, flaw });
  if (directory === undefined) return refused("there is no temporary directory");
  const stat = attempt(() => host.stat(directory));
  if (stat?.kind !== "directory") return refused(`there is no directory "${directory}"`);
  const user = host.userId();
  if (user < 0) return { directory, flaw: undefined };
  if (stat.owner !== user && stat.owner !== 0) {
    return refused(`"${directory}" belongs to somebody else`);
  }
  const isOpen = (stat.mode & WORLD_WRITE) !== 0 && (stat.mode & STICKY) === 0;
  if (isOpen) return refused(`everybody can replace files in "${directory}"`);
  return { directory, flaw: undefined };
}

/** The text of a file in a directory without flaw, or why there is none to trust. */
export function readOwnText(
  host: Host,
  path: string,
): { readonly text: string } | { readonly reason: string } {
  const stat = attempt(() => host.linkStat(path));
  if (stat === undefined) return { reason: "there is none yet" };
  if (stat.kind !== "file") return { reason: `it is not a regular file but a ${stat.kind}` };
  if (stat.size > SIZE_MAX) return { reason: "it is too large" };
  const user = host.userId();
  if (user >= 0 && stat.owner !== user) return { reason: "it belongs to somebody else" };
  if (user >= 0 && (stat.mode & OTHERS) !== 0) return { reason: "others have access to it" };
  const text = attempt(() => host.readText(path));
  return text === undefined ? { reason: "it cannot be read" } : { text };
}

/** What this version of ours wrote; nothing where the file is not ours alone. */
export function readOwnFields(host: Host, path: string, version: number): Fields {
  const own = readOwnText(host, path);
  const value = "text" in own ? parseJson(own.text) : undefined;
  return isFields(value) && value.version === version ? value : {};
}
