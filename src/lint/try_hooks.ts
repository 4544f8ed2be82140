/** Starts hooks with samples of their events, and holds what they answer against what the agent would make of it. */
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { oneLine } from "../base/fitted_text.ts";
import { isFields } from "../base/json_type.ts";
import { type Effect, effectText } from "../hooks/effect.ts";
import type { FiredEvent } from "../hooks/fired_event.ts";
import { type Handler, handlerName } from "../hooks/handler.ts";
import { matchSubject } from "../hooks/plan.ts";
import { endingText, type HandlerRun } from "../hooks/run.ts";
import { runCommandHandler } from "../hooks/run_command.ts";
import { handlerDeadline } from "../hooks/run_handlers.ts";
import type { Host } from "../host/host.ts";
import { differences, effectOf, outputFlaws, textsOf } from "./output_rules.ts";
import type { sampleEvents } from "./sample_event.ts";

const LIMIT_MS = 20_000;
/** Longer waits are noticed at every call. */
const SLOW_MS = 1_000;
const OUTSIDE =
  'If it only misses what the sandbox hides, name that under "sandbox: { show: … }" in your skillhook.yaml';

/** How it went, for programs. */
export interface TriedRun {
  readonly sample: string;
  readonly outcome: HandlerRun["kind"];
  readonly exit: number | null;
  readonly ms: number;
  readonly effect: string;
}

export interface Tried {
  readonly code: DiagnosticCode;
  readonly handler: Handler;
  readonly message: string;
  readonly remedy?: string;
  readonly run?: TriedRun;
}

/** What we do to try things is no part of what happened: the log is for the agent's events. */
export function quietHost(host: Host): Host {
  const environment = () => ({ ...host.environment(), SKILLHOOK_LOG: "0" });
  return Object.assign(Object.create(host) as Host, { environment });
}

/** One after the other, so that each has the machine to itself. */
export async function tryHooks(
  host: Host,
  { trials, unreached }: ReturnType<typeof sampleEvents>,
  isConfined: boolean,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  const differing = new Set<Handler>();
  for (const { event, handlers } of trials) {
    const answers: { handler: Handler; name: string; effect: Effect }[] = [];
    for (const handler of handlers) {
      const { effect, found } = await tryHook(host, handler, event, isConfined);
      tried.push(...found);
      const { action } = handler;
      const isHeard = action.type === "command" && !action.isAsync;
      if (isHeard) answers.push({ handler, effect, name: handlerName(handler) });
    }
    for (const { answer: { handler }, what } of differences(answers, event.row)) {
      // One sample shows as much as another.
      if (differing.has(handler)) continue;
      differing.add(handler);
      const message = `${sampleText(event, host)}: ${what}`;
      const remedy = "Let one of them decide";
      tried.push({ code: "hook-answers-differ", handler, message, remedy });
    }
  }
  return [...tried, ...unreached.map(untried)];
}

async function tryHook(
  host: Host,
  handler: Handler,
  event: FiredEvent,
  isConfined: boolean,
): Promise<{ effect: Effect; found: Tried[] }> {
  const { action } = handler;
  if (action.type !== "command") return { effect: {}, found: [untried(handler)] };
  const deadlineMs = handlerDeadline(handler, LIMIT_MS);
  const waited = { ...action, isAsync: false };
  const run = await runCommandHandler({ host, event }, handler, waited, deadlineMs);
  const sample = sampleText(event, host);
  const ms = Math.round(run.durationMs);
  const found: Tried[] = [];
  const say = (code: DiagnosticCode, what: string, more: Partial<Tried> = {}) =>
    found.push({ code, handler, message: `${sample}: ${what}`, ...more });
  const decided = effectOf(handler, run, deadlineMs);
  const effect = effectText(decided);
  const ending = run.kind === "exited" ? `exit code ${run.code}` : endingText(run, deadlineMs);
  say("hook-tried", `${ending} after ${ms} ms; effect: ${oneLine(effect)}`, {
    run: { sample, outcome: run.kind, exit: run.code ?? null, effect, ms },
  });
  for (const flaw of outputFlaws(handler, run, deadlineMs)) {
    const { reason, remedy } = textsOf(flaw);
    const isSandboxes = isConfined && flaw.code === "hook-fails";
    const place = isSandboxes ? " (in the sandbox)" : "";
    say(flaw.code, `${flaw.what}${place}: ${reason}`, { remedy: isSandboxes ? OUTSIDE : remedy });
  }
  if (run.kind === "exited" && run.durationMs > SLOW_MS && !action.isAsync) {
    const remedy = 'Let it do less, or say "async": true where it decides nothing';
    say("hook-slow", `It took ${ms} ms: the agent waits for it each time`, { remedy });
  }
  return { effect: decided, found };
}

function untried(handler: Handler): Tried {
  const { type } = handler.action;
  const message = type === "command"
    ? "Not tried: no sample is known that its matcher and rule fit"
    : `Not tried: ${type} hooks ask others, and only commands are started`;
  return { code: "hook-untried", handler, message };
}

/** Such as `PreToolUse (Bash: ls)`. */
function sampleText(event: FiredEvent, { platform }: Host): string {
  const subject = matchSubject(event, platform);
  const { tool_input: input } = event.fields;
  const command = isFields(input) && typeof input.command === "string" ? `: ${input.command}` : "";
  return subject === undefined ? event.name : `${event.name} (${subject}${command})`;
}
