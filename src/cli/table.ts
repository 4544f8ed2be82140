/** One row per verb, by theme; `--help` is made from the rows. ADD A COMMAND: one file, and one row in its theme's file. */
import { AGENT_VERBS } from "./agent_verbs.ts";
import { CHAIN_VERBS } from "./chain_verbs.ts";
import { COMMAND_VERBS } from "./command_verbs.ts";
import { HOOK_VERBS } from "./hook_verbs.ts";
import { INDEX_VERBS } from "./index_verbs.ts";
import { PAYLOAD_VERBS } from "./payload_verbs.ts";
import { SKILL_VERBS } from "./skill_verbs.ts";
import type { VerbRow } from "./verb.ts";

/** Rows by verb, in the order help shows them. */
export const VERBS: Readonly<Record<string, VerbRow>> = {
  ...CHAIN_VERBS,
  ...SKILL_VERBS,
  ...INDEX_VERBS,
  ...COMMAND_VERBS,
  ...PAYLOAD_VERBS,
  ...HOOK_VERBS,
  ...AGENT_VERBS,
};
