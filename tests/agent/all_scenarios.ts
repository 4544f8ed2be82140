/** Everything we claim about the agent and us together. ADD A GROUP: one file and one line. */
import { CATALOG_SCENARIOS } from "./catalog_scenarios.ts";
import { CHECK_SCENARIOS } from "./check_scenarios.ts";
import { CHAIN_KEEPING_SCENARIOS } from "./chain_keeping_scenarios.ts";
import { CHAIN_SCENARIOS } from "./chain_scenarios.ts";
import { DIRECTIVE_SCENARIOS } from "./directive_scenarios.ts";
import { FAILURE_SCENARIOS } from "./failure_scenarios.ts";
import { INDEX_SCENARIOS } from "./index_scenarios.ts";
import { LIMIT_SCENARIOS } from "./limit_scenarios.ts";
import { LOAD_SCENARIOS } from "./load_scenarios.ts";
import { PLAY_SCENARIOS } from "./play_scenarios.ts";
import { PROMPT_SCENARIOS } from "./prompt_scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { SETUP_SCENARIOS } from "./setup_scenarios.ts";
import { SUBAGENT_SCENARIOS } from "./subagent_scenarios.ts";
import { TERMINAL_SCENARIOS } from "./terminal_scenarios.ts";

export const ALL_SCENARIOS: readonly Scenario[] = [
  ...CATALOG_SCENARIOS,
  ...CHAIN_SCENARIOS,
  ...CHAIN_KEEPING_SCENARIOS,
  ...TERMINAL_SCENARIOS,
  ...PROMPT_SCENARIOS,
  ...LOAD_SCENARIOS,
  ...DIRECTIVE_SCENARIOS,
  ...INDEX_SCENARIOS,
  ...SUBAGENT_SCENARIOS,
  ...LIMIT_SCENARIOS,
  ...FAILURE_SCENARIOS,
  ...CHECK_SCENARIOS,
  ...SETUP_SCENARIOS,
  ...PLAY_SCENARIOS,
];
