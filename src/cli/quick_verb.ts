/**
 * A verb by its group, without the records of all others: those are mostly help, and to skills and scripts that
 * start us often they are half a millisecond. What is not plainly one of these is for `slow_verb.ts`.
 */
import { OLD_SPELLINGS } from "./old_spellings.ts";
import type { VerbRow } from "./verb.ts";

/** A verb, its record, and what follows it. */
export interface ReadyVerb {
  readonly name: string;
  readonly row: VerbRow;
  readonly args: readonly string[];
}

/** Records by the first word of their names. */
const RECORDS: Readonly<Record<string, () => Promise<Readonly<Record<string, VerbRow>>>>> = {
  skill: async () => (await import("./skill_verbs.ts")).SKILL_VERBS,
  hooks: async () => (await import("./hooks_verbs.ts")).HOOKS_VERBS,
  agent: async () => (await import("./agent_verbs.ts")).AGENT_VERBS,
};

/** `undefined`: it may be a verb all the same, or somebody wants help. */
export async function quickVerb(words: readonly string[]): Promise<ReadyVerb | undefined> {
  const [first = "", second = ""] = words;
  if (words.includes("--help") || words.includes("-h") || first === "skills") return undefined;
  const old = Object.hasOwn(OLD_SPELLINGS, first) && !Object.hasOwn(RECORDS, first);
  const name = old ? OLD_SPELLINGS[first]! : `${first} ${second}`;
  const group = name.slice(0, name.indexOf(" "));
  if (!Object.hasOwn(RECORDS, group)) return undefined;
  const records = await RECORDS[group]!();
  if (!Object.hasOwn(records, name)) return undefined;
  return { name, row: records[name]!, args: words.slice(old ? 1 : 2) };
}
