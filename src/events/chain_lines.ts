/** What you are told of a chain that will not run as it was typed, in a line each. */
import { nearHint } from "../base/nearest.ts";
import type { LoadedCatalog } from "../catalog/load.ts";
import { type Registry, toEntry } from "../catalog/registry.ts";
import { type Invocation, slashText } from "../continuation/chain.ts";
import { parseContinuation, type ParsedChain } from "../continuation/parse.ts";

type Names = Pick<LoadedCatalog, "registry" | "find">;

/** The chain without default exits that lead nowhere; `lines` to say every time, and those for `once` in a session. */
export function tellChain(parsed: ParsedChain, { registry, find }: Names) {
  const isThere = ({ skill }: Invocation) =>
    registry.get(skill) !== undefined || find(skill) !== undefined;
  const continuation = parsed.continuation.filter(isThere);
  const once = parsed.continuation.filter((step) => !isThere(step)).map((step) =>
    `Left out of the chain: the default exit "${slashText(step)}", which leads to no skill here`
  );
  const { unknown = [] } = parsed;
  const waiting = continuation.slice(unknown[0]?.at ?? Infinity).map(slashText).join(", ");
  const rest = waiting === "" ? "" : `, and "${waiting}" waits for your word`;
  const lines = [...new Set(unknown.map(({ name }) => name))].map((name) => {
    const why = find(name) !== undefined
      ? "takes no part in chains"
      : `is no skill here${nearHint(name, [...registry.entries()].map(([typed]) => typed), "/")}`;
    return `"/${name}" ${why}${why.endsWith("?") ? "" : "."} It is no step of the chain${rest}`;
  });
  return { chain: { ...parsed, continuation }, lines, once };
}

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
