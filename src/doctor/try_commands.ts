/** Sends a silent event through every wired command of ours, started as the agent starts it. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { isAbsolutePath } from "../base/path.ts";
import { isSamePlace, look } from "../catalog/sources.ts";
import { actionText, type Handler, type HookAction } from "../hooks/handler.ts";
import type { HandlerRun } from "../hooks/run.ts";
import { runCommandHandler } from "../hooks/run_command.ts";
import { handlerDeadline } from "../hooks/run_handlers.ts";
import { attempt, type Host } from "../host/host.ts";
import { quietHost } from "../lint/try_hooks.ts";
import type { WiringSubject } from "./check_wiring.ts";
import { isOwn, silentEvent } from "./own_handlers.ts";

type CommandAction = Extract<HookAction, { type: "command" }>;

const HEADER_BYTES = 20;
const EXECUTABLE = 0o111;
/** A person notices longer waits on every prompt. */
const SLOW_MS = 250;
/** Nothing of ours takes longer; a foreign program with our name must not hold the doctor up. */
const LIMIT_MS = 15_000;

export async function tryCommands(host: Host, subject: WiringSubject): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const quiet = quietHost(host);
  for (const handler of subject.handlers.filter(isOwn)) {
    const [code, message, remedy] = await tryCommand(quiet, handler, subject.projectDir);
    findings.push(diagnose(code, subject.placeOf(handler), message, remedy));
  }
  return findings;
}

type Found = readonly [code: DiagnosticCode, message: string, remedy?: string];

async function tryCommand(host: Host, handler: Handler, projectDir: string): Promise<Found> {
  const { event: name, action } = handler;
  const event = silentEvent(host, name, projectDir);
  if (action.type !== "command" || event === undefined) {
    return ["hook-works", `${name}: nothing to try`];
  }
  const program = action.command
    .replaceAll("${CLAUDE_PLUGIN_ROOT}", handler.origin.plugin?.root ?? "")
    .replaceAll("${CLAUDE_PROJECT_DIR}", projectDir);
  const flaw = programFlaw(host, program, action);
  if (flaw !== undefined) return ["hook-program", `${name}: ${flaw[0]}`, flaw[1]];
  const isOurs = isSamePlace(host, program, host.executable()) &&
    action.args?.length === 1 && action.args[0] === "hook";
  if (handler.isUntrusted && !isOurs) {
    // Whatever a stranger's project calls skillhook is not started by us either, nor are we with its arguments.
    const what = `${name}: "${actionText(action)}"`;
    const remedy = `Look at it, then run "skillhook trust allow ${handler.origin.path}"`;
    return ["hook-not-tried", `${what} was not tried: the project's file is not approved`, remedy];
  }
  const limit = handlerDeadline(handler, LIMIT_MS);
  const run = await runCommandHandler(host, handler, action, event, limit);
  return judge(name, action, run, handler.timeoutMs ?? limit);
}

/** What can be said of a program without starting it: what is wrong, and what to do. */
function programFlaw(
  host: Host,
  program: string,
  { args }: CommandAction,
): [string, string] | undefined {
  if (args === undefined || !isAbsolutePath(program, host.platform)) return undefined;
  const stat = look(host, program);
  if (stat === undefined) {
    return [
      `"${program}" does not exist`,
      'Build it there ("deno task build"), or run "skillhook install --take ours"',
    ];
  }
  if (stat.kind !== "file") {
    return [`"${program}" is no file`, 'Run "skillhook install --take ours"'];
  }
  const isRunnable = host.platform === "windows" || (stat.mode & EXECUTABLE) !== 0;
  if (!isRunnable) return [`"${program}" may not be executed`, `Run "chmod +x ${program}"`];
  const flaw = kindProblem(host, program);
  return flaw === undefined
    ? undefined
    : [`"${program}" ${flaw}`, "Build it here, or download the release for this machine"];
}

function judge(name: string, action: CommandAction, run: HandlerRun, timeoutMs: number): Found {
  const what = `${name}: "${actionText(action)}"`;
  if (run.kind === "unstartable") {
    return [
      "hook-program",
      `${what} cannot be started: ${run.reason}`,
      "Name it by its absolute path; if it was built for another kind of machine, build it here",
    ];
  }
  if (run.kind === "timeout") {
    const message = `${what} did not answer within ${timeoutMs / 1000} s`;
    return ["hook-answer", message, "Look at what slows it down"];
  }
  if (run.kind !== "exited") {
    return ["hook-program", `${what} was ended by ${run.signal || run.reason}`, "Build it again"];
  }
  if (run.code !== 0) {
    const [said] = run.stderr.trim().split("\n", 1);
    const message = `${what} ended with exit code ${run.code}: ${said}`;
    return ["hook-answer", message, "Correct what it says"];
  }
  const answer = run.stdout.trim();
  // A word to the user about a flawed file is no answer.
  if (answer !== "" && answer !== "{}" && !/^\{"systemMessage":"(?:[^"\\]|\\.)*"\}$/.test(answer)) {
    return [
      "hook-answer",
      `${what} answered an event that calls for silence: ${answer.slice(0, 80)}`,
      "Build it again: this is another program, or a defect of ours",
    ];
  }
  const took = `${run.durationMs.toFixed(0)} ms of ${timeoutMs / 1000} s`;
  return run.durationMs > SLOW_MS
    ? ["hook-slow", `${what} is slow: ${took}`, "See docs/performance.md"]
    : ["hook-works", `${what} works: ${took}`];
}

/** What is wrong with its kind; `undefined` when it can be for this machine, or cannot be told. */
function kindProblem(host: Host, program: string): string | undefined {
  const own = kindOf(host, host.executable());
  const kind = kindOf(host, program);
  // We run here, so what we are is right; what we cannot name is not judged.
  if (own === undefined || own === "unknown" || kind === undefined) return undefined;
  if (kind === own || kind === "script" || kind === "any") return undefined;
  return kind === "unknown"
    ? "is neither a program of this machine nor a script"
    : "was built for another kind of machine";
}

/**
 * For which kind of machine a program was built, by its first bytes. Started anyway, a program of another kind is
 * often handed to a shell, which complains about its bytes instead of naming the reason.
 */
function kindOf(host: Host, path: string): string | undefined {
  const bytes = attempt(() => host.readBytes(path, 0, HEADER_BYTES));
  if (bytes === undefined) return undefined;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex.startsWith("2321")) return "script";
  if (hex.startsWith("cafebabe")) return "any";
  // ELF: word size and byte order, then the machine.
  if (hex.startsWith("7f454c46")) return `elf ${hex.slice(8, 12)} ${hex.slice(36, 40)}`;
  // Mach-O, both word sizes.
  if (/^c[ef]faedfe/.test(hex)) return `mach ${hex.slice(0, 16)}`;
  return hex.startsWith("4d5a") ? "windows" : "unknown";
}
