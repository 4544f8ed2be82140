/** The records of all verbs at once, which the program itself never needs. */
import { GROUPS as LAZY } from "../../src/cli/table.ts";

/** The groups in the order help shows them, with their records. */
export const GROUPS = await Promise.all(LAZY.map(async ({ word, load }) => {
  const { SUMMARY: summary, VERBS: verbs } = await load();
  return { word, summary, verbs };
}));

/** Records by the verb's name. */
export const VERBS = Object.assign({}, ...GROUPS.map(({ verbs }) => verbs)) as typeof GROUPS[
  number
]["verbs"];
