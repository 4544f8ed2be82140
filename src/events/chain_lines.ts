/**
 * What a person is told of a chain that will not run as it was typed, in a line each: a name that leads nowhere, a
 * default exit that names no skill, a first skill that takes no part.
 */
import { nearHint } from "../base/nearest.ts";
import type { LoadedCatalog } from "../catalog/load.ts";
import { type Registry, toEntry } from "../catalog/registry.ts";
import { slashText } from "../continuation/chain.ts";
import { parseContinuation, type ParsedChain } from "../continuation/parse.ts";

type Names = Pick<LoadedCatalog, "registry" | "find">;

/** A chain with what there is to say about it. */
export interface ToldChain {
  readonly chain: ParsedChain;
  /** For every prompt. */
  readonly lines: readonly string[];
  /** Once a session is enough: the files are the same next time. */
  readonly once: readonly string[];
}

/** Leaves out what a default exit names and nobody has. */
export function tellChain(parsed: ParsedChain, { registry, find }: Names): ToldChain {
  const isThere = ({ skill }: { readonly skill: string }) =>
    registry.get(skill) !== undefined || find(skill) !== undefined;
  const missing = parsed.continuation.filter((step) => !isThere(step));
  const chain = missing.length === 0
    ? parsed
    : { ...parsed, continuation: parsed.continuation.filter(isThere) };
  const once = missing.map((step) =>
    `Left out of the chain: the default exit "${slashText(step)}", which leads to no skill here`
  );
  const unknown = chain.unknown ?? [];
  const waiting = chain.continuation.slice(unknown[0]?.at ?? Infinity).map(slashText).join(", ");
  const names = new Map(unknown.map(({ name }) => [name, `"/${name}" ${whyNot(name)}`]));
  const lines = [...names.values()].map((what) =>
    `${what}${what.endsWith("?") ? "" : "."} It is no step of the chain` +
    (waiting === "" ? "" : `, and "${waiting}" waits for your word`)
  );
  return { chain, lines, once };

  function whyNot(name: string): string {
    if (find(name) !== undefined) return "takes no part in chains";
    const known = [...registry.entries()].map(([typed]) => typed);
    return `is no skill here${nearHint(name, known, "/")}`;
  }
}

/** For a prompt whose first skill takes no part although others of it would. */
export function bystanderLine(prompt: string, { registry, find }: Names): string | undefined {
  const name = /^\/([^\s,]+)/.exec(prompt)?.[1] ?? "";
  const skill = find(name);
  if (skill === undefined) return undefined;
  const asIf: Registry = {
    get: (typed) => typed === name ? toEntry(skill, []) : registry.get(typed),
    entries: () => registry.entries(),
  };
  const steps = parseContinuation(prompt, asIf)?.continuation ?? [];
  if (steps.length === 0) return undefined;
  const others = steps.map(({ skill }) => `"/${skill}"`).join(", ");
  return `"/${name}" takes no part in chains: ${others} stays in its arguments`;
}
