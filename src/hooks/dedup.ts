/**
 * Identical handlers run once (protocol section 1.9): the same action in several settings files, whatever
 * their time-outs. What the copies say about failing is added up, so that a copy can never weaken another.
 */
import type { Handler } from "./handler.ts";

/** A handler that runs, or a copy of one that does. */
export interface Deduplicated {
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
