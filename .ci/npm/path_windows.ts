/**
 * `@std/path/windows/*` where only an npm registry can be reached: the same functions are in Deno,
 * Node and Bun as `node:path`.
 *
 * @module
 */

import { win32 } from "node:path";

export const { dirname, extname, isAbsolute, join, normalize, relative, resolve } = win32;

/** The last part of a path; unlike in `node:path`, a root is its own last part. */
export function basename(path: string, suffix?: string): string {
  return win32.basename(path, suffix) || (win32.parse(path).root.match(/[\\/]$/)?.[0] ?? "");
}
