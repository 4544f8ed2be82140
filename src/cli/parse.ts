/** `skillhook chain parse` and `chain next`: the chain a prompt asks for, and what remains of it in a skill's arguments. */
import { asString, isFields, jsonType } from "../base/json_type.ts";
import { loadCatalog } from "../catalog/load.ts";
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import { slashText } from "../continuation/chain.ts";
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import { peel, printCall } from "../continuation/suffix.ts";
import { tellChain } from "../events/chain_lines.ts";
import type { Host, Outcome } from "../host/host.ts";
import { parseNamed, projectOption, readNamed, textOperand } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The chain as the agent would be told, or as JSON; exit 1 for an unreadable registry file. */
export async function parseVerb(options: Given<"chain parse">, host: Host): Promise<Outcome> {
  const prompt = await textOperand(options, host);
  const file = options.text("registry");
  const catalog = file === undefined
    ? await loadCatalog(host, skillContext(projectOption(options, host), host))
    : undefined;
  const registry = catalog?.registry ?? readRegistryFile(file!, host);
  const diagnostics = catalog?.diagnostics ?? [];
  const read = parseContinuation(prompt, registry);
  // A file states a part of a registry: what its exits name may well be elsewhere.
  const find = catalog?.find ?? (() => undefined);
  const told = read && tellChain(read, { registry, find });
  const chain = catalog === undefined ? read : told?.chain ?? null;
  if (options.flag("json")) return success(JSON.stringify(chain), diagnostics);
  if (told !== null && chain !== null) {
    const once = catalog === undefined ? [] : told.once;
    return success(contextText(chain), [...diagnostics, ...told.lines, ...once]);
  }
  // A newcomer's first prompt often meets an empty registry, and the prompt is not to blame.
  const why = registry.entries().next().done
    ? 'no skill here takes part in chains; "skillhook chain skills" says where it looked'
    : "the prompt does not begin with a cooperative skill";
  return success(`No chain: ${why}`, diagnostics);
}

/** A skill's own arguments, the next call and what remains, so that no model has to unescape by eye. */
export async function nextVerb(options: Given<"chain next">, host: Host): Promise<Outcome> {
  const { args: own, entries, isOpen } = peel(await textOperand(options, host));
  if (isOpen && !options.flag("json")) {
    throw new VerbError(
      `Cannot read the chain: the "]" that closes "[CONTINUATION:" is missing: add it behind the last entry`,
    );
  }
  const [target = null, ...rest] = entries;
  const invocation = target === null ? null : printCall(target, rest);
  const remainder = rest.map(slashText);
  if (options.flag("json")) {
    return success(
      JSON.stringify({ args: own, target, remainder, invocation, ...isOpen ? { isOpen } : {} }),
    );
  }
  const next = invocation === null
    ? ["Next: (none, this skill is terminal)"]
    : [`Next: ${invocation}`, `Then: ${remainder.join(", ") || "(nothing)"}`];
  return success([`Arguments: ${own || "(none)"}`, ...next].join("\n"));
}

/**
 * The registry that a JSON file states, for scripts and tests: `{ "design": { "default_exit": ["/commit"] } }`. A name
 * may be `plugin:name`, and is then reached by `name` too unless another entry has it; an entry with
 * `"cooperative": false` takes no part.
 */
function readRegistryFile(path: string, host: Host): Registry {
  const wrong = (what: string) => new VerbError(`Cannot read registry "${path}": ${what}`);
  const value = parseNamed(readNamed(host, path, { what: "registry" }), `registry "${path}"`);
  if (!isFields(value)) throw wrong(`expected an object: got ${jsonType(value)}`);
  const entries: [string, RegistryEntry][] = [];
  for (const [name, entry] of Object.entries(value)) {
    if (!isFields(entry)) throw wrong(`"${name}" must be an object: got ${jsonType(entry)}`);
    if (entry.cooperative === false) continue;
    // A single text is a list of one, as in frontmatter.
    const exits = [entry.default_exit ?? entry["default-exit"] ?? []].flat();
    // A script that states a registry wants to know that a part of it would not count.
    const flawed = exits.find((exit) => typeof exit !== "string" || /^\s*\/?(?:\s|$)/.test(exit));
    if (flawed !== undefined) {
      const got = typeof flawed === "string" ? JSON.stringify(flawed) : jsonType(flawed);
      throw wrong(`default exit of "${name}" must be text such as "/commit": got ${got}`);
    }
    entries.push([
      name,
      registryEntry(name, exits as string[], asString(entry.default_exit_when), path),
    ]);
  }
  // The first of several wins: later entries overwrite earlier ones.
  const bare = entries.map(([, entry]): [string, RegistryEntry] => [entry.name, entry]).reverse();
  return new Map([...bare, ...entries]);
}

/** Files written before `default_exit_when` there was mean the one skill whose exit depended on a word. */
const OLD_CONDITIONS: Readonly<Partial<Record<string, string>>> = { handoff: "--commit" };

function registryEntry(
  invoke: string,
  defaultExit: string[],
  when: string | undefined,
  path: string,
): RegistryEntry {
  const colon = invoke.lastIndexOf(":");
  const name = invoke.slice(colon + 1);
  const exitWhen = when ?? OLD_CONDITIONS[name];
  return {
    ...{ name, cooperative: true, defaultExit, path, invoke, description: "" },
    ...colon < 0 ? { source: "project" } : { source: "plugin", plugin: invoke.slice(0, colon) },
    ...exitWhen === undefined ? {} : { exitWhen },
  };
}
