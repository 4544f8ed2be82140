/** How long handlers may take (protocol section 1.7): the agent's defaults, in milliseconds. */
import type { Host } from "../host/host.ts";
import type { Handler } from "./handler.ts";

const SECOND = 1000;
const COMMAND_MS = 600 * SECOND;
const PROMPT_MS = 30 * SECOND;
const AGENT_MS = 60 * SECOND;
/** Events the user waits for. */
const SHORT: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30 * SECOND,
  PreModelSwitch: 30 * SECOND,
  PostModelSwitch: 30 * SECOND,
  MessageDisplay: 10 * SECOND,
};
const SESSION_END_MS = 1.5 * SECOND;
const SESSION_END_MAX_MS = 60 * SECOND;

/**
 * One handler's deadline.
 *
 * @param limitMs The caller's own limit, if any.
 * @returns Milliseconds.
 */
export function handlerDeadline(
  { action, event, timeoutMs }: Handler,
  limitMs: number | undefined,
): number {
  const own = timeoutMs ?? defaultMs(action.type, event);
  return Math.min(own, limitMs ?? own);
}

function defaultMs(type: Handler["action"]["type"], event: string): number {
  if (type === "prompt") return PROMPT_MS;
  if (type === "agent") return AGENT_MS;
  return SHORT[event] ?? COMMAND_MS;
}

/**
 * The budget that all handlers of a `SessionEnd` share.
 *
 * @returns Milliseconds; a plugin's own time-outs do not raise it.
 */
export function sessionEndBudget(handlers: readonly Handler[], host: Pick<Host, "env">): number {
  const said = Number(host.env("CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS"));
  if (Number.isFinite(said) && said > 0) return said;
  const own = handlers.filter(({ origin }) => origin.scope !== "plugin")
    .map(({ timeoutMs }) => timeoutMs ?? 0);
  return Math.min(Math.max(SESSION_END_MS, ...own), SESSION_END_MAX_MS);
}
