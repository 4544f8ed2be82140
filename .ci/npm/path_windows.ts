/**
 * `@std/path/windows/*` where only an npm registry can be reached: the same functions are in Deno,
 * Node and Bun as `node:path`.
 *
 * @module
 */

import { win32 } from "node:path";

export const { basename, dirname, extname, isAbsolute, join, normalize, relative, resolve } = win32;
