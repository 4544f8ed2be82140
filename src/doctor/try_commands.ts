/** Sends a silent event through every wired command of ours, started as the agent starts it. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { isAbsolutePath } from "../base/path.ts";
import { isSamePlace, look } from "../catalog/sources.ts";
import { actionText, type Handler } from "../hooks/handler.ts";
import { runCommandHandler } from "../hooks/run_command.ts";
import { handlerDeadline } from "../hooks/run_handlers.ts";
import { attempt, type Host } from "../host/host.ts";
import { quietHost } from "../lint/try_hooks.ts";
import { silentEvent, type WiringSubject } from "./check_wiring.ts";

const HEADER_BYTES = 20;
const EXECUTABLE = 0o111;
/** Longer waits are noticed on every prompt. */
const SLOW_MS = 250;
/** Nothing of ours takes longer; a foreign program with our name must not hold the doctor up. */
const LIMIT_MS = 15_000;

export async function tryCommands(host: Host, subject: WiringSubject): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const quiet = quietHost(host);
  for (const handler of subject.own) {
    const [code, message, remedy] = await tryCommand(quiet, handler, subject.projectDir);
    findings.push(diagnose(code, subject.placeOf(handler), message, remedy));
  }
  return findings;
}

type Found = readonly [code: DiagnosticCode, message: string, remedy?: string | undefined];

async function tryCommand(host: Host, handler: Handler, projectDir: string): Promise<Found> {
  const { event: name, action, origin } = handler;
  const event = silentEvent(host, name, projectDir);
  const isTried = action.type === "command" && event !== undefined;
  if (!isTried) return ["hook-works", `${name}: nothing to try`];
  const program = action.command
    .replaceAll("${CLAUDE_PLUGIN_ROOT}", origin.plugin?.root ?? "")
    .replaceAll("${CLAUDE_PROJECT_DIR}", projectDir);
  if (action.args !== undefined && isAbsolutePath(program, host.platform)) {
    const [flaw, remedy] = programFlaw(host, program) ?? [];
    if (flaw !== undefined) return ["hook-program", `${name}: "${program}" ${flaw}`, remedy];
  }
  const what = `${name}: "${actionText(action)}"`;
  const isOurs = isSamePlace(host, program, host.executable()) &&
    action.args?.length === 1 && action.args[0] === "hook";
  if (handler.isUntrusted && !isOurs) {
    // Whatever a stranger's project calls skillhook is not started by us either, nor are we with its arguments.
    const remedy = `Look at it, then run "skillhook trust allow ${origin.path}"`;
    return ["hook-not-tried", `${what} was not tried: the project's file is not approved`, remedy];
  }
  const limit = handlerDeadline(handler, LIMIT_MS);
  const run = await runCommandHandler({ host, event }, handler, action, limit);
  const seconds = (handler.timeoutMs ?? limit) / 1000;
  if (run.kind === "unstartable") {
    const remedy =
      "Name it by its absolute path; if it was built for another kind of machine, build it here";
    return ["hook-program", `${what} cannot be started: ${run.reason}`, remedy];
  }
  if (run.kind === "timeout") {
    const message = `${what} did not answer within ${seconds} s`;
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
  // A word to the user about a flawed file is no answer.
  if (!/^(?:|\{\}|\{"systemMessage":"(?:[^"\\]|\\.)*"\})$/.test(run.stdout.trim())) {
    const answer = run.stdout.trim().slice(0, 80);
    const message = `${what} answered an event that calls for silence: ${answer}`;
    return ["hook-answer", message, "Build it again: this is another program, or a defect of ours"];
  }
  const took = `${run.durationMs.toFixed(0)} ms of ${seconds} s`;
  return run.durationMs > SLOW_MS
    ? ["hook-slow", `${what} is slow: ${took}`, "See docs/performance.md"]
    : ["hook-works", `${what} works: ${took}`];
}

function programFlaw(host: Host, program: string): [string, string] | undefined {
  const stat = look(host, program);
  if (stat === undefined) {
    const remedy = 'Build it there ("deno task build"), or run "skillhook install --take ours"';
    return ["does not exist", remedy];
  }
  if (stat.kind !== "file") return ["is no file", 'Run "skillhook install --take ours"'];
  const isRunnable = host.platform === "windows" || (stat.mode & EXECUTABLE) !== 0;
  if (!isRunnable) return ["may not be executed", `Run "chmod +x ${program}"`];
  const [own, kind] = [kindOf(host, host.executable()), kindOf(host, program)];
  // We run here, so what we are is right; what we cannot name is not judged.
  const isFine = [own, "script", "any", undefined].includes(kind);
  if (isFine || own === undefined || own === "unknown") return undefined;
  const flaw = kind === "unknown"
    ? "is neither a program of this machine nor a script"
    : "was built for another kind of machine";
  return [flaw, "Build it here, or download the release for this machine"];
}

/** By the first bytes: a program of another kind, if started, is often handed to a shell, which complains about its bytes. */
function kindOf(host: Host, path: string): string | undefined {
  const bytes = attempt(() => host.readBytes(path, 0, HEADER_BYTES));
  if (bytes === undefined) return undefined;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex.startsWith("2321")) return "script";
  if (hex.startsWith("cafebabe")) return "any";
  // Word size and byte order, then the machine.
  if (hex.startsWith("7f454c46")) return `elf ${hex.slice(8, 12)} ${hex.slice(36, 40)}`;
  if (/^c[ef]faedfe/.test(hex)) return `mach ${hex.slice(0, 16)}`;
  return hex.startsWith("4d5a") ? "windows" : "unknown";
}
