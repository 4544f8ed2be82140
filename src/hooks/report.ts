/** A fired event as JSON for programs, and as text for people. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { capText } from "../protocol/cap.ts";
import { effectText } from "./effect.ts";
import type { FireReport } from "./fire.ts";
import { actionText, type Handler, wholeActionText } from "./handler.ts";
import { matchSubject } from "./plan.ts";
import type { HandlerReport } from "./run_handlers.ts";

/** UTF-16 units of each stream in the report. */
const STREAM_CAP = 10_000;

/** A value for `JSON.stringify`. */
export function reportJson(report: FireReport, platform: string): unknown {
  const { event, handlers, merged, answer, diagnostics } = report;
  const { behavior, reason, stop, contexts, updates, ...rest } = merged;
  return {
    event: event.name,
    subject: matchSubject(event, platform) ?? null,
    session_id: event.fields.session_id,
    project: event.projectDir,
    handlers: handlers.map(handlerReportJson),
    merged: {
      blocked: answer.isBlocked,
      reason: answer.isBlocked ? answer.reason : reason === "" ? null : reason,
      error: answer.isBlocked ? `${event.name} hook blocked: ${answer.reason}` : null,
      decision: behavior ?? null,
      continue: stop === undefined,
      stop_reason: stop ?? null,
      message: finalMessage(report),
      contexts,
      updates,
      system_messages: rest.systemMessages,
      failures: rest.failures,
      errors: rest.errors,
      stdout: answer.stdout,
      exit: answer.isBlocked ? 2 : 0,
    },
    diagnostics: diagnostics.map(formatDiagnostic),
    flaws: diagnostics,
  };
}

/** The message as hooks left it, which is the original where they blocked or changed nothing. */
function finalMessage({ event, merged }: FireReport): string | null {
  if (event.name !== "UserPromptSubmit") return null;
  const { prompt } = event.fields;
  return merged.message ?? (typeof prompt === "string" ? prompt : null);
}

function handlerReportJson({ handler, isMatch, runs, why, run, effect }: HandlerReport): unknown {
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
    stdout: run === undefined ? null : capText(run.stdout, "fire it alone", STREAM_CAP),
    stderr: run === undefined ? null : capText(run.stderr, "fire it alone", STREAM_CAP),
    effect: effectText(effect),
    failure: effect.failure ?? null,
    notes: effect.notes ?? [],
  };
}

/** What it is and where it is written, for `JSON.stringify`. */
export function handlerJson(handler: Handler): Record<string, unknown> {
  const { action, origin, shape, matcher, condition, timeoutMs } = handler;
  return {
    source: origin.path,
    key: origin.key,
    scope: origin.scope,
    plugin: origin.plugin?.name ?? null,
    shape,
    type: action.type,
    command: wholeActionText(action),
    matcher: matcher?.text ?? null,
    if: condition?.text ?? null,
    timeout_s: timeoutMs === undefined ? null : timeoutMs / 1000,
    once: handler.isOnce,
    async: action.type === "command" && action.isAsync,
    on_failure: handler.blocksOnFailure ? "block" : null,
    approved: !handler.isUntrusted,
  };
}

/** Lines: a table of the handlers, then the conclusion. */
export function reportText(report: FireReport, platform: string, isDryRun: boolean): string {
  const { event, handlers, answer } = report;
  const subject = matchSubject(event, platform);
  const title = subject === undefined ? event.name : `${event.name} (${subject})`;
  const rows = [
    ["", "HANDLER", "EXIT", "TIME", "EFFECT", "WHY"],
    ...handlers.map((entry) => row(entry, isDryRun)),
  ];
  const table = handlers.length === 0
    ? ["  no handlers are configured for this event"]
    : align(rows);
  const places = handlers.map(({ handler }) => `  ${place(handler)}`);
  const sources = places.length === 0 ? [] : ["", "Configured in:", ...numbered(places)];
  const conclusion = isDryRun ? ["", "Dry run: nothing was run"] : ["", ...concluded(report)];
  const printed = isDryRun || answer.stdout === "" ? [] : ["", "Answer:", `  ${answer.stdout}`];
  return [title, ...numbered(table, 1), ...sources, ...conclusion, ...printed].join("\n");
}

function row(
  { handler, isMatch, runs, why, run, effect }: HandlerReport,
  isDry: boolean,
): string[] {
  const name = `${handler.action.type}: ${actionText(handler.action)}`;
  const exit = run === undefined ? "-" : run.code === undefined ? run.kind : String(run.code);
  const time = run === undefined ? "-" : `${Math.round(run.durationMs)} ms`;
  const state = isDry
    ? (runs ? "would run" : "-")
    : run === undefined
    ? "not run"
    : effectText(effect);
  const notes = [effect.failure, ...effect.notes ?? []].filter((text) => text !== undefined);
  const reasons = [isMatch ? why : `no match: ${why}`, ...notes];
  return ["", name, exit, time, state, reasons.join("; ")];
}

function concluded({ event, merged, answer }: FireReport): string[] {
  const lines: string[] = [];
  if (answer.isBlocked) lines.push(`Blocked: ${answer.reason}`);
  else if (merged.behavior !== undefined) {
    lines.push(`Decision: ${merged.behavior}${merged.reason ? `: ${merged.reason}` : ""}`);
  } else lines.push(`${event.name} goes on`);
  if (merged.stop !== undefined) lines.push(`The agent stops: ${merged.stop || "no reason given"}`);
  if (merged.message !== undefined) lines.push(`Message: ${merged.message}`);
  for (const { source, text } of merged.contexts) lines.push(`Context from ${source}: ${text}`);
  for (const text of [...merged.systemMessages, ...merged.failures, ...merged.errors]) {
    lines.push(`Note: ${text}`);
  }
  return lines;
}

function place({ origin, isUntrusted }: Handler): string {
  const plugin = origin.plugin === undefined ? "" : ` of plugin ${origin.plugin.name}`;
  const state = isUntrusted ? ", not approved" : "";
  return `${origin.path}: ${origin.key} (${origin.scope}${plugin}${state})`;
}

/** Puts the handler's number before each line from `skip` on. */
function numbered(lines: readonly string[], skip = 0): string[] {
  return lines.map((line, index) => {
    const number = index < skip ? "" : String(index - skip + 1);
    return line.startsWith("  no ") ? line : `${number.padStart(3)}${line}`;
  });
}

/** Columns as wide as their widest cell; the last one is free. Line feeds in cells become blanks. */
function align(rows: readonly (readonly string[])[]): string[] {
  const flat = rows.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, " ")));
  const widths = flat[0]!.map((_, column) =>
    Math.max(...flat.map((cells) => cells[column]!.length))
  );
  return flat.map((cells) =>
    cells.map((cell, column) => column === cells.length - 1 ? cell : cell.padEnd(widths[column]!))
      .join("  ").trimEnd()
  );
}
