/** A snapshot as a catalog. Each skill is made when somebody asks for it: a prompt names one or two of a thousand. */
import {
  type AgentAccess,
  type CatalogSkill,
  leadsTo,
  type UsableTriggers,
} from "./catalog_skill.ts";
import { type Registry, toEntry } from "./registry.ts";
import { BITS, lastName, type Snapshot, USUAL, type WireSkill } from "./snapshot.ts";

/** The parts of a catalog that are made on demand. */
export interface OpenedSnapshot {
  readonly skills: () => readonly CatalogSkill[];
  readonly find: (name: string) => CatalogSkill | undefined;
  readonly registry: Registry;
}

const NO_TRIGGERS: UsableTriggers = { commands: [], files: [], languages: [], clashes: [] };

export function openSnapshot({ skills: wires, paths, registry }: Snapshot): OpenedSnapshot {
  const access = new Map<number, AgentAccess>();
  const entry = ({ skill, default_exit }: Snapshot["registry"][string]) =>
    toEntry(fromWire(wires[skill]!, default_exit), default_exit);
  let all: readonly CatalogSkill[] | undefined;
  let exits: ReadonlyMap<number, readonly string[]> | undefined;
  return {
    skills: () => all ??= wires.map((wire, index) => fromWire(wire, exitOf(wire, index))),
    find(name) {
      const index = wires.findIndex((wire) => leadsTo(wire, name));
      return index < 0 ? undefined : fromWire(wires[index]!, exitOf(wires[index]!, index));
    },
    registry: {
      // Names are the authors'.
      get: (name) => Object.hasOwn(registry, name) ? entry(registry[name]!) : undefined,
      entries: () =>
        new Map(Object.entries(registry).map(([name, row]) => [name, entry(row)])).entries(),
    },
  };

  function exitOf({ exit }: WireSkill, index: number): readonly string[] | undefined {
    exits ??= new Map(
      Object.values(registry).map(({ skill, default_exit }) => [skill, default_exit]),
    );
    return exit ?? exits.get(index);
  }

  function fromWire(wire: WireSkill, exit: readonly string[] | undefined): CatalogSkill {
    const { at, text, invoke } = wire;
    const path = paths[at]!;
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
      agent: accessOf(wire.agent ?? USUAL),
      shadowedBy: wire.shadowedBy,
      exit,
      triggers: wire.triggers ?? NO_TRIGGERS,
    };
  }

  /** There are few different ones. */
  function accessOf(bits: number): AgentAccess {
    const known = access.get(bits);
    if (known !== undefined) return known;
    const rows = BITS.map((name, index) => [name, (bits & 1 << index) !== 0]);
    const made = Object.fromEntries(rows) as unknown as AgentAccess;
    access.set(bits, made);
    return made;
  }
}
