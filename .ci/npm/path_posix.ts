/**
 * `@std/path/posix/*` where only an npm registry can be reached: the same functions are in Deno,
 * Node and Bun as `node:path`.
 *
 * @module
 */

import { posix } from "node:path";

export const { dirname, extname, isAbsolute, join, normalize, relative, resolve } = posix;

/** The last part of a path; unlike in `node:path`, a root is its own last part. */
export function basename(path: string, suffix?: string): string {
  return posix.basename(path, suffix) || (posix.parse(path).root.match(/[\\/]$/)?.[0] ?? "");
}
