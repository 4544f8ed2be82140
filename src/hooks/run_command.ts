/** Runs a `command` handler: through a shell, or the program itself when it has `args`. */
import { type Command, type Host, HostError } from "../host/host.ts";
import { cutValue, handlerEnvironment } from "./environment.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler, HookAction } from "./handler.ts";
import { fromCommand, type HandlerRun, makeRun } from "./run.ts";

/** What running commands asks of the machine. */
export type CommandHost = Pick<Host, "env" | "environment" | "platform" | "run" | "stat" | "cwd">;

/** Bytes kept of each of a handler's streams: an answer with the largest texts the agent takes fits many times. */
const OUTPUT_CAP = 1024 * 1024;
/** Starting a background process takes a moment; the process itself has no deadline. */
const START_DEADLINE_MS = 10_000;

/**
 * Keeps its standard input, lets go of everything else, and goes: what it leaves behind has no pipe of ours.
 * `$0` is unused; the words behind it are the command line.
 */
const BACKGROUND = `input=$(cat); { printf '%s\\n' "$input" | "$@"; } >/dev/null 2>&1 &`;

/** A command handler's action. */
type CommandAction = Extract<HookAction, { type: "command" }>;

/**
 * Runs the command of a handler.
 *
 * @param deadlineMs Milliseconds until its whole process group is ended.
 * @returns How it ended; an empty command is a success of nothing.
 */
export async function runCommandHandler(
  host: CommandHost,
  handler: Handler,
  action: CommandAction,
  event: FiredEvent,
  deadlineMs: number,
): Promise<HandlerRun> {
  if (action.command.trim() === "") return makeRun("exited", { code: 0 });
  const env = handlerEnvironment(host.environment(), event, handler);
  const line = commandLine(host, action, env);
  const command = { env, stdin: `${event.text}\n`, cwd: workingDirectory(host, event) };
  if (!action.isAsync) return await runLine(host, line, { ...command, deadlineMs });
  const background = ["/bin/sh", "-c", BACKGROUND, "sh", ...line];
  const run = await runLine(host, background, { ...command, deadlineMs: START_DEADLINE_MS });
  return run.kind === "exited" && run.code === 0 ? { ...run, kind: "started" } : run;
}

/**
 * Runs one of our own helpers (a judge, an agent), which get the event as a handler does.
 *
 * @param prompt The handler's prompt, also in `HOOK_PROMPT`.
 * @param deadlineMs Milliseconds.
 */
export async function runAsker(
  host: CommandHost,
  line: string,
  handler: Handler,
  event: FiredEvent,
  { stdin, prompt, deadlineMs }: { stdin: string; prompt: string; deadlineMs: number },
): Promise<HandlerRun> {
  const inherited = handlerEnvironment(host.environment(), event, handler);
  const env = { ...inherited, HOOK_PROMPT: cutValue(prompt) };
  const cwd = workingDirectory(host, event);
  return await runLine(host, shellLine(host, line, undefined), { env, cwd, stdin, deadlineMs });
}

async function runLine(
  host: CommandHost,
  [program = "", ...args]: readonly string[],
  command: Pick<Command, "env" | "stdin" | "cwd" | "deadlineMs">,
): Promise<HandlerRun> {
  return fromCommand(await host.run({ program, args, outputCap: OUTPUT_CAP, ...command }));
}

function commandLine(
  host: CommandHost,
  { command, args, shell }: CommandAction,
  env: Readonly<Record<string, string>>,
): string[] {
  if (args === undefined) return shellLine(host, command, shell);
  return [command, ...args].map((word) => substitute(word, env));
}

function shellLine(
  host: Pick<CommandHost, "platform">,
  line: string,
  shell: CommandAction["shell"],
): string[] {
  const isWindows = host.platform === "windows";
  if (shell === "powershell") {
    return [isWindows ? "powershell" : "pwsh", "-NoProfile", "-NonInteractive", "-Command", line];
  }
  if (shell === "bash" || isWindows) return ["bash", "-c", line];
  return ["/bin/sh", "-c", line];
}

/** The three names the agent replaces in exec form; a name without a value stays as written. */
const SUBSTITUTES = ["CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"] as const;

function substitute(word: string, env: Readonly<Record<string, string>>): string {
  return SUBSTITUTES.reduce((text, name) => {
    const value = env[name];
    return value === undefined ? text : text.replaceAll(`\${${name}}`, () => value);
  }, word);
}

/** The event's directory, or the nearest thing to it that is there. */
function workingDirectory(host: CommandHost, event: FiredEvent): string {
  const places = [event.cwd, event.projectDir, host.env("HOME")];
  const place = places.find((path) => path !== undefined && isDirectory(host, path));
  return place ?? "/";
}

function isDirectory(host: CommandHost, path: string): boolean {
  try {
    return host.stat(path)?.kind === "directory";
  } catch (error) {
    // Out of reach is as good as absent: a command could not start there either.
    if (error instanceof HostError) return false;
    throw error;
  }
}
