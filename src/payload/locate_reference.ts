/**
 * Where a reference leads, and whether it may. What counts is the real path: neither `..` nor a link
 * leads out of the allowed roots.
 */
import { normalize } from "@std/path/posix/normalize";
import { isAbsolutePath, isInside, joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { expandGlob } from "../trust/expand_glob.ts";

/** What following a reference asks of the machine. */
export type ReferenceHost = Pick<Host, "list" | "platform" | "readText" | "realPath" | "stat">;

/** Where references may lead: real paths of directories. */
export type Roots = readonly string[];

/** What came of it. */
type LocatedReference =
  /** Real paths of files, in name order. */
  | { readonly kind: "files"; readonly files: readonly string[] }
  | { readonly kind: "absent" }
  /** It leaves the roots. */
  | { readonly kind: "refused" };

/**
 * @param directories Directories; relative, absent and unreachable ones are left out.
 * @returns Their real paths.
 */
export function realRoots(host: ReferenceHost, directories: readonly string[]): string[] {
  const found = directories.flatMap((directory) => attempt(() => host.realPath(directory)) ?? []);
  return [...new Set(found)];
}

/**
 * Follows a reference.
 *
 * @param base Real path of the directory it is relative to.
 * @param written The path without `@`; with a `*`, a pattern.
 * @param roots Where it may lead.
 */
export function locateReference(
  host: ReferenceHost,
  base: string,
  written: string,
  roots: Roots,
): LocatedReference {
  const holds = (path: string) => roots.some((root) => isInside(root, path, host.platform));
  // The user's home is no directory of a reference; without this, a folder called "~" would be one.
  if (written.startsWith("~")) return { kind: "refused" };
  const path = lexicalPath(base, written, host.platform);
  const fixed = written.includes("*") ? path.slice(0, path.indexOf("*")) : path;
  if (!holds(written.includes("*") ? fixed.slice(0, fixed.lastIndexOf("/")) : fixed)) {
    return { kind: "refused" };
  }
  if (written.includes("*")) {
    const files = expandGlob(host, "", path, holds);
    return files.length === 0 ? { kind: "absent" } : { kind: "files", files };
  }
  const real = attempt(() => host.realPath(path));
  if (real === undefined) return { kind: "absent" };
  return holds(real) ? { kind: "files", files: [real] } : { kind: "refused" };
}

/**
 * Joins and takes `.` and `..` out of the result, as text.
 *
 * @param base An absolute directory.
 * @param written A path, maybe relative to it.
 * @returns An absolute path; `..` above the root stays at the root.
 */
export function lexicalPath(base: string, written: string, platform: string): string {
  const whole = isAbsolutePath(written, platform) ? written : joinPath(base, written);
  const path = platform === "windows" ? whole.replaceAll("\\", "/") : whole;
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  const clean = normalize(`/${path.slice(drive.length)}`);
  return drive + (clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean);
}

/** The path from the root, for people; the path itself when it is not below. */
export function relativePath(root: string, path: string): string {
  const prefix = root.endsWith("/") ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
