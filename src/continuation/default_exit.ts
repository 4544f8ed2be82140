/**
 * The default exit (decision D-3): what follows when the user's own chain is at its end. It belongs to
 * the last skill of the chain, whoever named it.
 */
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import type { Invocation } from "./chain.ts";
import { toInvocation } from "./to_invocation.ts";

/** The one skill whose default exit depends on how it was called. */
const CONDITIONAL_SKILL = "handoff";
const COMMIT_FLAG = "--commit";

/**
 * The invocations a chain ends with.
 *
 * @param last The chain's last skill.
 * @returns The default exit's entries; empty for a terminal skill. `/handoff` has one only with `--commit` as a
 * whole word, and then it is `/commit`.
 */
export function defaultExit(last: RegistryEntry, args: string, registry: Registry): Invocation[] {
  if (last.name !== CONDITIONAL_SKILL) return last.defaultExit.map(parse);
  return args.split(/\s+/).includes(COMMIT_FLAG) ? [parse("/commit")] : [];

  function parse(text: string): Invocation {
    const [, name = "", rest = ""] = /^\/?(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
    const entry = resolve(name, last, registry);
    // A name nobody registered stays as it is written.
    return entry === undefined
      ? { skill: name, args: rest.trim() }
      : toInvocation(entry, rest.trim(), false);
  }
}

/** A plugin's skill means its own siblings first. */
function resolve(
  name: string,
  last: RegistryEntry,
  registry: Registry,
): RegistryEntry | undefined {
  const sibling = last.plugin === undefined ? undefined : registry.get(`${last.plugin}:${name}`);
  return sibling ?? registry.get(name);
}
