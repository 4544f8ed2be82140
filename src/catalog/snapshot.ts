/**
 * The registry as a file: what is in it, and back. Wire names (`default_exit`) and the keys `paths`,
 * `registry`, `timestamp` are those of design document 004, step 1.4.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import type { BuiltRegistry } from "./build.ts";
import { FINGERPRINT_LENGTH, isUnsettled, pushFingerprint } from "./fingerprint.ts";
import type { Registry, RegistryEntry, SkillSource } from "./registry.ts";
import type { TriggeredSkill } from "./triggered.ts";

/** RAISE IT with every change of this file's form, and of what the files of a registry mean to us. */
export const SNAPSHOT_VERSION = 5;

/** What callers need of a registry, from a snapshot or fresh. */
export type RegistryView = Pick<
  BuiltRegistry,
  "registry" | "diagnostics" | "bystanders" | "paths" | "triggered" | "hasUnlisted"
>;

interface WireEntry {
  readonly cooperative: true;
  readonly default_exit: readonly string[];
  readonly source: SkillSource;
  readonly path: string;
  readonly invoke: string;
  readonly plugin?: string;
  readonly description: string;
}

/** The file. */
export interface Snapshot {
  readonly version: number;
  /** For whom it was made, see `pointer.ts`. */
  readonly key: string;
  /** Milliseconds since 1970, when the building began. */
  readonly timestamp: number;
  /** `false`: a source was touched within the last moments, so that its fingerprint proves nothing. */
  readonly settled: boolean;
  /** Every SKILL.md, sorted. */
  readonly paths: readonly string[];
  /** Every other file and directory that counts, absent ones too. */
  readonly watched: readonly string[];
  /** Four numbers for each of `paths`, then for each of `watched`. */
  readonly fingerprints: readonly number[];
  /** By bare name. */
  readonly registry: Readonly<Record<string, WireEntry>>;
  /** Plugin skills that their bare name does not reach, by `plugin:name`. */
  readonly qualified: Readonly<Record<string, WireEntry>>;
  readonly diagnostics: readonly Diagnostic[];
  /** Indexes into `paths`. */
  readonly bystanders: readonly number[];
  readonly triggered: readonly TriggeredSkill[];
  readonly hasUnlisted: boolean;
}

/**
 * Makes a snapshot.
 *
 * @param built A registry just built.
 * @param key For whom.
 * @param timestamp When the building began.
 * @returns The snapshot, ready for JSON.
 */
export function toSnapshot(built: BuiltRegistry, key: string, timestamp: number): Snapshot {
  const { registry, diagnostics, paths, stats } = built;
  const skillPaths = new Set(paths);
  const watched = [...stats.keys()].filter((path) => !skillPaths.has(path));
  const fingerprints: number[] = [];
  for (const path of paths) pushFingerprint(fingerprints, stats.get(path));
  for (const path of watched) pushFingerprint(fingerprints, stats.get(path));
  const hidden = Object.entries(registry.qualified)
    .filter(([, entry]) => registry.skills[entry.name]?.path !== entry.path);
  const index = new Map(paths.map((path, at) => [path, at]));
  return {
    version: SNAPSHOT_VERSION,
    key,
    timestamp,
    settled: !stats.values().some((stat) => isUnsettled(stat, timestamp)),
    paths,
    watched,
    fingerprints,
    registry: toWire(Object.entries(registry.skills)),
    qualified: toWire(hidden),
    diagnostics,
    bystanders: built.bystanders.flatMap((path) => index.get(path) ?? []),
    triggered: built.triggered,
    hasUnlisted: built.hasUnlisted,
  };
}

/**
 * Takes a snapshot's text apart.
 *
 * @param text What the file holds.
 * @returns The snapshot, or `undefined` when it is not one of this version (cut short, foreign).
 */
export function parseSnapshot(text: string): Snapshot | undefined {
  const value = parseJson(text);
  return isSnapshot(value) ? value : undefined;
}

/** The file is ours alone, so its parts are looked at only as far as an older program could differ. */
function isSnapshot(value: unknown): value is Snapshot {
  if (!isFields(value) || value.version !== SNAPSHOT_VERSION) return false;
  const { paths, watched, fingerprints } = value;
  return Array.isArray(paths) && Array.isArray(watched) && Array.isArray(fingerprints) &&
    fingerprints.length === (paths.length + watched.length) * FINGERPRINT_LENGTH &&
    typeof value.timestamp === "number" && typeof value.key === "string" &&
    isFields(value.registry) && isFields(value.qualified) &&
    Array.isArray(value.diagnostics) && Array.isArray(value.bystanders) &&
    Array.isArray(value.triggered) && typeof value.hasUnlisted === "boolean";
}

/**
 * @param snapshot A snapshot.
 * @returns The registry it was made of.
 */
export function fromSnapshot(snapshot: Snapshot): RegistryView {
  const { paths, diagnostics, bystanders, triggered, hasUnlisted } = snapshot;
  const skills: Record<string, RegistryEntry> = Object.create(null);
  const qualified: Record<string, RegistryEntry> = Object.create(null);
  for (const [key, wire] of Object.entries(snapshot.registry)) {
    const entry = fromWire(key, wire);
    skills[key] = entry;
    if (entry.plugin !== undefined) qualified[entry.invoke] = entry;
  }
  for (const [key, wire] of Object.entries(snapshot.qualified)) {
    qualified[key] = fromWire(key.slice(key.indexOf(":") + 1), wire);
  }
  const registry: Registry = { skills, qualified };
  return {
    registry,
    paths,
    diagnostics,
    bystanders: bystanders.flatMap((at) => paths[at] ?? []),
    triggered,
    hasUnlisted,
  };
}

function toWire(entries: readonly [string, RegistryEntry][]): Record<string, WireEntry> {
  const wire: Record<string, WireEntry> = Object.create(null);
  for (const [key, { defaultExit, source, path, invoke, plugin, description }] of entries) {
    const base = { cooperative: true, default_exit: defaultExit, source, path, invoke } as const;
    wire[key] = plugin === undefined ? { ...base, description } : { ...base, plugin, description };
  }
  return wire;
}

function fromWire(name: string, wire: WireEntry): RegistryEntry {
  const { default_exit: defaultExit, source, path, invoke, plugin, description } = wire;
  const base = { name, cooperative: true, defaultExit, source, path, invoke, description } as const;
  return plugin === undefined ? base : { ...base, plugin };
}
