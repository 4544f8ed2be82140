/** `skillhook hooks fire`: says that an event just happened, and answers what the configured hooks decide. */
import { nearHint } from "../base/nearest.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { fireEvent, type FireReport } from "../hooks/fire.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import type { HookShape } from "../hooks/handler.ts";
import type { Host, Outcome } from "../host/host.ts";
import { HOOK_EVENTS, hookEvent } from "../protocol/hook_events.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import { InputError } from "../protocol/input.ts";
import { JsonScanner } from "../protocol/json_scanner.ts";
import { configDirectory } from "../catalog/places.ts";
import type { Given } from "./table.ts";
import { orEnd } from "./named_input.ts";
import { absolutePath } from "./project_option.ts";
import { endLine, noteLines, VerbError } from "./verb.ts";

const STDIN_DEADLINE_MS = 5_000;
const STDIN_MAX_BYTES = 64 * 1024 * 1024;
const EXIT_BLOCKED = 2;
/** How often an event may be fired from within a hook of the same event. */
const MAX_NESTED = 3;

/** The merged answer; exit 2 when the event is blocked, 1 when we fail, 64 for wrong usage. */
export async function fireVerb(options: Given<"hooks fire">, host: Host): Promise<Outcome> {
  const [name] = options.operands;
  const row = hookEvent(name);
  if (row === undefined) {
    throw options.misuse(
      `The agent has no event "${name}"${nearHint(name, Object.keys(HOOK_EVENTS))}`,
    );
  }
  const choices = readChoices(options, host);
  // Reading takes its time even when all is there: the files are looked at meanwhile.
  const reading = readEvent(host);
  checkSettings(choices.settings, host);
  checkNesting(name, choices, host);
  const made = fireableEvent(name, row, await reading, host, configDirectory(host));
  const { projectDir = made.projectDir } = choices;
  const event: FiredEvent = { ...made, projectDir };
  const { loaded, policy } = await loadConfigured(host, { ...choices, projectDir });
  const report = await fireEvent(host, event, loaded, {
    policy,
    limitMs: choices.limitMs,
    isDryRun: options.flag("dry-run"),
    stateDirectory: stateDirectory(host),
  });
  return await outcome(report, options, host);
}

interface Choices {
  readonly settings: readonly string[];
  readonly shape: HookShape | undefined;
  readonly limitMs: number | undefined;
  readonly projectDir?: string;
}

function readChoices(options: Given<"hooks fire">, host: Host): Choices {
  const shape = options.text("shape");
  const timeout = options.text("timeout");
  const seconds = Number(timeout);
  if (timeout !== undefined && !(seconds > 0 && Number.isFinite(seconds))) {
    throw options.misuse(`Option "--timeout" needs a number of seconds above 0: got "${timeout}"`);
  }
  const project = options.text("project");
  return {
    settings: options.list("settings").map((path) => absolutePath(path, host)),
    shape: shape === "auto" ? undefined : shape,
    limitMs: timeout === undefined ? undefined : seconds * 1000,
    ...(project === undefined ? {} : { projectDir: absolutePath(project, host) }),
  };
}

/** A settings file that is named and missing would silently open every gate in it. */
function checkSettings(paths: readonly string[], host: Host): void {
  for (const path of paths) {
    const cannot = `Cannot read settings "${path}"`;
    if (orEnd(cannot, 1, () => host.stat(path)) === undefined) {
      throw new VerbError(`${cannot}: no such file`);
    }
  }
}

/** A hook that fires its own event would start itself for ever. */
function checkNesting(name: string, { settings }: Choices, host: Host): void {
  const chain = (host.env("SKILLHOOK_FIRING") ?? "").split(",");
  const depth = chain.filter((event) => event === name).length;
  if (depth === 0 || depth < MAX_NESTED && settings.length > 0) return;
  throw new VerbError(`Cannot fire ${name}: a hook of ${name} is firing it again`);
}

/** One JSON object; nothing at all is fine, too. */
async function readEvent(host: Host): Promise<string> {
  if (host.isTerminal("stdin")) return "";
  const scanner = new JsonScanner();
  const limits = { deadlineMs: STDIN_DEADLINE_MS, maxBytes: STDIN_MAX_BYTES };
  const { bytes, end } = await host.readStdin(limits, (chunk) => scanner.push(chunk));
  if (end === "too-large") throw new InputError("Cannot read the event: it is over 64 MB");
  if (end === "deadline") {
    throw new InputError(
      "Cannot read the event: no complete JSON object came on standard input within 5 s",
    );
  }
  return new TextDecoder().decode(bytes);
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
