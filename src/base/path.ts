/**
 * Paths as text. Joining is a template string because every runtime accepts `/`, on Windows too; only
 * the questions whose answer differs between POSIX and Windows come from the library, by its posix
 * and windows subpaths (the modules that pick by themselves cost 24 ms at start-up).
 */
import { isAbsolute as isAbsolutePosix } from "@std/path/posix/is-absolute";
import { isAbsolute as isAbsoluteWindows } from "@std/path/windows/is-absolute";

/**
 * @param parent A directory; one final `/` is fine.
 * @param child A name or a relative path below it; nothing is resolved.
 * @returns The path of `child` in `parent`.
 */
export function joinPath(parent: string, child: string): string {
  return parent.endsWith("/") ? parent + child : `${parent}/${child}`;
}

/**
 * @param path Any path.
 * @param platform The host's platform name, such as `linux` or `windows`.
 * @returns Whether the path names the same file from every directory.
 */
export function isAbsolutePath(path: string, platform: string): boolean {
  return platform === "windows" ? isAbsoluteWindows(path) : isAbsolutePosix(path);
}

/**
 * Containment by whole segments: `/a/b` holds `/a/b/c` and `/a/b`, not `/a/bc`. Both must be real
 * paths: text cannot know about links or `..`.
 *
 * @param parent Real path of a directory.
 * @param child Real path of anything.
 * @returns Whether `child` is `parent` or below it.
 */
export function isInside(parent: string, child: string): boolean {
  const end = isSeparator(parent.charCodeAt(parent.length - 1)) ? parent.length - 1 : parent.length;
  if (child.length < end || !child.startsWith(parent.slice(0, end))) return false;
  return child.length === end || isSeparator(child.charCodeAt(end));
}

/**
 * @param path A path with `/` or `\` between its segments.
 * @returns The last segment; empty for a root.
 */
export function lastSegment(path: string): string {
  let end = path.length;
  while (end > 0 && isSeparator(path.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && !isSeparator(path.charCodeAt(start - 1))) start--;
  return path.slice(start, end);
}

function isSeparator(code: number): boolean {
  return code === 0x2f || code === 0x5c;
}
