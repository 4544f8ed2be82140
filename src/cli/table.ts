/** The groups of verbs, loaded one by one, and which verb the words of a command line mean. ADD A VERB: its code, and one row in its group's file. */
import type { Options, VerbRow } from "./verb.ts";

interface VerbGroup {
  /** The first word of their names; absent for verbs of one word. */
  readonly word?: string;
  /** Records are mostly help, and take half a millisecond: a call of one verb loads its own group only. */
  readonly load: () => Promise<{
    readonly SUMMARY: string;
    /** By name: one word, or the group's and a word; in the order help shows them. */
    readonly VERBS: Readonly<Record<string, VerbRow>>;
  }>;
}

const TABLE = [
  { load: () => import("./everyday_verbs.ts") },
  { word: "skill", load: () => import("./skill_verbs.ts") },
  { word: "chain", load: () => import("./chain_verbs.ts") },
  { word: "trust", load: () => import("./trust_verbs.ts") },
  { word: "hooks", load: () => import("./hooks_verbs.ts") },
  { word: "agent", load: () => import("./agent_verbs.ts") },
  { word: "budget", load: () => import("./budget_verbs.ts") },
  { load: () => import("./plumbing_verbs.ts") },
  { load: () => import("./play_verbs.ts") },
];
export const GROUPS: readonly VerbGroup[] = TABLE;

type Verbs = Awaited<ReturnType<(typeof TABLE)[number]["load"]>>["VERBS"];
type NameIn<Group> = Group extends unknown ? keyof Group : never;
type RowIn<Group, Name> = Group extends { readonly [N in Name & string]: infer Row } ? Row : never;

/** What a verb is given: the options and operands of its record. */
export type Given<Name extends NameIn<Verbs>> = Options<RowIn<Verbs, Name>>;

export interface FoundVerb {
  readonly name: string;
  readonly row: VerbRow;
  readonly args: readonly string[];
}

/** Short spellings, and those of earlier versions: they work, and help is silent about them. */
export const OLD_SPELLINGS: Readonly<Record<string, string>> = {
  "skills --check": "skill lint",
  "hooks --check": "hooks check",
  skills: "skill list",
  inspect: "skill inspect",
  load: "skill load",
  status: "skill loaded",
  clear: "skill forget",
  index: "skill index",
  active: "skill prompt",
  new: "skill new",
  test: "skill test",
  activate: "skill activate",
  deactivate: "skill deactivate",
  parse: "chain parse",
  next: "chain next",
  registry: "chain skills",
  allow: "trust allow",
  revoke: "trust revoke",
  trusted: "trust list",
  hooks: "hooks list",
  fire: "hooks fire",
  spawn: "agent spawn",
  needs: "agent needs",
  manifest: "agent manifest",
  resolve: "agent resolve",
};

/** `undefined` when the words name no verb: unknown, a group alone, or nothing. */
export async function findVerb(words: readonly string[]): Promise<FoundVerb | undefined> {
  const [first = "", second = ""] = words;
  // The version is asked for often: no group's records are loaded for it.
  if (first.startsWith("-") || first === "version") return undefined;
  // "hooks" is an old spelling too, but not where a verb of that group was meant.
  const isInGroup = isGroup(first) && second !== "" && !second.startsWith("-");
  const { name, args } = isInGroup
    ? { name: `${first} ${second}`, args: words.slice(2) }
    : oldSpelling(words) ?? { name: first, args: words.slice(1) };
  const group = name.includes(" ") ? name.slice(0, name.indexOf(" ")) : undefined;
  for (const { load } of GROUPS.filter(({ word }) => word === group)) {
    const { VERBS } = await load();
    if (Object.hasOwn(VERBS, name)) return { name, row: VERBS[name]!, args };
  }
  return undefined;
}

function oldSpelling([first, ...args]: readonly string[]): Omit<FoundVerb, "row"> | undefined {
  for (const [spelling, name] of Object.entries(OLD_SPELLINGS)) {
    const [word, flag] = spelling.split(" ");
    if (word !== first) continue;
    if (flag === undefined) return { name, args };
    const at = beforeRest(args).indexOf(flag);
    if (at >= 0) return { name, args: args.toSpliced(at, 1) };
  }
  return undefined;
}

export function isGroup(word: string): boolean {
  return GROUPS.some((group) => group.word === word);
}

export function beforeRest(words: readonly string[]): readonly string[] {
  return words.slice(0, words.includes("--") ? words.indexOf("--") : undefined);
}

export function asksForHelp(words: readonly string[]): boolean {
  const options = beforeRest(words);
  return words.length === 0 || options.includes("--help") || options.includes("-h");
}
