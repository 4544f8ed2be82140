/**
 * Runs the handlers of an event: those of matcher groups all at the same time, those of flat lists one after
 * the other until one blocks; both at once where a configuration has both. Results come in configuration order.
 */
import { groupBy } from "../base/group_by.ts";
import type { Host } from "../host/host.ts";
import { conclude } from "./conclude.ts";
import type { Effect } from "./effect.ts";
import { type FiredEvent, withPrompt } from "./fired_event.ts";
import type { Handler, HookScope } from "./handler.ts";
import { failureWord, type PlannedHandler, type Policy } from "./plan.ts";
import { type HandlerRun, makeRun } from "./run.ts";
import { runCommandHandler } from "./run_command.ts";

const PROJECTS: readonly HookScope[] = ["project", "local"];

export interface RunTerms {
  readonly event: FiredEvent;
  readonly policy: Policy;
  /** Address patterns of the settings, for `http` handlers. */
  readonly httpUrls: readonly string[];
  /** Milliseconds each handler may take at most; absent: its own deadline. */
  readonly limitMs: number | undefined;
  /** Also for handlers in the background that may wake the model. */
  readonly waits: boolean;
  /** Told when a handler begins, and again with what came of it. */
  readonly onRun?: ((handler: Handler, run?: HandlerRun) => void) | undefined;
}

export interface HandlerReport extends PlannedHandler {
  readonly run: HandlerRun | undefined;
  readonly effect: Effect;
}

export async function runHandlers(
  host: Host,
  plans: readonly PlannedHandler[],
  terms: RunTerms,
): Promise<HandlerReport[]> {
  const { name, row } = terms.event;
  const running = plans.filter(({ runs }) => runs);
  const left = timeLeft(host, running, terms.event);
  let chosen: Promise<Host> | undefined;
  const confined = () =>
    chosen ??= import("../trust/project_sandbox.ts").then(({ projectHost }) =>
      projectHost(host, terms.event.projectDir)
    );

  async function runOne(plan: PlannedHandler, event: FiredEvent): Promise<HandlerReport> {
    const { handler } = plan;
    terms.onRun?.(handler);
    const deadlineMs = Math.min(handlerDeadline(handler, terms.limitMs), left());
    const machine = isProjects(handler, terms.policy) ? await confined() : host;
    const run = await runHandler(machine, handler, event, deadlineMs, terms);
    terms.onRun?.(handler, run);
    const word = failureWord(terms.policy, handler);
    const effect = conclude(handler, run, { event: name, row, word, deadlineMs });
    return { ...plan, run, effect };
  }

  async function runFlat(list: readonly PlannedHandler[]): Promise<HandlerReport[]> {
    const reports: HandlerReport[] = [];
    let { event } = terms;
    let isBlocked = false;
    for (const plan of list) {
      const why = "a handler before it in the flat list blocked";
      const report: HandlerReport = isBlocked
        ? notRun({ ...plan, runs: false, why })
        : await runOne(plan, event);
      const { message, behavior } = report.effect;
      if (message !== undefined) event = withPrompt(event, message);
      isBlocked ||= behavior === "deny";
      reports.push(report);
    }
    return reports;
  }

  const shapes = groupBy(running, ({ handler }) => handler.shape);
  const [flat, agent] = [shapes.get("flat") ?? [], shapes.get("agent") ?? []];
  const reports = (await Promise.all([
    runFlat(flat),
    ...agent.map(async (plan) => [await runOne(plan, terms.event)]),
  ])).flat();
  return plans.map((plan) =>
    reports.find(({ handler }) => handler === plan.handler) ?? notRun(plan)
  );
}

export function notRun(plan: PlannedHandler): HandlerReport {
  return { ...plan, run: undefined, effect: {} };
}

/** Whether the project wrote the command: the user allowed it, and may have put it in a sandbox. */
function isProjects({ action, origin }: Handler, policy: Policy): boolean {
  const asker = askerCommand(action.type, policy);
  return asker === undefined
    ? PROJECTS.includes(origin.scope)
    : policy.projectCommands.includes(asker);
}

function askerCommand(type: Handler["action"]["type"], policy: Policy): string | undefined {
  if (type === "agent") return policy.agent?.command;
  return type === "prompt" ? policy.judge?.command : undefined;
}

/** Milliseconds left of what the handlers share; without limit but for `SessionEnd`. */
function timeLeft(host: Host, plans: readonly PlannedHandler[], event: FiredEvent): () => number {
  if (event.name !== "SessionEnd") return () => Infinity;
  const end = host.monotonic() + sessionEndBudget(plans.map(({ handler }) => handler), host);
  return () => Math.max(1, end - host.monotonic());
}

async function runHandler(
  host: Host,
  handler: Handler,
  event: FiredEvent,
  deadlineMs: number,
  { policy, httpUrls, waits }: RunTerms,
): Promise<HandlerRun> {
  const { action } = handler;
  switch (action.type) {
    case "command":
      return await runCommandHandler(host, handler, action, event, deadlineMs, waits);
    case "prompt":
    case "agent": {
      const command = askerCommand(action.type, policy);
      // A prompt without a judge is said to the model itself; an agent without a command is not there.
      if (command === undefined && action.type === "prompt") return makeRun("told");
      if (command === undefined) {
        const how = 'set "agent: { command: … }" in your skillhook.yaml';
        return makeRun("unavailable", { reason: `no agent is configured: ${how}` });
      }
      const { ask } = await import("./run_asker.ts");
      return await ask(host, command, handler, action, event, deadlineMs);
    }
    case "http": {
      const { runHttpHandler } = await import("./run_http.ts");
      const allowance = { hosts: policy.http.allow, urls: httpUrls };
      return await runHttpHandler(host, action, event, allowance, deadlineMs);
    }
    case "mcp_tool":
      return makeRun("unavailable", { reason: "an MCP tool needs the agent's own connection" });
    default:
      return action satisfies never;
  }
}

// How long handlers may take unless they say so: the agent's defaults, in milliseconds.
const COMMAND_MS = 600_000;
const ASKED_MS = { prompt: 30_000, agent: 60_000 };
/** Events the user waits for. */
const SHORT_MS: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30_000,
  PreModelSwitch: 30_000,
  PostModelSwitch: 30_000,
  MessageDisplay: 10_000,
};
const SESSION_END_MS = 1_500;
const SESSION_END_MAX_MS = 60_000;

export function handlerDeadline(handler: Handler, limitMs = Infinity): number {
  const { action: { type }, event, timeoutMs } = handler;
  const isAsked = type === "prompt" || type === "agent";
  const usual = isAsked ? ASKED_MS[type] : SHORT_MS[event] ?? COMMAND_MS;
  return Math.min(timeoutMs ?? usual, limitMs);
}

/** Milliseconds that all handlers of a `SessionEnd` share; a plugin's own time-outs do not raise them. */
export function sessionEndBudget(handlers: readonly Handler[], host: Host): number {
  const said = Number(host.env("CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS"));
  if (Number.isFinite(said) && said > 0) return said;
  const own = handlers.filter(({ origin }) => origin.scope !== "plugin")
    .map(({ timeoutMs }) => timeoutMs ?? 0);
  return Math.min(Math.max(SESSION_END_MS, ...own), SESSION_END_MAX_MS);
}
