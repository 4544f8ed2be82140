/** What a payload is made from: for the command line, and for a prompt that asks for skills by name. */
import { budgetSettings, type Estimate } from "../budget/estimate.ts";
import type { Settings } from "../config/schema.ts";
import type { Host } from "../host/host.ts";
import type { PayloadRequest } from "./build_payload.ts";
import { commandValues, taskValues } from "./known_values.ts";
import { type PickRequest, pickSkills } from "./pick_skills.ts";
import { withoutChain } from "./without_chain.ts";

type Handed = "attached" | "protocol" | "strategy" | "outputFormat" | "mayCut" | "isDry";

interface SpawnOrder extends PickRequest, Pick<PayloadRequest, Handed | "deadlineMs"> {
  readonly settings: Settings;
  /** The session that starts the subagent. */
  readonly session: string | undefined;
  /** Values that beat what the task's own fields say. */
  readonly given: ReadonlyMap<string, string>;
  /** Whether nothing required is made up. */
  readonly isWholeSet: boolean;
  /** Tokens for all of it; `undefined`: what the settings say. */
  readonly limit: number | undefined;
  readonly estimate: Estimate | undefined;
}

/** The request, the skills that were looked for, and which of the given values had a chain in them. */
export async function spawnRequest(host: Host, order: SpawnOrder) {
  const { task, settings, places: { projectDir }, session, given, limit, mayCut } = order;
  const picked = await pickSkills(host, order);
  const { subagentLimit, subagentSkills, estimate } = budgetSettings(settings);
  const derived = taskValues({ task, now: host.now(), session }, order.isWholeSet);
  const values = new Map([...commandValues(settings), ...derived, ...given]);
  const { attached, protocol, strategy, outputFormat, deadlineMs, isDry = false } = order;
  const request: PayloadRequest = {
    ...{ task, attached, protocol, strategy, outputFormat, deadlineMs, isDry, projectDir, values },
    skills: picked.skills,
    limit: limit ?? subagentLimit,
    // A limit of your own is for everything, skills too, and asks for what fits.
    skillLimit: limit === undefined || mayCut ? subagentSkills : undefined,
    mayCut: limit !== undefined || mayCut,
    estimate: order.estimate ?? estimate,
  };
  return { request, picked, chained: removeChains(values).filter((name) => given.has(name)) };
}

/** A value goes into skills' texts as it is: no chain may come with it. Returns the names of those that had one. */
function removeChains(values: Map<string, string>): string[] {
  return [...values].flatMap(([name, value]) => {
    const { text, removed } = withoutChain(value);
    values.set(name, text);
    return removed === 0 ? [] : [name];
  });
}
