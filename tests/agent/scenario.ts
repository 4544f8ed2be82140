/** One claim about the agent and us together, and what must hold in every one of them. */
import { textOf } from "./api_request.ts";
import { is, lacks, Mismatch } from "./check.ts";
import { answeredTexts, hookRuns } from "./hook_run.ts";
import type { World } from "./world.ts";

/** A scenario. ADD ONE: a row in one of the `*_scenarios.ts` files. */
export interface Scenario {
  /** A sentence that is true when it passes. */
  readonly name: string;
  /** Our hooks are broken on purpose: their failure is no finding. */
  readonly brokenHooks?: boolean;
  /** Why it cannot be played on this machine; `undefined` when it can. */
  readonly notHere?: () => Promise<string | undefined>;
  /**
   * Plays it.
   *
   * @throws {Mismatch} A claim does not hold.
   */
  play(world: World): Promise<void>;
}

/** What the agent takes in one string of a hook's answer; it shows the model 2,000 of a longer one. */
const AGENT_CAP = 10_000;

/**
 * What must hold whatever the scenario is about: the session ended well, the whole script was asked
 * for, no hook failed, and nothing was too long.
 *
 * @throws {Mismatch} It does not.
 */
export function checkAlways(scenario: Scenario, world: World): void {
  for (const [index, run] of world.runs.entries()) {
    const which = `of run ${index + 1}`;
    is(`exit code ${which} (${run.stderr.trim().slice(0, 500)})`, run.code, 0);
    is(`number of turns ${which} the agent did not ask for`, run.unasked, 0);
    for (const request of run.requests) {
      const seen = { where: `request ${request.number}`, text: textOf(request) };
      lacks(seen, ["<persisted-output>"]);
    }
    for (const hook of hookRuns(run.stdout)) {
      for (const text of answeredTexts(hook)) {
        if (text.length <= AGENT_CAP) continue;
        throw new Mismatch(
          `expected of ${hook.event}: at most 10,000 characters, not ${text.length}`,
        );
      }
      if (scenario.brokenHooks === true || hook.outcome === "success") continue;
      throw new Mismatch(
        `expected of the hook for ${hook.event}: success\nthere was: ${hook.outcome}, exit code ` +
          `${hook.exitCode}: ${hook.stderr}`,
      );
    }
  }
}
