/** Paths as their author wrote them, before the disk is asked: enough to see that one leaves its root. */
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
  const kept: string[] = [];
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  for (const segment of path.slice(drive.length).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `${drive}/${kept.join("/")}`;
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
