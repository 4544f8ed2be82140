/**
 * The catalog as a file: what is in it, and back. The keys `paths`, `registry` and `timestamp`, and
 * `default_exit` below `registry`, are the format of a registry's cache; what is equal for most skills is left out.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import type { IndexSource } from "../skill/skill_index.ts";
import type { UsableTriggers } from "./catalog_skill.ts";
import { FINGERPRINT_LENGTH } from "./fingerprint.ts";
import { SNAPSHOT_VERSION } from "./pointer.ts";

/** A skill; `at` and `text` count in `paths`. */
export interface WireSkill {
  readonly at: number;
  /** `-1`: there are no instructions; absent: they are in the same file. */
  readonly text?: number;
  readonly invoke: string;
  readonly aliases?: readonly string[];
  /** Absent: the last part of `invoke`. */
  readonly name?: string;
  readonly description?: string;
  readonly source: IndexSource;
  readonly plugin?: string;
  readonly root?: string;
  readonly form?: SkillForm;
  /** One bit each, in the order of {@linkcode BITS}; absent: listed, typed and called. */
  readonly agent?: number;
  readonly shadowedBy?: string;
  /** Only where no name leads to it: else below `registry`. */
  readonly exit?: readonly string[];
  readonly triggers?: UsableTriggers;
}

/** A skill that takes part; `skill` counts in `skills`. */
interface WireEntry {
  readonly cooperative: true;
  readonly default_exit: readonly string[];
  readonly skill: number;
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
  /** Every skill file, sorted. */
  readonly paths: readonly string[];
  /** Every other file and directory that counts, absent ones too. */
  readonly watched: readonly string[];
  /** Four numbers for each of `paths`, then for each of `watched`. */
  readonly fingerprints: readonly number[];
  readonly skills: readonly WireSkill[];
  /** Skills that take part in chains, by every name that can be typed. */
  readonly registry: Readonly<Record<string, WireEntry>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What `agent` counts. */
export const BITS = ["listed", "typed", "called", "forks", "waits"] as const;
/** Nearly every skill's bits. */
export const USUAL = 0b111;

/**
 * Takes a snapshot's text apart.
 *
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
    Array.isArray(value.skills) && isFields(value.registry) && Array.isArray(value.diagnostics);
}

/** What a skill is called that calls itself nothing. */
export function lastName(invoke: string): string {
  return invoke.slice(invoke.lastIndexOf(":") + 1);
}
