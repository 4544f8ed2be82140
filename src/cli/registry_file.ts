/** A registry stated in a JSON file, for scripts and tests: `{ "design": { "cooperative": true, "default_exit": ["/commit"] } }`. */
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import { parseNamed, readNamed } from "./named_input.ts";
import { VerbError } from "./verb.ts";

/**
 * The registry that a file states. A name may be `plugin:name`, and is then reached by `name` too unless another entry
 * has it; an entry with `"cooperative": false` takes no part.
 */
export function readRegistryFile(path: string, host: Host): Registry {
  const cannot = `Cannot read registry "${path}"`;
  const text = readNamed(host, path, { what: "registry" });
  const value = parseNamed(text, `registry "${path}"`);
  if (!isFields(value)) {
    throw new VerbError(`${cannot}: expected an object: got ${jsonType(value)}`);
  }
  const entries: [string, RegistryEntry][] = [];
  for (const [name, entry] of Object.entries(value)) {
    if (!isFields(entry)) {
      throw new VerbError(`${cannot}: "${name}" must be an object: got ${jsonType(entry)}`);
    }
    if (entry.cooperative === false) continue;
    const flaw = exitFlaw(entry);
    if (flaw !== undefined) throw new VerbError(`${cannot}: default exit of "${name}" ${flaw}`);
    entries.push([name, readEntry(name, entry, path)]);
  }
  // The first of several wins: later entries overwrite earlier ones.
  const bare = entries.map(([, entry]): [string, RegistryEntry] => [entry.name, entry]).reverse();
  return new Map([...bare, ...entries]);
}

/** A single text is a list of one, as in frontmatter. */
function exitsOf(fields: Fields): readonly unknown[] {
  const exits = fields.default_exit ?? fields["default-exit"] ?? [];
  return Array.isArray(exits) ? exits : [exits];
}

/** Files written before `default_exit_when` there was mean the one skill whose exit depended on a word. */
const OLD_CONDITIONS: Readonly<Partial<Record<string, string>>> = { handoff: "--commit" };

/** A script that states a registry wants to know that a part of it would not count. */
function exitFlaw(fields: Fields): string | undefined {
  const flawed = exitsOf(fields).find((exit) =>
    typeof exit !== "string" || /^\s*\/?(?:\s|$)/.test(exit)
  );
  if (flawed === undefined) return undefined;
  return `must be text such as "/commit": got ${
    typeof flawed === "string" ? JSON.stringify(flawed) : jsonType(flawed)
  }`;
}

function readEntry(typed: string, fields: Fields, path: string): RegistryEntry {
  const defaultExit = exitsOf(fields).filter((exit) => typeof exit === "string");
  const colon = typed.lastIndexOf(":");
  const plugin = colon < 0 ? {} : { plugin: typed.slice(0, colon) };
  const name = typed.slice(colon + 1);
  const source = colon < 0 ? "project" : "plugin";
  const entry = { name, cooperative: true, defaultExit, source, path, invoke: typed } as const;
  const exitWhen = asString(fields.default_exit_when) ?? OLD_CONDITIONS[name];
  return { ...entry, description: "", ...plugin, ...exitWhen === undefined ? {} : { exitWhen } };
}
