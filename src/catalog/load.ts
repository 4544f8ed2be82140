/**
 * The catalog from its snapshot in the temporary directory where that still holds, else built. A warm start reads two
 * files and asks for the state of every source, about 2 µs each: a directory's tells that no file came or went, a
 * SKILL.md's own that it was edited. Each skill is made when it is asked for: a prompt names one or two of a thousand.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { type BuiltCatalog, type CatalogSkill, lastName, leadsTo } from "./catalog_skill.ts";
import { findLevels } from "./levels.ts";
import { cacheDirectory, readOwnText } from "./own_file.ts";
import { type Registry, registryOf, toEntry } from "./registry.ts";
import type { SkillContext } from "./skill_roots.ts";
import {
  contextKey,
  parsePointer,
  parseSnapshot,
  pointerName,
  type Snapshot,
  USUAL,
  type WireSkill,
} from "./snapshot.ts";
import { hasFingerprint, look } from "./sources.ts";

/** How it went, for `skillhook chain skills --explain`. */
export interface LoadRecord {
  readonly cache: "hit" | "miss" | "off";
  /** Why no snapshot was used; empty for a hit. */
  readonly reason: string;
  readonly snapshot: string | undefined;
  /** Why none was written; empty when it was, or did not have to be. */
  readonly notWritten: string;
  readonly skills: number;
  /** Files and directories whose state was compared with the snapshot. */
  readonly checked: number;
  /** To find and check a snapshot, to build, and to write; the last two are 0 for a hit. */
  readonly checkMs: number;
  readonly buildMs: number;
  readonly writeMs: number;
}

/** `skills` are made when they are asked for. */
export interface LoadedCatalog extends Pick<BuiltCatalog, "skills" | "diagnostics"> {
  readonly registry: Registry;
  readonly record: LoadRecord;
  readonly find: (name: string) => CatalogSkill | undefined;
}

/** `noCache`: no snapshot is read or written. A value, no promise, when it holds: a warm start waits for nothing. */
export function loadCatalog(
  host: Host,
  context: SkillContext,
  options: { readonly noCache?: boolean } = {},
): LoadedCatalog | Promise<LoadedCatalog> {
  if (options.noCache === true) return rebuild(host, context, undefined);
  const start = host.monotonic();
  const key = catalogKey(host, context);
  const { snapshot, reason, path, checked } = findSnapshot(host, key);
  const checkMs = host.monotonic() - start;
  if (snapshot === undefined) {
    return rebuild(host, context, { key, reason, path, checked, checkMs });
  }
  const { skills: { length: skills }, diagnostics } = snapshot;
  const times = { checked, checkMs, buildMs: 0, writeMs: 0 };
  const hit = { cache: "hit", reason, snapshot: path, notWritten: "", skills, ...times } as const;
  return Object.assign(openSnapshot(snapshot), { diagnostics, record: hit });
}

export function catalogKey(host: Host, { projectDir, touched = [] }: SkillContext): string {
  const { levels, mainCheckout } = findLevels(host, projectDir);
  return contextKey(host, projectDir, [levels.at(-1), mainCheckout, ...touched]);
}

interface Found {
  /** If every source still looks as it did. */
  readonly snapshot?: Snapshot;
  readonly reason: string;
  readonly path: string | undefined;
  readonly checked: number;
}

function findSnapshot(host: Host, key: string): Found {
  const miss = (reason: string, path?: string, checked = 0): Found => ({ reason, path, checked });
  const { directory, flaw } = cacheDirectory(host);
  if (flaw !== undefined) return miss(flaw);
  const pointer = readOwnText(host, joinPath(directory, pointerName(key)));
  if ("reason" in pointer) return miss(`no pointer: ${pointer.reason}`);
  const name = parsePointer(pointer.text, key);
  if (name === undefined) return miss("the pointer is not for this project");
  const path = joinPath(directory, name);
  const file = readOwnText(host, path);
  if ("reason" in file) return miss(`no snapshot: ${file.reason}`, path);
  const snapshot = parseSnapshot(file.text);
  if (snapshot === undefined) return miss("the snapshot is damaged or of another version", path);
  if (snapshot.key !== key) return miss("the snapshot is for another project", path);
  if (!snapshot.settled) return miss("a source had changed less than 2 s before", path);
  const sources = [...snapshot.paths, ...snapshot.watched];
  const changed = sources.findIndex((source, index) =>
    !hasFingerprint(snapshot.fingerprints, index, look(host, source))
  );
  if (changed >= 0) return miss(`"${sources[changed]}" changed`, path, changed + 1);
  return { snapshot, reason: "", path, checked: sources.length };
}

function openSnapshot({ skills: wires, paths, registry }: Snapshot) {
  // Names are the authors'.
  const rowOf = (name: string) => Object.hasOwn(registry, name) ? registry[name] : undefined;
  const toSkill = ({ at, text, ...wire }: WireSkill, index: number): CatalogSkill => {
    const path = paths[at]!;
    const textPath = text === undefined ? path : paths[text];
    const row = rowOf(wire.invoke);
    const exit = row?.skill === index ? row.default_exit : undefined;
    return { ...USUAL, name: lastName(wire.invoke), exit, ...wire, path, textPath };
  };
  const toRow = ({ skill, default_exit }: Snapshot["registry"][string]) =>
    toEntry(toSkill(wires[skill]!, skill), default_exit);
  let all: readonly CatalogSkill[] | undefined;
  return {
    get skills() {
      return all ??= wires.map(toSkill);
    },
    find(name: string) {
      const index = wires.findIndex((wire) => leadsTo(wire, name));
      return index < 0 ? undefined : toSkill(wires[index]!, index);
    },
    registry: {
      get(name: string) {
        const row = rowOf(name);
        return row && toRow(row);
      },
      entries: () =>
        new Map(Object.entries(registry).map(([name, row]) => [name, toRow(row)])).entries(),
    },
  };
}

/** @param miss What the search for a snapshot came to; `undefined`: nothing is kept. */
async function rebuild(
  host: Host,
  context: SkillContext,
  miss: Found & { readonly key: string; readonly checkMs: number } | undefined,
): Promise<LoadedCatalog> {
  const timestamp = host.now();
  const start = host.monotonic();
  const { buildCatalog } = await import("./catalog.ts");
  const { FactsStore } = await import("./skill_facts.ts");
  const { saveSnapshot } = await import("./save_snapshot.ts");
  const store = new FactsStore(host, miss?.key);
  const built = await buildCatalog(host, context, store);
  const end = host.monotonic();
  const { path, reason } = miss === undefined
    ? { path: undefined, reason: "it was turned off" }
    : await saveSnapshot(host, miss.key, built, timestamp, context.projectDir, miss.path);
  if (path !== undefined) store.save();
  const { skills, diagnostics } = built;
  const record: LoadRecord = {
    cache: miss === undefined ? "off" : "miss",
    reason: miss?.reason ?? reason,
    snapshot: path,
    notWritten: reason,
    skills: skills.length,
    checked: miss?.checked ?? 0,
    checkMs: miss?.checkMs ?? 0,
    buildMs: end - start,
    writeMs: miss === undefined ? 0 : host.monotonic() - end,
  };
  const find = (name: string) => skills.find((skill) => leadsTo(skill, name));
  return { skills, find, registry: registryOf(skills), diagnostics, record };
}
