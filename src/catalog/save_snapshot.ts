/** A catalog just built becomes a file, and the pointer leads to it. Cold starts alone need this. */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { type BuiltCatalog, type CatalogSkill, isTriggered } from "./catalog_skill.ts";
import { isUnsettled, pushFingerprint } from "./fingerprint.ts";
import { directoryFlaw, type OwnFileHost } from "./own_file.ts";
import { temporaryDirectory } from "./places.ts";
import { formatPointer, pointerName, SNAPSHOT_VERSION } from "./pointer.ts";
import { typedNames } from "./registry.ts";
import { BITS, lastName, type Snapshot, USUAL, type WireSkill } from "./snapshot.ts";

/** What saving asks of the machine. */
export type SavingHost =
  & OwnFileHost
  & Pick<Host, "env" | "platform" | "writeText" | "remove" | "sha256">;

/**
 * Writes a snapshot, then the pointer to it: whoever reads in between finds the old pair or the new one.
 *
 * @param key From `contextKey`.
 * @param timestamp When the building began.
 * @param projectDir The project, if any.
 * @returns The snapshot's path, or why nothing was written.
 */
export async function saveSnapshot(
  host: SavingHost,
  key: string,
  built: BuiltCatalog,
  timestamp: number,
  projectDir: string | undefined,
  previous: string | undefined,
): Promise<{ readonly path: string } | { readonly reason: string }> {
  const directory = temporaryDirectory(host);
  const flaw = directory === undefined
    ? "there is no temporary directory"
    : directoryFlaw(host, directory);
  if (directory === undefined || flaw !== undefined) return { reason: flaw ?? "" };
  const name = await snapshotName(host, skillPaths(built.skills), projectDir);
  const path = joinPath(directory, name);
  try {
    const mode = 0o600;
    host.writeText(path, JSON.stringify(toSnapshot(built, key, timestamp)), { mode });
    host.writeText(joinPath(directory, pointerName(key)), formatPointer(key, name), { mode });
    if (previous !== undefined && previous !== path) host.remove(previous);
    return { path };
  } catch (error) {
    if (error instanceof HostError) return { reason: `cannot write: ${error.code}` };
    throw error;
  }
}

/** Every skill file, sorted. */
function skillPaths(skills: readonly CatalogSkill[]): string[] {
  return [...new Set(skills.flatMap(({ path, textPath = path }) => [path, textPath]))].sort();
}

/**
 * Makes a snapshot.
 *
 * @param timestamp When the building began.
 */
function toSnapshot(built: BuiltCatalog, key: string, timestamp: number): Snapshot {
  const { skills, diagnostics, stats } = built;
  const paths = skillPaths(skills);
  const known = new Map(paths.map((path, at) => [path, at]));
  const watched = [...stats.keys()].filter((path) => !known.has(path));
  const fingerprints: number[] = [];
  for (const path of [...paths, ...watched]) pushFingerprint(fingerprints, stats.get(path));
  const registry: Record<string, Snapshot["registry"][string]> = Object.create(null);
  skills.forEach(({ exit, ...skill }, index) => {
    if (exit === undefined) return;
    for (const name of typedNames(skill)) {
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
 * The snapshot's file name: the first 16 digits of SHA-256 over the sorted skill paths and the project.
 *
 * @param projectDir The project, if any.
 * @returns `continuation-registry-<16 hexadecimal digits>.json`.
 */
async function snapshotName(
  host: Pick<Host, "sha256">,
  paths: readonly string[],
  projectDir: string | undefined,
): Promise<string> {
  const hex = (await host.sha256([...paths, projectDir ?? ""].join("\n"))).slice(0, 16);
  return `continuation-registry-${hex}.json`;
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
    ...shadowedBy === undefined ? {} : { shadowedBy },
    ...exit === undefined || isNamed ? {} : { exit },
    ...isTriggered(skill) || triggers.clashes.length > 0 ? { triggers } : {},
  };
}
