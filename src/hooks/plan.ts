/** Which handlers of an event run, and for every other one why not. Nothing is run here. */
import { allowHint } from "../trust/allow_hint.ts";
import { deduplicate } from "./dedup.ts";
import type { FiredEvent } from "./fired_event.ts";
import { type Handler, handlerName } from "./handler.ts";
import { type Match, matchHandler, type MatchMachine } from "./match_handler.ts";
import { failureWord, type Policy } from "./policy.ts";
import { handlerSubject, type SessionState } from "./session_state.ts";

/** One configured handler of the event. */
export interface PlannedHandler {
  readonly handler: Handler;
  /** Matcher and filter say yes. */
  readonly isMatch: boolean;
  /** It is to run. */
  readonly runs: boolean;
  readonly why: string;
}

/** Plans. */
export function planHandlers(
  handlers: readonly Handler[],
  event: FiredEvent,
  machine: MatchMachine,
  policy: Policy,
  state: SessionState,
): PlannedHandler[] {
  const own = handlers.filter((handler) => handler.event === event.name);
  const plans = own.map((handler): PlannedHandler => {
    const { isMatch, why } = match(handler, event, machine);
    if (!isMatch) return { handler, isMatch, runs: false, why };
    const obstacle = obstacleOf(handler, event, policy, state);
    return { handler, isMatch, runs: obstacle === undefined, why: obstacle ?? why };
  });
  const unique = deduplicate(plans.filter(({ runs }) => runs).map(({ handler }) => handler));
  let next = 0;
  return plans.map((plan) => {
    if (!plan.runs) return plan;
    const { handler, sameAs } = unique[next++]!;
    if (sameAs === undefined) return { ...plan, handler };
    return { ...plan, runs: false, why: `the same as ${handlerName(sameAs)}, which runs` };
  });
}

/** A pattern that nobody has approved is not tried: it could be made to take for ever. */
function match(handler: Handler, event: FiredEvent, machine: MatchMachine): Match {
  const { isUntrusted, matcher } = handler;
  if (isUntrusted && matcher?.pattern !== undefined) return { isMatch: true, why: "not approved" };
  return matchHandler(handler, event, machine);
}

function obstacleOf(
  handler: Handler,
  event: FiredEvent,
  policy: Policy,
  state: SessionState,
): string | undefined {
  if (handler.isUntrusted) {
    const hint = allowHint(handler.origin.path, event.projectDir);
    return `not approved: if you trust it, run: ${hint}`;
  }
  if (handler.isOnce && state.count("once", handlerSubject(handler)) > 0) {
    return "once: it ran in this session";
  }
  const { breakerAfter } = policy;
  if (breakerAfter === undefined || !isAdvisory(handler, event, policy)) return undefined;
  const failures = state.count("failures", handlerSubject(handler));
  if (failures < breakerAfter) return undefined;
  return `it failed ${failures} times in a row in this session, and is not asked again`;
}

/**
 * Whether nothing depends on a handler's answer: a guard that stays away must not open what it guards.
 *
 * @param policy Where somebody may have said that failing is fine.
 * @returns Whether the circuit breaker may leave it out.
 */
export function isAdvisory(handler: Handler, { row }: FiredEvent, policy: Policy): boolean {
  if (handler.shape === "flat" || handler.blocksOnFailure || row.strict === true) return false;
  const word = failureWord(policy, handler);
  return word === undefined ? row.gate !== true : word === "open";
}
