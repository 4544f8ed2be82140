/**
 * Paths as text: `@std/path` where it says the same for every path. Joining is a template string, because every
 * runtime accepts `/`; nothing is resolved: `..` and links are asked of `realPath`.
 */
import { basename as posixBasename } from "@std/path/posix/basename";
import { isAbsolute as isPosixAbsolute } from "@std/path/posix/is-absolute";
import { basename as windowsBasename } from "@std/path/windows/basename";
import { isAbsolute as isWindowsAbsolute } from "@std/path/windows/is-absolute";

/** Nothing is resolved; one final `/` of the parent is fine. */
export function joinPath(parent: string, child: string): string {
  return parent.endsWith("/") ? parent + child : `${parent}/${child}`;
}

export function isAbsolutePath(path: string, platform: string): boolean {
  return platform === "windows" ? isWindowsAbsolute(path) : isPosixAbsolute(path);
}

/** Whether `child` is `parent` or below it. Both must be real paths: text cannot know about links or `..`. */
export function isInside(parent: string, child: string, platform: string): boolean {
  const last = parent.charCodeAt(parent.length - 1);
  const end = isSeparator(last, platform) ? parent.length - 1 : parent.length;
  if (!child.startsWith(parent.slice(0, end))) return false;
  return child.length === end || isSeparator(child.charCodeAt(end), platform);
}

/** The last segment; empty for a root. */
export function lastSegment(path: string, platform: string): string {
  const name = platform === "windows" ? windowsBasename(path) : posixBasename(path);
  return isSeparator(name.charCodeAt(0), platform) ? "" : name;
}

/** The directory above; `undefined` for a root or a single name. */
export function parentPath(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0 || path.length === 1) return undefined;
  return path.slice(0, Math.max(1, end));
}

/** Whether a path has steps such as `..`, which are no names of directories. */
export function hasSteps(path: string): boolean {
  // The expression is left alone where it can find nothing: to compile it takes longer.
  return (path.startsWith(".") || path.includes("/.") || path.includes("\\.")) &&
    /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(path);
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;

function isSeparator(code: number, platform: string): boolean {
  return code === SLASH || (code === BACKSLASH && platform === "windows");
}
