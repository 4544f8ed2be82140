/**
 * New directories for tests, alike on every machine: what a machine calls its directory for temporary files must not
 * decide where a text of ours is cut, or whether a path in it needs quotes. Odd paths are the subject of tests of
 * their own. On Node's APIs, because one suite runs on each engine.
 */
import { mkdirSync, realpathSync } from "node:fs";
import process from "node:process";

/** Every path is this long, so that a longer one needs no other expectation. */
const LENGTH = 160;
const PLAIN_REGEXP = /^[A-Za-z0-9_.\/:\\-]+$/;

/** Makes one. @returns Its path, without links; whoever asked for it removes it. */
export function newFolder(): string {
  const { TMPDIR, TEMP } = process.env;
  const problems: string[] = [];
  for (const parent of [TMPDIR, TEMP, "/tmp", "/var/tmp"]) {
    if (!parent) continue;
    try {
      const base = realpathSync(parent);
      const name = `skillhook-${crypto.randomUUID()}-`;
      const missing = LENGTH - `${base}/${name}`.length;
      if (missing < 0 || !PLAIN_REGEXP.test(base)) continue;
      const path = `${base}/${name}${"x".repeat(missing)}`;
      mkdirSync(path, { mode: 0o700 });
      return path;
    } catch (error) {
      problems.push(String(error));
    }
  }
  throw new Error(`Cannot make a folder for a test: ${problems.join("; ") || "every path is odd"}`);
}
