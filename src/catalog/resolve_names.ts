/**
 * Who gets a name: personal beats project beats plugin, as in the agent. A skill that takes no part beats
 * weaker ones all the same, because the agent runs it when the name is typed.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { type Candidate, toEntry } from "./candidate.ts";
import type { Registry, RegistryEntry } from "./registry.ts";
import { isSamePlace } from "./sources.ts";

/**
 * Resolves names.
 *
 * @param host The machine: tells whether two paths are one file.
 * @param candidates Strongest first.
 * @param diagnostics Cooperative skills that a name does not reach are added here.
 * @returns The registry.
 */
export function resolveNames(
  host: Pick<Host, "realPath">,
  candidates: readonly Candidate[],
  diagnostics: Diagnostic[],
): Registry {
  const bare = new Map<string, Candidate>();
  const qualified = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { name, plugin } = candidate;
    const twin = plugin === undefined
      ? undefined
      : claim(qualified, `${plugin}:${name}`, candidate);
    const winner = claim(bare, name, candidate);
    report(host, candidate, twin ?? winner, twin !== undefined, diagnostics);
  }
  const entries = new Map(candidates.map((candidate) => [candidate, toEntry(candidate)]));
  return { skills: cooperativeOf(bare, entries), qualified: cooperativeOf(qualified, entries) };
}

/** Returns who holds the name already, if anybody. */
function claim(
  names: Map<string, Candidate>,
  name: string,
  candidate: Candidate,
): Candidate | undefined {
  const holder = names.get(name);
  if (holder === undefined) names.set(name, candidate);
  return holder;
}

function report(
  host: Pick<Host, "realPath">,
  loser: Candidate,
  winner: Candidate | undefined,
  isTwin: boolean,
  diagnostics: Diagnostic[],
): void {
  if (winner === undefined || loser.state !== "cooperative") return;
  if (isSamePlace(host, loser.path, winner.path)) return;
  const no = winner.state === "cooperative" ? "" : ", which takes no part in chains,";
  const remedy = loser.plugin !== undefined && !isTwin
    ? `Type "/${loser.plugin}:${loser.name}" to reach this one`
    : "Rename one of them";
  const message =
    `Skill "${loser.name}" is hidden: the ${winner.source} skill "${winner.path}"${no} ` +
    "comes first";
  diagnostics.push(diagnose("shadowed", loser.path, message, remedy));
}

/** Without a prototype: a skill may be called `__proto__`. */
function cooperativeOf(
  names: ReadonlyMap<string, Candidate>,
  entries: ReadonlyMap<Candidate, RegistryEntry>,
): Record<string, RegistryEntry> {
  const table: Record<string, RegistryEntry> = Object.create(null);
  for (const [name, candidate] of names) {
    const entry = entries.get(candidate);
    if (candidate.state === "cooperative" && entry !== undefined) table[name] = entry;
  }
  return table;
}
