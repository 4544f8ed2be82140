/** Fires one event: plan, run, merge, remember, answer. The whole of the hook runner behind one function. */
import { diagnose } from "../base/diagnostic.ts";
import { counted } from "../base/fitted_text.ts";
import type { Fields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { capText } from "../protocol/decision.ts";
import type { HookEvent } from "../protocol/hook_events.ts";
import { allowHint } from "../trust/plan.ts";
import type { LoadedHooks } from "./configured.ts";
import { type EffectItem, type Merged, mergeEffects, refusalEffect } from "./effect.ts";
import type { FiredEvent } from "./fired_event.ts";
import { actionText, handlerName } from "./handler.ts";
import { type Firing, type HandlerReport, isAdvisory, planHandlers } from "./plan.ts";
import { runHandlers } from "./run_handlers.ts";
import { capStops, handlerSubject, SessionState, STOPS } from "./session_state.ts";

export type FireReport = Awaited<ReturnType<typeof fireEvent>>;

export async function fireEvent(
  host: Host,
  event: FiredEvent,
  loaded: LoadedHooks,
  options: Omit<Firing, "host" | "event" | "state" | "httpUrls">,
) {
  const diagnostics = [...loaded.diagnostics];
  const state = new SessionState(host, options.stateDirectory, event.session, diagnostics);
  const firing: Firing = { ...options, host, event, state, httpUrls: loaded.httpUrls };
  const plans = planHandlers(loaded.handlers, firing);
  const handlers = options.isDryRun
    ? plans
    : (await runHandlers(plans, firing)).map((entry) => remember(entry, firing));
  const merged = options.isDryRun ? mergeEffects([], event.row) : merge(handlers, firing);
  const answer = hookAnswer(event.name, event.row, merged);
  return { event, handlers, merged, answer, diagnostics };
}

function merge(handlers: readonly HandlerReport[], { event, state, refusal }: Firing): Merged {
  const items: EffectItem[] = [];
  for (const { handler, effect } of handlers) {
    const { action, origin: { path, plugin } } = handler;
    if (effect.unread !== undefined) {
      const { message, remedy } = effect.unread;
      state.diagnostics.push(diagnose("hook-answer-unread", path, message, remedy));
    }
    const source = `"${actionText(action)}" (${plugin ? `plugin ${plugin.name}` : path})`;
    items.push({ source, name: handlerName(handler), effect });
  }
  // Files whose handlers would have run are named to the user: a guard that is not there must be known.
  const unheard = handlers.filter(({ handler, isMatch }) => handler.isUntrusted && isMatch);
  for (const source of new Set(unheard.map(({ handler }) => handler.origin.path))) {
    const systemMessage = unapprovedText(source, event.projectDir);
    items.push({ source, name: source, effect: { systemMessage } });
  }
  if (refusal !== undefined) {
    const name = "skillhook";
    items.push({ source: name, name, effect: refusalEffect(event.row, refusal) });
  }
  const concluded = capStops(mergeEffects(items, event.row), event, state);
  if (event.name === "SessionEnd") state.clear();
  return concluded;
}

export function unapprovedText(path: string, projectDir: string): string {
  return `Hooks of ${path} did not run, because the file is not approved: look at it, then run: ` +
    allowHint(path, projectDir);
}

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

/** What one hook would print that had decided it all, JSON or text. `isBlocked`: it must not go ahead, exit code 2. */
export function hookAnswer(event: string, row: HookEvent, merged: Merged) {
  const { behavior, stop, systemMessages, failures, errors, terminalSequence, answer } = merged;
  const isDenied = behavior === "deny";
  const isStopped = stop !== undefined;
  // On `Stop` a block means "go on", and a demand to stop beats it.
  const isBlocked = STOPS.includes(event) ? isDenied && !isStopped : isDenied || isStopped;
  const reason = isDenied
    ? merged.reason || `${event} was refused by a hook without a reason`
    : stop || "A hook asked to stop";
  const isRefused = isDenied && row.refusal === "decision";
  const specific = specificFields(event, row, merged, reason);
  const hasSpecific = Object.values(specific).some((value) => value !== undefined);
  // The agent rejects a null where it expects a string: this leaves out what is `undefined`.
  const document = JSON.stringify({
    continue: isStopped ? false : undefined,
    stopReason: cap(stop),
    decision: isRefused ? "block" : undefined,
    reason: isRefused ? cap(reason) : undefined,
    systemMessage: cap([...systemMessages, ...failures, ...errors].join("\n")),
    terminalSequence,
    hookSpecificOutput: hasSpecific ? { hookEventName: event, ...specific } : undefined,
  });
  const plain = isBlocked ? "" : answer ?? "";
  const stdout = document === "{}" ? plain : document;
  return { stdout, isBlocked, reason: isBlocked ? reason : "" };
}

function specificFields(event: string, row: HookEvent, merged: Merged, reason: string): Fields {
  const additionalContext = row.context === true ? cap(contextText(event, merged)) : undefined;
  const { behavior, updates } = merged;
  const isDenied = behavior === "deny";
  if (row.refusal === "permission") {
    return {
      permissionDecision: behavior,
      permissionDecisionReason: cap(isDenied ? reason : merged.reason),
      ...updates,
      additionalContext,
    };
  }
  if (row.refusal === "request") {
    // Only a plain yes or no is an answer; anything else leaves the decision where it is.
    const { interrupt, updatedInput, updatedPermissions } = updates;
    if (isDenied) return { decision: { behavior, message: cap(reason), interrupt } };
    return behavior === "allow" ? { decision: { behavior, updatedInput, updatedPermissions } } : {};
  }
  if (row.refusal !== "action") return { ...updates, additionalContext };
  return isDenied ? { action: updates.action ?? "decline" } : updates;
}

/** Several contexts are told apart by their sources; a changed message is a context, because no hook can replace it. */
function contextText(event: string, { contexts, message }: Merged): string | undefined {
  const source = "the user's message as changed by hooks";
  const isChanged = message !== undefined && event === "UserPromptSubmit";
  const all = [...contexts, ...isChanged ? [{ source, text: message }] : []];
  if (all.length < 2) return all[0]?.text;
  return all.map(({ source, text }) => `[${source}]\n${text}`).join("\n\n");
}

/** No text is no field. */
function cap(text: string | undefined): string | undefined {
  return text ? capText(text, "fire the event with --json to see all of it") : undefined;
}
