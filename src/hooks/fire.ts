/** Fires one event: plan, run, merge, remember. The whole of the hook runner behind one function. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { counted } from "../base/fitted_text.ts";
import { allowHint } from "../trust/plan.ts";
import { type HookAnswer, hookAnswer } from "./answer.ts";
import type { FiredEvent } from "./fired_event.ts";
import { actionText, type Handler, handlerName } from "./handler.ts";
import type { LoadedHooks } from "./configured.ts";
import { type EffectItem, type Merged, mergeEffects, NOTHING, refusalEffect } from "./effect.ts";
import { isAdvisory, planHandlers, type Policy } from "./plan.ts";
import type { Host } from "../host/host.ts";
import { type HandlerReport, notRun, runHandlers, type RunTerms } from "./run_handlers.ts";
import { capStops, handlerSubject, SessionState } from "./session_state.ts";

export interface FireOptions extends Omit<RunTerms, "event" | "httpUrls"> {
  readonly isDryRun: boolean;
  readonly stateDirectory: string | undefined;
  /** Why nothing may go ahead, whatever the hooks that were found say. */
  readonly refusal: string | undefined;
}

export interface FireReport {
  readonly event: FiredEvent;
  readonly handlers: readonly HandlerReport[];
  readonly merged: Merged;
  readonly answer: HookAnswer;
  readonly diagnostics: readonly Diagnostic[];
}

export async function fireEvent(
  host: Host,
  event: FiredEvent,
  loaded: LoadedHooks,
  options: FireOptions,
): Promise<FireReport> {
  const diagnostics = [...loaded.diagnostics];
  const { policy, limitMs, waits, onRun, stateDirectory, isDryRun } = options;
  const { name, row, projectDir, session } = event;
  const state = new SessionState(host, stateDirectory, session, diagnostics);
  const report = (handlers: readonly HandlerReport[], merged: Merged): FireReport => {
    return { event, handlers, merged, answer: hookAnswer(name, row, merged), diagnostics };
  };
  const plans = planHandlers(loaded.handlers, event, policy, state);
  if (isDryRun) return report(plans.map(notRun), NOTHING);
  const terms = { event, policy, httpUrls: loaded.httpUrls, limitMs, waits, onRun };
  const ran = await runHandlers(host, plans, terms);
  const handlers = ran.map((entry) => remember(entry, event, policy, state));
  const speaking = handlers.filter(({ effect }) => Object.keys(effect).length > 0);
  for (const { handler: { origin: { path } }, effect: { unread } } of speaking) {
    if (unread === undefined) continue;
    diagnostics.push(diagnose("hook-answer-unread", path, unread.message, unread.remedy));
  }
  const items = [...speaking.map(toItem), ...untrusted(handlers, projectDir)];
  const { refusal } = options;
  if (refusal !== undefined) {
    items.push({ source: "skillhook", effect: refusalEffect(row, refusal) });
  }
  const concluded = capStops(mergeEffects(items, row), event, state);
  if (name === "SessionEnd") state.clear();
  return report(handlers, concluded);
}

function toItem({ handler, effect }: HandlerReport): EffectItem {
  return { source: sourceName(handler), name: handlerName(handler), effect };
}

/** What stands beside a context: the handler, and the file it is configured in. */
function sourceName({ action, origin }: Handler): string {
  const place = origin.plugin === undefined ? origin.path : `plugin ${origin.plugin.name}`;
  return `"${actionText(action)}" (${place})`;
}

/** Files whose handlers would have run are named to the user: a guard that is not there must be known. */
function untrusted(handlers: readonly HandlerReport[], projectDir: string): EffectItem[] {
  const files = handlers.filter(({ handler, isMatch }) => handler.isUntrusted && isMatch)
    .map(({ handler }) => handler.origin.path);
  return [...new Set(files)].map((path) => {
    return { source: path, effect: { systemMessage: unapprovedText(path, projectDir) } };
  });
}

export function unapprovedText(path: string, projectDir: string): string {
  return `Hooks of ${path} did not run, because the file is not approved: look at it, then run: ` +
    allowHint(path, projectDir);
}

/** Notes what later fires of the session must know. */
function remember(
  entry: HandlerReport,
  event: FiredEvent,
  policy: Policy,
  state: SessionState,
): HandlerReport {
  const { handler, run, effect } = entry;
  if (run === undefined) return entry;
  const hasFailed = effect.failure !== undefined;
  const subject = handlerSubject(handler);
  if (handler.isOnce && !hasFailed && effect.behavior !== "deny") state.note("once", subject);
  if (!isAdvisory(handler, event, policy)) return entry;
  if (!hasFailed) state.forget("failures", subject);
  if (!hasFailed) return entry;
  state.note("failures", subject);
  if (state.count("failures", subject) !== policy.breaker) return entry;
  const said =
    `Hook "${actionText(handler.action)}" failed ${counted(policy.breaker!, "time")} in a row: ` +
    "it is not asked again in this session";
  const systemMessage = [effect.systemMessage, said].filter(Boolean).join("\n");
  return { ...entry, effect: { ...effect, systemMessage } };
}
