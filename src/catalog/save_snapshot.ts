/** A catalog just built becomes a file. Cold starts alone need this. */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { type BuiltCatalog, type CatalogSkill, lastName } from "./catalog_skill.ts";
import { cacheDirectory } from "./own_file.ts";
import { typedNames } from "./registry.ts";
import { pointerName, type Snapshot, SNAPSHOT_VERSION, USUAL, type WireSkill } from "./snapshot.ts";
import { fingerprintOf, isUnsettled } from "./sources.ts";

/** The snapshot, in place of `previous`, then the pointer: a reader in between finds the old pair or the new one. */
export async function saveSnapshot(
  host: Host,
  key: string,
  built: BuiltCatalog,
  timestamp: number,
  projectDir: string | undefined,
  previous: string | undefined,
): Promise<{ readonly path: string | undefined; readonly reason: string }> {
  const { directory, flaw } = cacheDirectory(host);
  if (flaw !== undefined) return { path: undefined, reason: flaw };
  const snapshot = toSnapshot(built, key, timestamp);
  const hash = await host.sha256([...snapshot.paths, projectDir ?? ""].join("\n"));
  const name = `continuation-registry-${hash.slice(0, 16)}.json`;
  const path = joinPath(directory, name);
  try {
    const pointer = JSON.stringify({ key, snapshot: name });
    host.writeText(path, JSON.stringify(snapshot), { mode: 0o600 });
    host.writeText(joinPath(directory, pointerName(key)), pointer, { mode: 0o600 });
    if (previous !== undefined && previous !== path) host.remove(previous);
    return { path, reason: "" };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { path: undefined, reason: `cannot write: ${error.code}` };
  }
}

function toSnapshot(built: BuiltCatalog, key: string, timestamp: number): Snapshot {
  const { skills, diagnostics, stats } = built;
  const files = skills.flatMap(({ path, textPath = path }) => [path, textPath]);
  const paths = [...new Set(files)].sort();
  const known = new Map(paths.map((path, at) => [path, at]));
  const watched = [...stats.keys()].filter((path) => !known.has(path));
  const registry: Record<string, Snapshot["registry"][string]> = Object.create(null);
  skills.forEach((skill, index) => {
    if (skill.exit === undefined) return;
    const row = { cooperative: true, default_exit: skill.exit, skill: index } as const;
    for (const name of typedNames(skill)) registry[name] = row;
  });
  return {
    version: SNAPSHOT_VERSION,
    key,
    timestamp,
    settled: ![...stats.values()].some((stat) => isUnsettled(stat, timestamp)),
    paths,
    watched,
    fingerprints: [...paths, ...watched].flatMap((path) => fingerprintOf(stats.get(path))),
    skills: skills.map((skill, index) => {
      const isExitKnown = registry[skill.invoke]?.skill === index;
      return toWire(isExitKnown ? { ...skill, exit: undefined } : skill, known);
    }),
    registry,
    diagnostics,
  };
}

function toWire(skill: CatalogSkill, known: ReadonlyMap<string, number>): WireSkill {
  const { path, textPath, ...rest } = skill;
  const usual: Record<string, unknown> = { ...USUAL, name: lastName(skill.invoke) };
  const unusual = Object.entries(rest).filter(([key, value]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(usual[key])
  );
  const text = textPath === undefined ? -1 : known.get(textPath)!;
  return {
    at: known.get(path)!,
    ...textPath === path ? {} : { text },
    ...Object.fromEntries(unusual) as Pick<CatalogSkill, "invoke" | "source">,
  };
}
