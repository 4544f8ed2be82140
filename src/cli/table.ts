/** All verbs, by group. ADD A VERB: its code in a file of its own, and one row in its theme's file. */
import { AGENT_VERBS } from "./agent_verbs.ts";
import { BUDGET_VERBS } from "./budget_verbs.ts";
import { CHAIN_VERBS } from "./chain_verbs.ts";
import { EVERYDAY_VERBS } from "./everyday_verbs.ts";
import { HOOKS_VERBS } from "./hooks_verbs.ts";
import { PLUMBING_VERBS } from "./plumbing_verbs.ts";
import { SKILL_VERBS } from "./skill_verbs.ts";
import { TRUST_VERBS } from "./trust_verbs.ts";
import type { Options, VerbRow } from "./verb.ts";

/** Verbs that belong together. */
export interface VerbGroup {
  /** The first word of their names; `undefined` for verbs of one word. */
  readonly word?: string;
  /** What they are about, for help. */
  readonly summary: string;
  readonly verbs: Readonly<Record<string, VerbRow>>;
}

/** In the order help shows them. */
export const GROUPS: readonly VerbGroup[] = [
  { summary: "Everyday", verbs: EVERYDAY_VERBS },
  { word: "skill", summary: "What skills there are, and what is loaded", verbs: SKILL_VERBS },
  { word: "chain", summary: "Chains: several skills in one prompt", verbs: CHAIN_VERBS },
  { word: "trust", summary: "Which commands of a project may run", verbs: TRUST_VERBS },
  { word: "hooks", summary: "The hooks that the agent's settings configure", verbs: HOOKS_VERBS },
  { word: "agent", summary: "What a subagent gets", verbs: AGENT_VERBS },
  { word: "budget", summary: "What texts cost, and what fits", verbs: BUDGET_VERBS },
  { summary: "Plumbing", verbs: PLUMBING_VERBS },
];

const RECORDS = {
  ...EVERYDAY_VERBS,
  ...SKILL_VERBS,
  ...CHAIN_VERBS,
  ...TRUST_VERBS,
  ...HOOKS_VERBS,
  ...AGENT_VERBS,
  ...BUDGET_VERBS,
  ...PLUMBING_VERBS,
};

/** Records by the verb's name: one word, or its group and a word. */
export const VERBS: Readonly<Record<string, VerbRow>> = RECORDS;

/** What a verb is given: the options and operands of its record. */
export type Given<Name extends keyof typeof RECORDS> = Options<typeof RECORDS[Name]>;
