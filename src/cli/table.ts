/** The groups of verbs, loaded one by one. ADD A VERB: its code, and one row in its group's file. */
import type { Options, VerbRow } from "./verb.ts";

export interface VerbGroup {
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
