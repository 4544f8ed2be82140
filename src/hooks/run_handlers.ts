/** Runs the handlers of an event: matcher groups all at the same time, and flat lists in order until one blocks. */
import type { Host } from "../host/host.ts";
import { conclude } from "./conclude.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler } from "./handler.ts";
import { failureWord, type Firing, type HandlerReport, type Policy } from "./plan.ts";
import { type HandlerRun, makeRun } from "./run.ts";
import { ask, runCommandHandler } from "./run_command.ts";

/** Results come in configuration order. */
export async function runHandlers(plans: readonly HandlerReport[], firing: Firing) {
  const { host, event, policy, onRun, limitMs } = firing;
  const running = plans.filter(({ runs }) => runs);
  const ends = host.monotonic() + sharedTime(running.map(({ handler }) => handler), event, host);
  let chosen: Promise<Host> | undefined;
  const confined = () =>
    chosen ??= import("../trust/project_sandbox.ts").then(({ projectHost }) =>
      projectHost(host, event.projectDir)
    );

  async function runOne(plan: HandlerReport, event: FiredEvent): Promise<HandlerReport> {
    const { handler } = plan;
    onRun?.(handler);
    const left = Math.max(1, ends - host.monotonic());
    const deadlineMs = Math.min(handlerDeadline(handler, limitMs), left);
    // A command of the project's was allowed by the user, who may have put it in a sandbox.
    const asker = askerCommand(handler.action.type, policy);
    const isProjects = asker === undefined
      ? ["project", "local"].includes(handler.origin.scope)
      : policy.projectCommands.includes(asker);
    const machine = isProjects ? await confined() : host;
    const run = await runHandler(handler, deadlineMs, { ...firing, host: machine, event });
    onRun?.(handler, run);
    const word = failureWord(policy, handler);
    const { name, row } = event;
    const effect = conclude({ handler, run, event: name, row, word, deadlineMs });
    return { ...plan, run, effect };
  }

  async function runFlat(list: readonly HandlerReport[]): Promise<HandlerReport[]> {
    const reports: HandlerReport[] = [];
    let latest = event;
    for (const plan of list) {
      const isBlocked = reports.some(({ effect }) => effect.behavior === "deny");
      const why = "a handler before it in the flat list blocked";
      const report = isBlocked ? { ...plan, runs: false, why } : await runOne(plan, latest);
      const { message } = report.effect;
      if (message !== undefined) {
        const fields = { ...latest.fields, prompt: message };
        latest = { ...latest, fields, text: JSON.stringify(fields) };
      }
      reports.push(report);
    }
    return reports;
  }

  const isFlat = ({ handler }: HandlerReport) => handler.shape === "flat";
  const lists = await Promise.all([
    runFlat(running.filter(isFlat)),
    ...running.filter((plan) => !isFlat(plan)).map((plan) => runOne(plan, event)),
  ]);
  const reports = new Map(lists.flat().map((report) => [report.handler, report]));
  return plans.map((plan) => reports.get(plan.handler) ?? plan);
}

function askerCommand(type: Handler["action"]["type"], policy: Policy): string | undefined {
  if (type === "agent") return policy.agent?.command;
  return type === "prompt" ? policy.judge?.command : undefined;
}

async function runHandler(
  handler: Handler,
  deadlineMs: number,
  firing: Firing,
): Promise<HandlerRun> {
  const { action } = handler;
  switch (action.type) {
    case "command":
      return await runCommandHandler(firing, handler, action, deadlineMs);
    case "http": {
      const { runHttpHandler } = await import("./run_http.ts");
      return await runHttpHandler(firing, action, deadlineMs);
    }
    case "mcp_tool":
      return makeRun("unavailable", { reason: "an MCP tool needs the agent's own connection" });
    case "prompt":
    case "agent": {
      const command = askerCommand(action.type, firing.policy);
      if (command) return await ask(firing, command, handler, action, deadlineMs);
      // A prompt without a judge is said to the model itself; an agent without a command is not there.
      if (action.type === "prompt") return makeRun("told");
      const how = 'set "agent: { command: … }" in your skillhook.yaml';
      return makeRun("unavailable", { reason: `no agent is configured: ${how}` });
    }
    default:
      return action satisfies never;
  }
}

// How long handlers may take unless they say so: the agent's defaults, in milliseconds.
const ASKED_MS = { prompt: 30_000, agent: 60_000 };
/** Events the user waits for. */
const SHORT_MS: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30_000,
  PreModelSwitch: 30_000,
  PostModelSwitch: 30_000,
  MessageDisplay: 10_000,
};

export function handlerDeadline(handler: Handler, limitMs = Infinity): number {
  const { action: { type }, event, timeoutMs } = handler;
  const isAsked = type === "prompt" || type === "agent";
  const usual = isAsked ? ASKED_MS[type] : SHORT_MS[event] ?? 600_000;
  return Math.min(timeoutMs ?? usual, limitMs);
}

/** Milliseconds that all handlers of a `SessionEnd` share; a plugin's own time-outs do not raise them. */
function sharedTime(handlers: readonly Handler[], event: FiredEvent, host: Host): number {
  if (event.name !== "SessionEnd") return Infinity;
  const said = Number(host.env("CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS"));
  if (Number.isFinite(said) && said > 0) return said;
  const own = handlers.filter(({ origin }) => origin.scope !== "plugin")
    .map(({ timeoutMs = 0 }) => timeoutMs);
  return Math.min(Math.max(1_500, ...own), 60_000);
}
