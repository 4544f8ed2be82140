/**
 * The catalog as a file: what is in it, and back. The keys `paths`, `registry` and `timestamp`, and
 * `default_exit` below `registry`, are the format of a registry's cache; what is equal for most skills is left out.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { isFields, parseJson } from "../base/json_type.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import type { IndexSource } from "../skill/skill_index.ts";
import {
  type BuiltCatalog,
  type CatalogSkill,
  isTriggered,
  type UsableTriggers,
} from "./catalog_skill.ts";
import { typedNames } from "./registry.ts";
import { FINGERPRINT_LENGTH, isUnsettled, pushFingerprint } from "./fingerprint.ts";

/** RAISE IT with every change of this file's form, and of what the files of a catalog mean to us. */
export const SNAPSHOT_VERSION = 6;

/** A skill; `at` and `text` count in `paths`. */
interface WireSkill {
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
  readonly hidden?: string;
  /** Only where no bare name leads to it: else below `registry`. */
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
  /** Skills that take part in chains, by bare name. */
  readonly registry: Readonly<Record<string, WireEntry>>;
  readonly diagnostics: readonly Diagnostic[];
}

const BITS = ["listed", "typed", "called", "forks", "waits"] as const;
const USUAL = 0b111;
const NO_TRIGGERS: UsableTriggers = { commands: [], files: [], languages: [], clashes: [] };

/** Every skill file, sorted. */
export function skillPaths(skills: readonly CatalogSkill[]): string[] {
  return [...new Set(skills.flatMap(({ path, textPath = path }) => [path, textPath]))].sort();
}

/**
 * Makes a snapshot.
 *
 * @param key For whom.
 * @param timestamp When the building began.
 */
export function toSnapshot(built: BuiltCatalog, key: string, timestamp: number): Snapshot {
  const { skills, diagnostics, stats } = built;
  const paths = skillPaths(skills);
  const known = new Map(paths.map((path, at) => [path, at]));
  const watched = [...stats.keys()].filter((path) => !known.has(path));
  const fingerprints: number[] = [];
  for (const path of [...paths, ...watched]) pushFingerprint(fingerprints, stats.get(path));
  const registry: Record<string, WireEntry> = Object.create(null);
  skills.forEach(({ exit, ...skill }, index) => {
    if (exit === undefined) return;
    for (const name of typedNames(skill).filter((name) => !name.includes(":"))) {
      registry[name] = { cooperative: true, default_exit: exit, skill: index };
    }
  });
  const named = new Set(Object.values(registry).map(({ skill }) => skill));
  return {
    version: SNAPSHOT_VERSION,
    key,
    timestamp,
    settled: !stats.values().some((stat) => isUnsettled(stat, timestamp)),
    ...{ paths, watched, fingerprints },
    skills: skills.map((skill, index) => toWire(skill, known, named.has(index))),
    registry,
    diagnostics,
  };
}

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

/** The skills that a snapshot was made of. */
export function skillsOf({ skills, paths, registry }: Snapshot): CatalogSkill[] {
  const exits: (readonly string[])[] = [];
  for (const { skill, default_exit } of Object.values(registry)) exits[skill] = default_exit;
  return skills.map((wire, index) => fromWire(wire, paths, wire.exit ?? exits[index]));
}

function toWire(
  skill: CatalogSkill,
  known: ReadonlyMap<string, number>,
  isNamed: boolean,
): WireSkill {
  const { invoke, aliases, name, description, source, plugin, pluginRoot, form } = skill;
  const { path, textPath, shadowedBy, exit, triggers } = skill;
  const bits = BITS.reduce((sum, bit, index) => sum + (skill.agent[bit] ? 1 << index : 0), 0);
  return {
    at: known.get(path)!,
    ...textPath === path ? {} : { text: textPath === undefined ? -1 : known.get(textPath)! },
    invoke,
    ...aliases.length === 0 ? {} : { aliases },
    ...name === lastName(invoke) ? {} : { name },
    ...description === "" ? {} : { description },
    source,
    ...plugin === undefined ? {} : { plugin },
    ...pluginRoot === undefined ? {} : { root: pluginRoot },
    ...form === "instruction" ? {} : { form },
    ...bits === USUAL ? {} : { agent: bits },
    ...shadowedBy === undefined ? {} : { hidden: shadowedBy },
    ...exit === undefined || isNamed ? {} : { exit },
    ...isTriggered(skill) || triggers.clashes.length > 0 ? { triggers } : {},
  };
}

function fromWire(
  wire: WireSkill,
  paths: readonly string[],
  exit: readonly string[] | undefined,
): CatalogSkill {
  const { at, text, invoke, agent = USUAL } = wire;
  const path = paths[at]!;
  const [listed, typed, called, forks, waits] = BITS.map((_, index) => (agent & 1 << index) !== 0);
  return {
    invoke,
    aliases: wire.aliases ?? [],
    name: wire.name ?? lastName(invoke),
    description: wire.description ?? "",
    source: wire.source,
    plugin: wire.plugin,
    pluginRoot: wire.root,
    form: wire.form ?? "instruction",
    path,
    textPath: text === undefined ? path : paths[text],
    agent: { listed: listed!, typed: typed!, called: called!, forks: forks!, waits: waits! },
    shadowedBy: wire.hidden,
    exit,
    triggers: wire.triggers ?? NO_TRIGGERS,
  };
}

function lastName(invoke: string): string {
  return invoke.slice(invoke.lastIndexOf(":") + 1);
}
