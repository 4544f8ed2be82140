/** The hooks that are configured are asked, and what they decide is printed. */
import { loadConfigured } from "../hooks/configured.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import type { FiredEvent } from "../hooks/fired_event.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import type { Choices } from "./fire.ts";
import type { Given } from "./table.ts";
import { endLine, noteLines, VerbError } from "./verb.ts";

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
  const { projectDir } = event;
  const { loaded, policy, project } = await loadConfigured(host, { ...choices, projectDir });
  const set = project.variables();
  checkNesting(event.name, choices, set.get("SKILLHOOK_FIRING")?.value, host);
  const moved = choices.settings.length === 0 ? project.movedTrust() : undefined;
  const report = await fireEvent(host, event, loaded, {
    policy,
    limitMs: choices.limitMs,
    isDryRun: options.flag("dry-run"),
    // What the project says is remembered, such as failures of your guard, is not.
    stateDirectory: STATE.some((name) => set.has(name)) ? undefined : stateDirectory(host),
    refusal: moved?.isPlace
      ? `"${moved.path}" sets "${moved.variable}", so your own hooks cannot be found: take it out there`
      : undefined,
  });
  return await outcome(report, options, host);
}

/** A hook that fires its own event would start itself for ever; a project may not pretend that one does. */
function checkNesting(
  name: string,
  { settings }: Choices,
  projects: unknown,
  host: Pick<Host, "env">,
): void {
  const said = host.env("SKILLHOOK_FIRING") ?? "";
  const own = typeof projects === "string" && said.startsWith(projects)
    ? said.slice(projects.length)
    : said;
  const depth = own.split(",").filter((event) => event === name).length;
  if (depth === 0 || depth < MAX_NESTED && settings.length > 0) return;
  throw new VerbError(`Cannot fire ${name}: a hook of ${name} is firing it again`);
}

async function outcome(
  report: FireReport,
  options: Given<"hooks fire">,
  host: Host,
): Promise<Outcome> {
  const { answer, diagnostics } = report;
  const stderr = endLine(answer.reason) + noteLines(diagnostics);
  const code = answer.isBlocked ? EXIT_BLOCKED : 0;
  if (options.flag("json")) {
    const { reportJson } = await import("../hooks/report.ts");
    return { stdout: `${JSON.stringify(reportJson(report, host.platform))}\n`, stderr, code };
  }
  if (options.flag("explain") || options.flag("dry-run")) {
    const { reportText } = await import("../hooks/report.ts");
    const text = reportText(report, host.platform, options.flag("dry-run"));
    return { stdout: endLine(text), stderr, code };
  }
  return { stdout: endLine(answer.stdout), stderr, code };
}
