/** A fired event as JSON for programs, and as text for people. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { columns } from "../base/fitted_text.ts";
import { asString } from "../base/json_type.ts";
import { capText } from "../protocol/decision.ts";
import { effectText } from "./effect.ts";
import type { FireReport } from "./fire.ts";
import { actionText, type Handler, wholeActionText } from "./handler.ts";
import { type HandlerReport, matchSubject } from "./plan.ts";

export function reportJson(report: FireReport, platform: string): unknown {
  const { event, handlers, merged, answer, diagnostics } = report;
  const { isBlocked } = answer;
  const isPrompt = event.name === "UserPromptSubmit";
  return {
    event: event.name,
    subject: matchSubject(event, platform) ?? null,
    session_id: event.fields.session_id,
    project: event.projectDir,
    handlers: handlers.map(handlerReportJson),
    merged: {
      blocked: isBlocked,
      reason: isBlocked ? answer.reason : merged.reason || null,
      error: isBlocked ? `${event.name} hook blocked: ${answer.reason}` : null,
      decision: merged.behavior ?? null,
      continue: merged.stop === undefined,
      stop_reason: merged.stop ?? null,
      // The message as hooks left it, which is the original where they blocked or changed nothing.
      message: (isPrompt ? merged.message ?? asString(event.fields.prompt) : undefined) ?? null,
      contexts: merged.contexts,
      updates: merged.updates,
      system_messages: merged.systemMessages,
      failures: merged.failures,
      errors: merged.errors,
      stdout: answer.stdout,
      exit: isBlocked ? 2 : 0,
    },
    diagnostics: diagnostics.map(formatDiagnostic),
    flaws: diagnostics,
  };
}

function handlerReportJson({ handler, isMatch, runs, why, run, effect }: HandlerReport): unknown {
  const stream = (text?: string) =>
    text === undefined ? null : capText(text, "fire it alone", 10_000);
  return {
    ...handlerJson(handler),
    matched: isMatch,
    runs,
    why,
    outcome: run?.kind ?? null,
    exit: run?.code ?? null,
    signal: run?.signal || null,
    problem: run?.reason || null,
    duration_ms: run === undefined ? null : Math.round(run.durationMs * 10) / 10,
    stdout: stream(run?.stdout),
    stderr: stream(run?.stderr),
    effect: effectText(effect),
    failure: effect.failure ?? null,
    notes: effect.notes ?? [],
  };
}

export function handlerJson(handler: Handler): Record<string, unknown> {
  const { action, origin: { path, key, scope, plugin }, shape, timeoutMs } = handler;
  return {
    source: path,
    key,
    scope,
    plugin: plugin?.name ?? null,
    shape,
    type: action.type,
    command: wholeActionText(action),
    matcher: handler.matcher?.text ?? null,
    if: handler.condition?.text ?? null,
    timeout_s: timeoutMs === undefined ? null : timeoutMs / 1000,
    once: handler.isOnce,
    async: action.type === "command" && action.isAsync,
    on_failure: handler.blocksOnFailure ? "block" : null,
    approved: !handler.isUntrusted,
  };
}

export function reportText(report: FireReport, platform: string, isDryRun: boolean): string {
  const { event, handlers, merged, answer } = report;
  const subject = matchSubject(event, platform);
  const lines = [subject === undefined ? event.name : `${event.name} (${subject})`];
  if (handlers.length === 0) lines.push("  no handlers are configured for this event");
  else {
    const cells = handlers.map((entry) => row(entry, isDryRun));
    const [head, ...table] = columns([["HANDLER", "EXIT", "TIME", "EFFECT", "WHY"], ...cells])
      .split("\n");
    const places = handlers.map(({ handler: { origin, isUntrusted } }) => {
      const { path, key, scope, plugin } = origin;
      const whose = plugin === undefined ? "" : ` of plugin ${plugin.name}`;
      return `${path}: ${key} (${scope}${whose}${isUntrusted ? ", not approved" : ""})`;
    });
    lines.push(`     ${head}`, ...numbered(table), "", "Configured in:", ...numbered(places));
  }
  if (isDryRun) return [...lines, "", "Dry run: nothing was run"].join("\n");
  const { behavior, reason, stop, message, contexts } = merged;
  const decision = behavior === undefined
    ? `${event.name} goes on`
    : `Decision: ${behavior}${reason && `: ${reason}`}`;
  const notes = [...merged.systemMessages, ...merged.failures, ...merged.errors];
  lines.push(
    "",
    answer.isBlocked ? `Blocked: ${answer.reason}` : decision,
    ...stop === undefined ? [] : [`The agent stops: ${stop || "no reason given"}`],
    ...message === undefined ? [] : [`Message: ${message}`],
    ...contexts.map(({ source, text }) => `Context from ${source}: ${text}`),
    ...notes.map((text) => `Note: ${text}`),
  );
  if (answer.stdout !== "") lines.push("", "Answer:", `  ${answer.stdout}`);
  return lines.join("\n");
}

function row({ handler, isMatch, runs, why, run, effect }: HandlerReport, isDry: boolean) {
  const planned = runs ? "would run" : "-";
  const ran = run === undefined ? "not run" : effectText(effect);
  const reasons = [isMatch ? why : `no match: ${why}`, effect.failure ?? [], effect.notes ?? []];
  return [
    `${handler.action.type}: ${actionText(handler.action)}`,
    run === undefined ? "-" : String(run.code ?? run.kind),
    run === undefined ? "-" : `${Math.round(run.durationMs)} ms`,
    isDry ? planned : ran,
    reasons.flat().join("; "),
  ].map((cell) => cell.replaceAll(/\s+/g, " "));
}

function numbered(lines: readonly string[]): string[] {
  return lines.map((line, index) => `${String(index + 1).padStart(3)}  ${line}`);
}
