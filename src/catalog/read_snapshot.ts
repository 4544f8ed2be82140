/**
 * The snapshot in the temporary directory, found, checked, and shown as a catalog. Every failure is a miss with a
 * reason; nothing here is ever an error.
 *
 * A warm start reads two files (pointer and snapshot) and asks for the state of every source, about
 * 2 µs each: a directory's tells that no file was added or removed, a SKILL.md's own is needed to notice
 * an edit in place. It reads no skill file and loads no YAML library. Each skill is made when it is asked for: a prompt
 * names one or two of a thousand.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { type CatalogSkill, lastName, leadsTo } from "./catalog_skill.ts";
import { cacheDirectory, readOwnText } from "./own_file.ts";
import { type Registry, toEntry } from "./registry.ts";
import {
  parsePointer,
  parseSnapshot,
  pointerName,
  type Snapshot,
  USUAL,
  type WireSkill,
} from "./snapshot.ts";
import { hasFingerprint, look } from "./sources.ts";

interface FoundSnapshot {
  readonly snapshot: Snapshot | undefined;
  /** Why not; empty for a hit. */
  readonly reason: string;
  readonly path: string | undefined;
  readonly checked: number;
}

/** @returns The snapshot for a context, if every source still looks as it did. */
export function findSnapshot(host: Host, key: string): FoundSnapshot {
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
  const { paths, watched, fingerprints } = snapshot;
  const count = paths.length + watched.length;
  for (let index = 0; index < count; index++) {
    const source = index < paths.length ? paths[index]! : watched[index - paths.length]!;
    if (hasFingerprint(fingerprints, index, look(host, source))) continue;
    return miss(`"${source}" changed`, path, index + 1);
  }
  return { snapshot, reason: "", path, checked: count };
}

function miss(reason: string, path?: string, checked = 0): FoundSnapshot {
  return { snapshot: undefined, reason, path, checked };
}

export function openSnapshot({ skills: wires, paths, registry }: Snapshot) {
  // Names are the authors'.
  const rowOf = (name: string) => Object.hasOwn(registry, name) ? registry[name] : undefined;
  const entry = ({ skill, default_exit }: Snapshot["registry"][string]) =>
    toEntry(fromWire(wires[skill]!, skill), default_exit);
  let all: readonly CatalogSkill[] | undefined;
  const rows: Registry = {
    get(name) {
      const row = rowOf(name);
      return row && entry(row);
    },
    entries: () =>
      new Map(Object.entries(registry).map(([name, row]) => [name, entry(row)])).entries(),
  };
  return {
    skills: () => all ??= wires.map(fromWire),
    find(name: string): CatalogSkill | undefined {
      const index = wires.findIndex((wire) => leadsTo(wire, name));
      return index < 0 ? undefined : fromWire(wires[index]!, index);
    },
    registry: rows,
  };

  function fromWire(wire: WireSkill, index: number): CatalogSkill {
    const { at, text, invoke } = wire;
    const path = paths[at]!;
    const row = rowOf(invoke);
    return {
      invoke,
      aliases: wire.aliases ?? USUAL.aliases,
      name: wire.name ?? lastName(invoke),
      description: wire.description ?? USUAL.description,
      source: wire.source,
      plugin: wire.plugin,
      pluginRoot: wire.pluginRoot,
      form: wire.form ?? USUAL.form,
      path,
      textPath: text === undefined ? path : paths[text],
      agent: wire.agent ?? USUAL.agent,
      shadowedBy: wire.shadowedBy,
      exit: wire.exit ?? (row?.skill === index ? row.default_exit : undefined),
      exitWhen: wire.exitWhen,
      triggers: wire.triggers ?? USUAL.triggers,
    };
  }
}
