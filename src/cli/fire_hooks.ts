/** The hooks that are configured are asked, and what they decide is printed. */
import { loadConfigured } from "../hooks/configured.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import type { FiredEvent } from "../hooks/fired_event.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import type { Choices } from "./fire.ts";
import type { Given } from "./table.ts";
import { endLine, noteLines } from "./verb.ts";

const EXIT_BLOCKED = 2;

/** The answer; exit 2 when the event is blocked. */
export async function fireHooks(
  options: Given<"hooks fire">,
  choices: Choices,
  event: FiredEvent,
  host: Host,
): Promise<Outcome> {
  const { projectDir } = event;
  const { loaded, policy } = await loadConfigured(host, { ...choices, projectDir });
  const report = await fireEvent(host, event, loaded, {
    policy,
    limitMs: choices.limitMs,
    isDryRun: options.flag("dry-run"),
    stateDirectory: stateDirectory(host),
  });
  return await outcome(report, options, host);
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
