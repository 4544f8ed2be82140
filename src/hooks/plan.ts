/** Which handlers of an event run, and for every other one why not. Nothing is run here. */
import { allowHint } from "../trust/plan.ts";
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

// Identical handlers run once (protocol section 1.9): the same action in several settings files, whatever
// their time-outs. What the copies say about failing is added up, so that a copy can never weaken another.

/** A handler that runs, or a copy of one that does. */
interface Deduplicated {
  readonly handler: Handler;
  /** The one that runs in its place. */
  readonly sameAs: Handler | undefined;
}

/**
 * The same in the same order; of agent-shape copies the first stands for all. A flat list is a script
 * and runs as written.
 */
export function deduplicate(handlers: readonly Handler[]): Deduplicated[] {
  if (handlers.length < 2) return handlers.map((handler) => ({ handler, sameAs: undefined }));
  const groups = Map.groupBy(handlers, keyOf);
  const first = new Map<Handler, Handler>();
  for (const group of groups.values()) {
    if (group[0]!.shape === "agent") first.set(group[0]!, strictest(group));
  }
  return handlers.map((handler) => {
    const leader = handler.shape === "agent" ? groups.get(keyOf(handler))![0]! : handler;
    if (leader !== handler) return { handler, sameAs: leader };
    return { handler: first.get(handler) ?? handler, sameAs: undefined };
  });
}

/** Plugins' copies stay separate: the same line means another root. */
function keyOf({ action, shape, origin }: Handler): string {
  return JSON.stringify([shape, action, origin.plugin?.root ?? null]);
}

function strictest(group: readonly Handler[]): Handler {
  const [leader] = group;
  const timeouts = group.map(({ timeoutMs }) => timeoutMs);
  const longest = timeouts.includes(undefined)
    ? undefined
    : Math.max(...timeouts.map((timeout) => timeout ?? 0));
  return {
    ...leader!,
    timeoutMs: longest,
    blocksOnFailure: group.some(({ blocksOnFailure }) => blocksOnFailure),
    isOnce: group.every(({ isOnce }) => isOnce),
  };
}
