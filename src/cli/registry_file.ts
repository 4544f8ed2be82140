/** A registry stated in a JSON file, for scripts and tests: `{ "design": { "cooperative": true, "default_exit": ["/commit"] } }`. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import type { Registry, RegistryEntry } from "../catalog/registry.ts";

/**
 * @param path The file.
 * @param host The machine.
 * @returns The registry, or what is wrong with the file. A name may be `plugin:name`, and is then reached by `name`
 * too unless another entry has it; an entry with `"cooperative": false` takes no part.
 */
export function readRegistryFile(
  path: string,
  host: Pick<Host, "readText">,
): { registry?: Registry; problem?: string } {
  let value: unknown;
  try {
    const text = host.readText(path);
    if (text === undefined) return { problem: `Cannot read registry "${path}": no such file` };
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof HostError ? error.code : (error as Error).message;
    return { problem: `Cannot read registry "${path}": ${reason}` };
  }
  if (!isFields(value)) {
    return {
      problem: `Cannot read registry "${path}": expected an object: got ${jsonType(value)}`,
    };
  }
  const skills: [string, RegistryEntry][] = [];
  const qualified: [string, RegistryEntry][] = [];
  for (const [name, entry] of Object.entries(value)) {
    if (!isFields(entry)) {
      return {
        problem: `Cannot read registry "${path}": "${name}" must be an object: got ${
          jsonType(entry)
        }`,
      };
    }
    if (entry.cooperative === false) continue;
    const flaw = exitFlaw(entry);
    if (flaw !== undefined) {
      return { problem: `Cannot read registry "${path}": default exit of "${name}" ${flaw}` };
    }
    (name.includes(":") ? qualified : skills).push([name, readEntry(name, entry, path)]);
  }
  // The first of several wins: later entries overwrite earlier ones.
  const bare = qualified.map(([, entry]): [string, RegistryEntry] => [entry.name, entry]).reverse();
  return {
    registry: {
      skills: Object.fromEntries([...bare, ...skills]),
      qualified: Object.fromEntries(qualified),
    },
  };
}

/** A single text is a list of one, as in frontmatter. */
function exitsOf(fields: Fields): readonly unknown[] {
  const exits = fields.default_exit ?? fields["default-exit"] ?? [];
  return Array.isArray(exits) ? exits : [exits];
}

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
  return {
    name,
    cooperative: true,
    defaultExit,
    source,
    path,
    invoke: typed,
    description: "",
    ...plugin,
  };
}
