/** Values that the schema allows, and every place in it: what the property tests of settings are made from. */
import type { EntriesKind, Kind } from "../../src/config/kinds.ts";
import type { Random } from "../support/random.ts";
import type { YamlPath } from "../support/random_yaml.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A place in the schema. */
export interface SchemaPlace {
  readonly path: YamlPath;
  readonly kind: Kind;
  /** Whether an entry here may be turned off, or a section be empty. */
  readonly canBeNull: boolean;
  /** Keys of ours beside the last part of the path, if that is such a key; absent: the user chose it. */
  readonly siblings?: readonly string[];
}

/** Keys that users may choose, wherever they choose keys. */
const KEYS = ["t", "run-1", "Explore", "TASK_SHOW_CMD"];

function keysOf({ pattern }: EntriesKind): string[] {
  return KEYS.filter((key) => pattern?.regexp.test(key) ?? true);
}

/** Every value there is, sections and records as well as what is in them. */
export function schemaPlaces(kind: Kind, path: YamlPath = []): SchemaPlace[] {
  switch (kind.kind) {
    case "section":
    case "record": {
      const siblings = Object.keys(kind.fields);
      return Object.entries(kind.fields).flatMap(([name, field]) => {
        const next = [...path, name];
        const canBeNull = field.kind === "section" ||
          field.kind === "entries" && field.alone === undefined;
        return [{ path: next, kind: field, canBeNull, siblings }, ...schemaPlaces(field, next)];
      });
    }
    case "entries": {
      const { entry, known = [] } = kind;
      const canBeNull = kind.canBeOff === true;
      return [
        ...keysOf(kind).slice(0, 1).map((key) => ({
          path: [...path, key],
          kind: entry,
          canBeNull,
        })),
        ...known.map((key) => ({ path: [...path, key], kind: entry, canBeNull, siblings: known })),
      ].flatMap((place) => [place, ...schemaPlaces(entry, place.path)]);
    }
    case "list":
      return [{ path: [...path, 0], kind: kind.item, canBeNull: false }];
    default:
      return [];
  }
}

/** A value that is right. */
export function randomSetting(kind: Kind, random: Random): unknown {
  switch (kind.kind) {
    case "flag":
      return random.pick([true, false, "on", "off", "yes", "no"]);
    case "whole":
      return kind.flag !== undefined && random.below(3) === 0
        ? random.pick([true, "off"])
        : kind.min + random.below(1_000);
    case "word":
      return random.pick(kind.words);
    case "text":
      return random.pick(["x", "some words: more", "./run.sh --x '#1'", "a\nb"]).slice(0, kind.max);
    case "list":
      return random.below(3) === 0
        ? randomSetting(kind.item, random)
        : Array.from({ length: random.below(4) }, () => randomSetting(kind.item, random));
    case "entries": {
      if (kind.alone !== undefined && random.below(3) === 0) {
        return randomSetting(kind.entry, random);
      }
      const free = kind.pattern === undefined ? ["*", "./scripts/guard.sh --a"] : [];
      const keys = [...keysOf(kind), ...free, ...(kind.known ?? []).slice(0, 3)];
      return subset(
        keys,
        random,
        () =>
          kind.canBeOff && random.below(3) === 0
            ? random.pick([null, false, "off"])
            : randomSetting(kind.entry, random),
      );
    }
    case "record": {
      const { fields, short } = kind;
      if (random.below(2) === 0) return randomSetting(fields[short]!, random);
      const keys = Object.keys(fields).filter((key) => !fields[key]!.isRequired);
      const required = Object.keys(fields).filter((key) => fields[key]!.isRequired);
      const value = (key: string) => randomSetting(fields[key]!, random);
      return {
        ...Object.fromEntries(required.map((key) => [key, value(key)])),
        ...subset(keys, random, value),
      };
    }
    case "section":
      return subset(
        Object.keys(kind.fields),
        random,
        (key) => randomSetting(kind.fields[key]!, random),
      );
    default:
      return kind satisfies never;
  }
}

function subset(keys: readonly string[], random: Random, value: (key: string) => unknown): Fields {
  return Object.fromEntries(
    keys.filter(() => random.below(2) === 0).map((key) => [key, value(key)]),
  );
}

/** The least document that has a value at a path, with everything that is required around it. */
export function documentWith(kind: Kind, path: YamlPath, value: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (kind.kind === "list") return [documentWith(kind.item, rest, value)];
  const key = String(part);
  if (kind.kind === "entries") return { [key]: documentWith(kind.entry, rest, value) };
  if (kind.kind !== "section" && kind.kind !== "record") throw new Error(`No way to ${path}`);
  const own = { [key]: documentWith(kind.fields[key]!, rest, value) };
  if (kind.kind === "section") return own;
  const required = Object.entries(kind.fields)
    .filter(([name, { isRequired }]) => isRequired && name !== key)
    .map((
      [name, field],
    ) => [name, field.kind === "text" ? "x" : field.kind === "flag" ? true : []]);
  return { ...own, ...Object.fromEntries(required) };
}

/** The same document with one key called otherwise, in its place. */
export function renamed(document: unknown, path: YamlPath, name: string): unknown {
  const [part, ...rest] = path;
  if (Array.isArray(document)) return document.map((item) => renamed(item, rest, name));
  return Object.fromEntries(
    Object.entries(document as Fields).map(([key, value]) => {
      if (key !== part) return [key, value];
      return rest.length === 0 ? [name, value] : [key, renamed(value, rest, name)];
    }),
  );
}
