/** Everything we claim about the agent and us together. ADD A GROUP: one file and one line. */
import { CHAIN_SCENARIOS } from "./chain_scenarios.ts";
import { PROMPT_SCENARIOS } from "./prompt_scenarios.ts";
import type { Scenario } from "./scenario.ts";

export const ALL_SCENARIOS: readonly Scenario[] = [
  ...CHAIN_SCENARIOS,
  ...PROMPT_SCENARIOS,
];
