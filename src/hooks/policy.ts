/** What `skillhook.yaml` says about firing hooks, as far as the user's approval goes. */
import type { Settings } from "../config/schema.ts";
import { type Handler, wholeActionText } from "./handler.ts";

/** What a handler that fails answers: nothing, a refusal, or a question to the user. */
export type FailureWord = "open" | "closed" | "ask";

/** How to treat failures, and what `prompt`, `agent` and `http` handlers may use. */
export interface Policy {
  /** By event name, handler text, or `default`. */
  readonly failures: ReadonlyMap<string, FailureWord>;
  /** Failures in a row after which an advisory handler is not asked again; absent: always ask. */
  readonly breakerAfter: number | undefined;
  readonly judgeCommand: string | undefined;
  readonly agentCommand: string | undefined;
  /** Those of the two that a project brings, which the user may have put in a sandbox. */
  readonly projectCommands: readonly string[];
  readonly httpHosts: readonly string[];
}

/** Nothing said: the agent's own rules. */
export const NO_POLICY: Policy = {
  failures: new Map(),
  breakerAfter: undefined,
  judgeCommand: undefined,
  agentCommand: undefined,
  projectCommands: [],
  httpHosts: [],
};

export function policyOf({ failure, breaker, judge, agent, http }: Settings): Policy {
  return {
    failures: failure,
    // 0: said to be off, which beats a weaker file.
    breakerAfter: breaker || undefined,
    judgeCommand: judge?.command,
    agentCommand: agent?.command,
    projectCommands: [],
    httpHosts: http.allow,
  };
}

/** @returns What is said about a handler most specifically: by handler, by event, by default; else `undefined`. */
export function failureWord({ failures }: Policy, handler: Handler): FailureWord | undefined {
  const { action, event } = handler;
  const names = [wholeActionText(action), ...action.type === "command" ? [action.command] : []];
  return [...names, event, "default"].map((name) => failures.get(name))
    .find((word) => word !== undefined);
}
