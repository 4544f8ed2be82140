/** `skillhook hooks list`: everything that is configured, by event; and `hooks fire` where there is something to ask. */
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import type { FiredEvent } from "../hooks/fired_event.ts";
import { actionText, type Handler } from "../hooks/handler.ts";
import { NO_POLICY, type Policy } from "../hooks/plan.ts";
import type { HandlerReport } from "../hooks/run_handlers.ts";
import { hookMark } from "../hooks/session_state.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { ProjectBoundary } from "../trust/project_boundary.ts";
import type { Choices } from "./fire.ts";
import { absolutePath, checkSettings, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { endLine, noteLines, success, VerbError } from "./verb.ts";

export async function hooksVerb(options: Given<"hooks list">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const agents = options.text("agent");
  if (agents !== undefined) {
    const { listAgentHooks } = await import("./agent_hooks.ts");
    return await listAgentHooks(agents, projectDir, options.flag("json"), host);
  }
  const settings = options.list("settings").map((path) => absolutePath(path, host));
  checkSettings(settings, host);
  const { loaded } = await loadConfigured(host, { projectDir, settings, shape: undefined });
  const problems = loaded.diagnostics.map(formatDiagnostic);
  const events = groupBy(loaded.handlers, ({ event }) => event);
  if (options.flag("json")) {
    const { handlerJson } = await import("../hooks/report.ts");
    const rows = [...events].map(([event, handlers]) => [event, handlers.map(handlerJson)]);
    const json = { project: projectDir, events: Object.fromEntries(rows), problems };
    return success(JSON.stringify(json), problems);
  }
  const blocks = [...events].map(([event, handlers]) => [event, ...handlers.flatMap(lines)]);
  const text = blocks.map((block) => block.join("\n")).join("\n\n");
  return success(text === "" ? "No hooks are configured" : text, problems);
}

function lines({ action, matcher, condition, origin, shape, isUntrusted }: Handler): string[] {
  const filters = [
    ...matcher === undefined ? [] : [`matcher "${matcher.text}"`],
    ...condition === undefined ? [] : [`if "${condition.text}"`],
    ...shape === "flat" ? ["flat"] : [],
    ...isUntrusted ? ["not approved, does not run"] : [],
  ];
  const suffix = filters.length === 0 ? "" : `  [${filters.join(", ")}]`;
  return [
    `  ${action.type}: ${actionText(action)}${suffix}`,
    `      ${origin.path}: ${origin.key} (${origin.scope})`,
  ];
}

const EXIT_BLOCKED = 2;
/** How often an event may be fired from within a hook of the same event. */
const MAX_NESTED = 3;
const STATE = ["XDG_STATE_HOME", "LOCALAPPDATA", "CLAUDE_PLUGIN_DATA"];

/** The answer; exit 2 when the event is blocked. */
export async function fireHooks(
  options: Given<"hooks fire">,
  choices: Choices,
  event: FiredEvent,
  host: Host,
): Promise<Outcome> {
  const isDryRun = options.flag("dry-run");
  const how = { waits: options.flag("wait"), isDryRun };
  const report = await fireConfigured(choices, how, event, host);
  const { answer, diagnostics } = report;
  const stderr = endLine(answer.reason) + noteLines(diagnostics);
  const code = answer.isBlocked ? EXIT_BLOCKED : 0;
  const isJson = options.flag("json");
  if (!isJson && !isDryRun && !options.flag("explain")) {
    return { stdout: endLine(answer.stdout), stderr, code };
  }
  const { reportJson, reportText } = await import("../hooks/report.ts");
  const text = isJson
    ? JSON.stringify(reportJson(report, host.platform))
    : reportText(report, host.platform, isDryRun);
  return { stdout: endLine(text), stderr, code };
}

/** Fires an event at what is configured for it. */
export async function fireConfigured(
  choices: Choices,
  how: { readonly waits: boolean; readonly isDryRun: boolean },
  event: FiredEvent,
  host: Host,
): Promise<FireReport> {
  const { projectDir } = event;
  const { loaded, policy, project } = await loadConfigured(host, {
    ...choices,
    projectDir,
    cwd: event.cwd,
  });
  const set = project.variables();
  checkNesting(event.name, choices, set.get("SKILLHOOK_FIRING")?.value, host);
  const projectsSay = STATE.some((name) => set.has(name));
  const report = await fireEvent(host, event, loaded, {
    ...how,
    policy,
    limitMs: choices.limitMs,
    // What the project says is remembered, such as failures of your guard, is not.
    stateDirectory: projectsSay ? undefined : stateDirectory(host),
    refusal: movedRefusal(choices.settings, project),
  });
  const problem = projectsSay ? undefined : await keepBeats(host, report.handlers, policy);
  if (problem === undefined) return report;
  return {
    ...report,
    diagnostics: [...report.diagnostics, diagnose("state-unwritable", {}, problem)],
  };
}

/** Why nothing may go ahead: a project has moved the user's own hooks out of sight. */
export function movedRefusal(
  settings: readonly string[],
  project: ProjectBoundary,
): string | undefined {
  const moved = settings.length === 0 ? project.movedTrust() : undefined;
  if (!moved?.isPlace) return undefined;
  const { path, variable } = moved;
  return `"${path}" sets "${variable}", so your own hooks cannot be found: take it out there`;
}

/** Writes down how the hooks fared, where the log is on. @returns Why that cannot be done, if so. */
async function keepBeats(host: Host, handlers: readonly HandlerReport[], policy: Policy) {
  // Without settings of ours only the variable can say so.
  if (policy === NO_POLICY && host.env("SKILLHOOK_LOG") === undefined) return undefined;
  const beats = handlers.flatMap(({ handler, run, effect: { failure } }) => {
    if (run === undefined) return [];
    // From 126 on the shell found nothing to run, or it was killed: a flat list takes that for a refusal.
    const isBad = failure !== undefined || run.kind === "signaled" || (run.code ?? 0) > 125;
    return [{ hook: hookMark(handler), isOk: !isBad, ms: run.durationMs }];
  });
  if (beats.length === 0) return undefined;
  const { isLogSet, logVariable } = await import("../trace/is_logged.ts");
  if (!(logVariable(host) ?? await isLogSet(host))) return undefined;
  const { recordBeats } = await import("../state/heartbeat.ts");
  const problem = recordBeats(host, beats);
  return problem && `Cannot keep how hooks fare: ${problem}`;
}

/** A hook that fires its own event would start itself for ever; a project may not pretend that one does. */
function checkNesting(name: string, { settings }: Choices, projects: unknown, host: Host): void {
  const said = host.env("SKILLHOOK_FIRING") ?? "";
  const own = typeof projects === "string" && said.startsWith(projects)
    ? said.slice(projects.length)
    : said;
  const depth = own.split(",").filter((event) => event === name).length;
  if (depth === 0 || depth < MAX_NESTED && settings.length > 0) return;
  throw new VerbError(
    `Cannot fire ${name}: a hook of ${name} is firing it again: let it fire another event, or none`,
  );
}
