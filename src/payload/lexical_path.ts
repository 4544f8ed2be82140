/** Paths as their author wrote them, before the disk is asked: enough to see that one leaves its root. */
import { normalize } from "@std/path/posix/normalize";
import { isAbsolutePath, joinPath } from "../base/path.ts";

/**
 * Joins and takes `.` and `..` out of the result, as text.
 *
 * @param base An absolute directory.
 * @param written A path, maybe relative to it.
 * @param platform The host's platform name.
 * @returns An absolute path; `..` above the root stays at the root.
 */
export function lexicalPath(base: string, written: string, platform: string): string {
  const whole = isAbsolutePath(written, platform) ? written : joinPath(base, written);
  const path = platform === "windows" ? whole.replaceAll("\\", "/") : whole;
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  const clean = normalize(`/${path.slice(drive.length)}`);
  return drive + (clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean);
}

/**
 * @param root A directory.
 * @param path A path in it.
 * @returns The path from the root, for people; the path itself when it is not below.
 */
export function relativePath(root: string, path: string): string {
  const prefix = root.endsWith("/") ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
