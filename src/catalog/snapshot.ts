/**
 * The catalog as a file, named for a hash of every skill's path. A warm start must not look for skills: so a second file,
 * whose name needs only the environment, points to it. Both repeat the whole key: a collision of hashes costs only speed.
 * `paths`, `registry`, `timestamp` and `default_exit` are the format of a registry's cache.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import { quickHash } from "../base/quick_hash.ts";
import type { QuickHost } from "../host/host.ts";
import type { AgentAccess, CatalogSkill, UsableTriggers } from "./catalog_skill.ts";
import { configDirectory, homeDirectory } from "./places.ts";
import { FINGERPRINT_LENGTH } from "./sources.ts";

/** RAISE IT with every change of a snapshot's form, and of what the files of a catalog mean to us. */
export const SNAPSHOT_VERSION = 9;
const SNAPSHOT_NAME_REGEXP = /^continuation-registry-[0-9a-f]{16}\.json$/;

/** A skill; `at` and `text` count in `paths`. What is as {@linkcode USUAL} has it is left out. */
export interface WireSkill extends Partial<Omit<CatalogSkill, "path" | "textPath">> {
  readonly at: number;
  /** `-1`: there are no instructions; absent: they are in the same file. */
  readonly text?: number;
  readonly invoke: string;
  readonly source: CatalogSkill["source"];
}

export const USUAL = {
  aliases: [] as readonly string[],
  description: "",
  plugin: undefined,
  pluginRoot: undefined,
  form: "instruction",
  agent: { listed: true, typed: true, called: true, forks: false, waits: false } as AgentAccess,
  shadowedBy: undefined,
  exitWhen: undefined,
  triggers: { commands: [], clashes: [], files: [], languages: [] } as UsableTriggers,
} as const;

export interface Snapshot {
  readonly version: number;
  readonly key: string;
  /** Milliseconds since 1970, when the building began. */
  readonly timestamp: number;
  /** `false`: a source was touched within the last moments, so that its fingerprint proves nothing. */
  readonly settled: boolean;
  readonly paths: readonly string[];
  /** Every other file and directory that counts, absent ones too. */
  readonly watched: readonly string[];
  /** Four numbers for each of `paths`, then for each of `watched`. */
  readonly fingerprints: readonly number[];
  /** Without the exits that stand below `registry` under `invoke`. */
  readonly skills: readonly WireSkill[];
  /** Skills that take part in chains, by every name that can be typed; `skill` counts in `skills`. */
  readonly registry: Readonly<
    Record<string, { cooperative: true; default_exit: readonly string[]; skill: number }>
  >;
  readonly diagnostics: readonly Diagnostic[];
}

/** All that a catalog depends on but files' contents, as a text; `way`: where the way up from the project ends. */
export function contextKey(
  host: QuickHost,
  projectDir: string | undefined,
  way: readonly (string | undefined)[] = [],
): string {
  const root = host.env("CLAUDE_PLUGIN_ROOT");
  const homes = [configDirectory(host), homeDirectory(host)];
  const { ways } = host;
  const agent = ways === undefined ? [] : [ways.agent, ...ways.userSkills];
  const parts = [SNAPSHOT_VERSION, host.userId(), projectDir, ...homes, root, ...way, ...agent];
  return JSON.stringify(parts.map((part) => part ?? null));
}

export function pointerName(key: string): string {
  return `skillhook-registry-${quickHash(key)}.json`;
}

/** The snapshot's file name (never a path); `undefined` when the text is not ours or not for us. */
export function parsePointer(text: string, key: string): string | undefined {
  const value = parseJson(text);
  if (!isFields(value) || value.key !== key || typeof value.snapshot !== "string") return undefined;
  return SNAPSHOT_NAME_REGEXP.test(value.snapshot) ? value.snapshot : undefined;
}

/** `undefined` for none of this version. The file is ours alone: it is looked at as far as older programs' differ. */
export function parseSnapshot(text: string): Snapshot | undefined {
  const value = parseJson(text);
  if (!isFields(value) || value.version !== SNAPSHOT_VERSION) return undefined;
  const { paths, watched, fingerprints, skills, registry, diagnostics } = value;
  const isWhole = Array.isArray(paths) && Array.isArray(watched) && Array.isArray(fingerprints) &&
    fingerprints.length === (paths.length + watched.length) * FINGERPRINT_LENGTH &&
    typeof value.timestamp === "number" && typeof value.key === "string" &&
    Array.isArray(skills) && isFields(registry) && Array.isArray(diagnostics);
  return isWhole ? value as unknown as Snapshot : undefined;
}
