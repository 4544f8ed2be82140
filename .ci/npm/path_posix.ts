/**
 * `@std/path/posix/*` where only an npm registry can be reached: the same functions are in Deno,
 * Node and Bun as `node:path`.
 *
 * @module
 */

import { posix } from "node:path";

export const { basename, dirname, extname, isAbsolute, join, normalize, relative, resolve } = posix;
