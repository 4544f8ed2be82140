/** Fires one event: plan, run, merge, remember. The whole of the hook runner behind one function. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { counted } from "../base/fitted_text.ts";
import type { Host } from "../host/host.ts";
import { allowHint } from "../trust/plan.ts";
import { type HookAnswer, hookAnswer } from "./answer.ts";
import type { LoadedHooks } from "./configured.ts";
import { type EffectItem, type Merged, mergeEffects, NOTHING, refusalEffect } from "./effect.ts";
import type { FiredEvent } from "./fired_event.ts";
import { actionText, handlerName } from "./handler.ts";
import {
  type FireOptions,
  type Firing,
  type HandlerReport,
  isAdvisory,
  planHandlers,
} from "./plan.ts";
import { runHandlers } from "./run_handlers.ts";
import { capStops, handlerSubject, SessionState } from "./session_state.ts";

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
  const { stateDirectory, refusal } = options;
  const { name, row } = event;
  const state = new SessionState(host, stateDirectory, event.session, diagnostics);
  const firing: Firing = { ...options, host, event, state, httpUrls: loaded.httpUrls };
  const report = (handlers: readonly HandlerReport[], merged: Merged): FireReport => {
    return { event, handlers, merged, answer: hookAnswer(name, row, merged), diagnostics };
  };
  const plans = planHandlers(loaded.handlers, firing);
  if (options.isDryRun) return report(plans, NOTHING);
  const handlers = (await runHandlers(plans, firing)).map((entry) => remember(entry, firing));
  const items: EffectItem[] = [];
  for (const { handler, effect } of handlers) {
    if (Object.keys(effect).length === 0) continue;
    const { action, origin: { path, plugin } } = handler;
    if (effect.unread !== undefined) {
      const { message, remedy } = effect.unread;
      diagnostics.push(diagnose("hook-answer-unread", path, message, remedy));
    }
    // What stands beside a context: the handler, and the file it is configured in.
    const place = plugin === undefined ? path : `plugin ${plugin.name}`;
    const source = `"${actionText(action)}" (${place})`;
    items.push({ source, name: handlerName(handler), effect });
  }
  // Files whose handlers would have run are named to the user: a guard that is not there must be known.
  const unheard = handlers.filter(({ handler, isMatch }) => handler.isUntrusted && isMatch)
    .map(({ handler }) => handler.origin.path);
  for (const source of new Set(unheard)) {
    items.push({ source, effect: { systemMessage: unapprovedText(source, event.projectDir) } });
  }
  if (refusal !== undefined) {
    items.push({ source: "skillhook", effect: refusalEffect(row, refusal) });
  }
  const concluded = capStops(mergeEffects(items, row), event, state);
  if (name === "SessionEnd") state.clear();
  return report(handlers, concluded);
}

export function unapprovedText(path: string, projectDir: string): string {
  return `Hooks of ${path} did not run, because the file is not approved: look at it, then run: ` +
    allowHint(path, projectDir);
}

/** Notes what later fires of the session must know. */
function remember(entry: HandlerReport, firing: Firing): HandlerReport {
  const { handler, run, effect } = entry;
  const { state, policy: { breaker } } = firing;
  if (run === undefined) return entry;
  const hasFailed = effect.failure !== undefined;
  const subject = handlerSubject(handler);
  if (handler.isOnce && !hasFailed && effect.behavior !== "deny") state.note("once", subject);
  if (!isAdvisory(handler, firing)) return entry;
  if (!hasFailed) {
    state.forget("failures", subject);
    return entry;
  }
  state.note("failures", subject);
  if (state.count("failures", subject) !== breaker) return entry;
  const said =
    `Hook "${actionText(handler.action)}" failed ${counted(breaker, "time")} in a row: ` +
    "it is not asked again in this session";
  const systemMessage = [effect.systemMessage, said].filter(Boolean).join("\n");
  return { ...entry, effect: { ...effect, systemMessage } };
}
