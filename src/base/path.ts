/**
 * Paths as text. Joining is a template string because every runtime accepts `/`, on Windows too, and
 * `@std/path` is the oracle of the tests, not an import: where its npm stand-in is `node:path`, a bundle
 * loads that at every start, lazily imported or not, for half a millisecond of the four an empty program
 * takes. What needs resolving (`..`, links) is asked of the host's `realPath`.
 */

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
  if (isSeparator(path.charCodeAt(0), platform)) return true;
  return platform === "windows" && isSeparator(path.charCodeAt(2), platform) &&
    path.charCodeAt(1) === COLON && isLetter(path.charCodeAt(0));
}

/**
 * Containment by whole segments: `/a/b` holds `/a/b/c` and `/a/b`, not `/a/bc`. Both must be real
 * paths: text cannot know about links or `..`.
 *
 * @param parent Real path of a directory.
 * @param child Real path of anything.
 * @param platform The host's platform name: on POSIX a backslash is part of a name.
 * @returns Whether `child` is `parent` or below it.
 */
export function isInside(parent: string, child: string, platform: string): boolean {
  const last = parent.charCodeAt(parent.length - 1);
  const end = isSeparator(last, platform) ? parent.length - 1 : parent.length;
  if (!child.startsWith(parent.slice(0, end))) return false;
  return child.length === end || isSeparator(child.charCodeAt(end), platform);
}

/**
 * @param path A path.
 * @param platform The host's platform name: on POSIX a backslash is part of a name.
 * @returns The last segment; empty for a root.
 */
export function lastSegment(path: string, platform: string): string {
  let end = path.length;
  while (end > 0 && isSeparator(path.charCodeAt(end - 1), platform)) end--;
  let start = end;
  while (start > 0 && !isSeparator(path.charCodeAt(start - 1), platform)) start--;
  return path.slice(start, end);
}

/**
 * @param path A path.
 * @returns The directory above; `undefined` for a root or a single name.
 */
export function parentPath(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0 || path.length === 1) return undefined;
  return path.slice(0, Math.max(1, end));
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

function isSeparator(code: number, platform: string): boolean {
  return code === SLASH || (code === BACKSLASH && platform === "windows");
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
