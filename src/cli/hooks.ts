/** `skillhook hooks fire` where there is something to ask: the configured hooks, and what they say together. */
import { diagnose } from "../base/diagnostic.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import type { FiredEvent } from "../hooks/fired_event.ts";
import { type HandlerReport, NO_POLICY, type Policy } from "../hooks/plan.ts";
import { hookMark } from "../hooks/session_state.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { ProjectBoundary } from "../trust/project_boundary.ts";
import type { Choices } from "./fire.ts";
import type { Given } from "./table.ts";
import { endLine, noteLines, VerbError } from "./verb.ts";

const EXIT_BLOCKED = 2;
/** How often an event may be fired from within a hook of the same event. */
const MAX_NESTED = 3;
const STATE = ["XDG_STATE_HOME", "LOCALAPPDATA", "CLAUDE_PLUGIN_DATA"];

export async function fireHooks(
  options: Given<"hooks fire">,
  choices: Choices,
  event: FiredEvent,
  host: Host,
): Promise<Outcome> {
  const [isDryRun, isJson] = [options.flag("dry-run"), options.flag("json")];
  const how = { waits: options.flag("wait"), isDryRun };
  const report = await fireConfigured(choices, how, event, host);
  const { answer, diagnostics } = report;
  const stderr = endLine(answer.reason) + noteLines(diagnostics);
  const code = answer.isBlocked ? EXIT_BLOCKED : 0;
  const isAnswer = !isJson && !isDryRun && !options.flag("explain");
  if (isAnswer) return { stdout: endLine(answer.stdout), stderr, code };
  const { reportJson, reportText } = await import("../hooks/report.ts");
  const text = isJson
    ? JSON.stringify(reportJson(report, host.platform))
    : reportText(report, host.platform, isDryRun);
  return { stdout: endLine(text), stderr, code };
}

export async function fireConfigured(
  choices: Choices,
  how: { readonly waits: boolean; readonly isDryRun: boolean },
  event: FiredEvent,
  host: Host,
): Promise<FireReport> {
  const { projectDir, cwd, name } = event;
  const { loaded, policy, project } = await loadConfigured(host, { ...choices, projectDir, cwd });
  const set = project.variables();
  checkNesting(name, choices, set.get("SKILLHOOK_FIRING")?.value, host);
  // What the project says is remembered, such as failures of your guard, is not.
  const projectsSay = STATE.some((name) => set.has(name));
  const report = await fireEvent(host, event, loaded, {
    ...how,
    policy,
    limitMs: choices.limitMs,
    stateDirectory: projectsSay ? undefined : stateDirectory(host),
    refusal: movedRefusal(choices.settings, project),
  });
  const problem = projectsSay ? undefined : await keepBeats(host, report.handlers, policy);
  const flaws = problem === undefined ? [] : [diagnose("state-unwritable", {}, problem)];
  return { ...report, diagnostics: [...report.diagnostics, ...flaws] };
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
  const isTheirs = typeof projects === "string" && said.startsWith(projects);
  const own = isTheirs ? said.slice(projects.length) : said;
  const depth = own.split(",").filter((event) => event === name).length;
  if (depth === 0 || depth < MAX_NESTED && settings.length > 0) return;
  throw new VerbError(
    `Cannot fire ${name}: a hook of ${name} is firing it again: let it fire another event, or none`,
  );
}
