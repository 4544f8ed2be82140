/**
 * How a warm start finds its snapshot. The snapshot's name is a hash of every skill's path (design
 * document 004, step 1.4), and a warm start must not look for skills: so a second, tiny file, whose name
 * needs nothing but the environment, says which snapshot was made last for this project.
 * A collision of hashes costs nothing but speed: both files repeat the whole key.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { quickHash } from "../base/quick_hash.ts";
import type { Host } from "../host/host.ts";
import { configDirectory, homeDirectory } from "./places.ts";

/** RAISE IT with every change of a snapshot's form, and of what the files of a catalog mean to us. */
export const SNAPSHOT_VERSION = 7;
const SNAPSHOT_NAME_REGEXP = /^continuation-registry-[0-9a-f]{16}\.json$/;

/**
 * Everything but file contents that a registry depends on.
 *
 * @param projectDir Where the session was started, if anywhere.
 * @param way Where the way up from there ends, see `levels.ts`.
 * @returns A text that is equal exactly when all of it is.
 */
export function contextKey(
  host: Pick<Host, "env" | "platform" | "userId">,
  projectDir: string | undefined,
  way: readonly (string | undefined)[] = [],
): string {
  const root = host.env("CLAUDE_PLUGIN_ROOT");
  const homes = [configDirectory(host), homeDirectory(host)];
  const parts = [SNAPSHOT_VERSION, host.userId(), projectDir, ...homes, root, ...way];
  return JSON.stringify(parts.map((part) => part ?? null));
}

export function pointerName(key: string): string {
  return `skillhook-registry-${quickHash(key)}.json`;
}

/** The file of parsed facts for the same key, see `facts_store.ts`. */
export function factsName(key: string): string {
  return `skillhook-facts-${quickHash(key)}.json`;
}

export function formatPointer(key: string, snapshot: string): string {
  return JSON.stringify({ key, snapshot });
}

/** The snapshot's file name (never a path); `undefined` when the text is not ours or not for us. */
export function parsePointer(text: string, key: string): string | undefined {
  const value = parseJson(text);
  if (!isFields(value) || value.key !== key || typeof value.snapshot !== "string") return undefined;
  return SNAPSHOT_NAME_REGEXP.test(value.snapshot) ? value.snapshot : undefined;
}
