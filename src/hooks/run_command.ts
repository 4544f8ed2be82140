/** Runs a `command` handler: through a shell, or the program itself when it has `args`. */
import { isHighSurrogate } from "../base/fitted_text.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { attempt, type Command, type Host } from "../host/host.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler, HookAction } from "./handler.ts";
import { fromCommand, type HandlerRun, makeRun } from "./run.ts";

/** Bytes kept of each of a handler's streams: an answer with the largest texts the agent takes fits many times. */
const OUTPUT_CAP = 1024 * 1024;
/** Starting a background process takes a moment; the process itself has no deadline. */
const START_DEADLINE_MS = 10_000;
/** Bytes of one variable's value; Linux refuses to start a program with one of 128 KB. */
const VALUE_CAP = 100 * 1024;

/**
 * Keeps its standard input, lets go of everything else, and goes: what it leaves behind has no pipe of ours.
 * `$0` is unused; the words behind it are the command line.
 */
const BACKGROUND = `input=$(cat); { printf '%s\\n' "$input" | "$@"; } >/dev/null 2>&1 &`;

type CommandAction = Extract<HookAction, { type: "command" }>;

/** `waits`: for a handler in the background, too, if it may wake the model. An empty command is a success of nothing. */
export async function runCommandHandler(
  host: Host,
  handler: Handler,
  action: CommandAction,
  event: FiredEvent,
  deadlineMs: number,
  waits = false,
): Promise<HandlerRun> {
  if (action.command.trim() === "") return makeRun("exited", { code: 0 });
  const env = handlerEnvironment(host.environment(), event, handler);
  if (isFields(event.fields.tool_input)) env.TOOL_INPUT = cutValue(await toolInput(event));
  const line = commandLine(host, action, env);
  const command = { env, stdin: `${event.text}\n`, cwd: workingDirectory(host, event) };
  if (!action.isAsync || waits && action.rewakes) {
    return await runLine(host, line, { ...command, deadlineMs });
  }
  const background = ["/bin/sh", "-c", BACKGROUND, "sh", ...line];
  const run = await runLine(host, background, { ...command, deadlineMs: START_DEADLINE_MS });
  return run.kind === "exited" && run.code === 0 ? { ...run, kind: "started" } : run;
}

/** Runs a judge or an agent, which get the event as a handler does, and the prompt in `HOOK_PROMPT`, too. */
export async function runAsker(
  host: Host,
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

export async function runLine(
  host: Host,
  [program = "", ...args]: readonly string[],
  command: Pick<Command, "env" | "stdin" | "cwd" | "deadlineMs"> & { readonly outputCap?: number },
): Promise<HandlerRun> {
  return fromCommand(await host.run({ program, args, outputCap: OUTPUT_CAP, ...command }));
}

/** The three names the agent replaces in exec form; a name without a value stays as written. */
const SUBSTITUTES = ["CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"] as const;

function commandLine(
  host: Host,
  { command, args, shell }: CommandAction,
  env: Readonly<Record<string, string>>,
): string[] {
  if (args === undefined) return shellLine(host, command, shell);
  const values = SUBSTITUTES.map((name) => [`\${${name}}`, env[name] ?? `\${${name}}`] as const);
  return [command, ...args].map((word) =>
    values.reduce((text, [name, value]) => text.replaceAll(name, () => value), word)
  );
}

/** The program and the arguments that run a line in a shell: the one that is named, else the platform's. */
export function shellLine(
  { platform }: Host,
  line: string,
  shell?: CommandAction["shell"],
): [program: string, ...args: string[]] {
  const isWindows = platform === "windows";
  if (shell === "powershell") {
    return [isWindows ? "powershell" : "pwsh", "-NoProfile", "-NonInteractive", "-Command", line];
  }
  return [shell === "bash" || isWindows ? "bash" : "/bin/sh", "-c", line];
}

/** The event's directory, or the nearest thing to it that is there and in reach: elsewhere no command could start. */
function workingDirectory(host: Host, event: FiredEvent): string {
  return [event.cwd, event.projectDir, host.env("HOME")].find((path) =>
    path !== undefined && attempt(() => host.stat(path))?.kind === "directory"
  ) ?? "/";
}

/** What is inherited, the agent's variables, and short names for parts of the event; long values are cut with a notice. */
function handlerEnvironment(
  inherited: Readonly<Record<string, string>>,
  { name, fields, projectDir }: FiredEvent,
  { origin }: Handler,
): Record<string, string> {
  const added: Record<string, string | undefined> = {
    HOOK_EVENT: name,
    TOOL_NAME: asString(fields.tool_name),
    TOOL_INPUT: asText(fields.tool_input),
    TOOL_OUTPUT: asText(fields.tool_response ?? fields.tool_output ?? fields.error),
    TOOL_IS_ERROR: isToolError(name, fields),
    USER_MESSAGE: asString(fields.prompt),
    CLAUDECODE: "1",
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_CODE_SESSION_ID: asString(fields.session_id),
    CLAUDE_EFFORT: isFields(fields.effort) ? asString(fields.effort.level) : undefined,
    CLAUDE_PLUGIN_ROOT: origin.plugin?.root,
    CLAUDE_PLUGIN_DATA: origin.plugin?.data,
  };
  const firing = inherited.SKILLHOOK_FIRING ? `${inherited.SKILLHOOK_FIRING},${name}` : name;
  const environment: Record<string, string> = { ...inherited, SKILLHOOK_FIRING: firing };
  for (const [key, value] of Object.entries(added)) {
    // What another event or plugin left in our own environment would be a lie here.
    if (value !== undefined) environment[key] = cutValue(value);
    else if (key !== "CLAUDE_EFFORT") delete environment[key];
  }
  return environment;
}

/** As it was received, to the byte; only where that is not what our own writer makes of it, it takes a reader. */
async function toolInput({ fields, received }: FiredEvent): Promise<string> {
  const plain = JSON.stringify(fields.tool_input);
  if (received.includes(plain)) return plain;
  const { memberOf, readJsonTree } = await import("../base/json_tree.ts");
  const root = readJsonTree(received);
  const node = "flaw" in root ? undefined : memberOf(root, "tool_input")?.value;
  return node === undefined ? plain : received.slice(node.start, node.end);
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : JSON.stringify(value ?? undefined);
}

function isToolError(name: string, { is_error: said, tool_response: response }: Fields) {
  if (typeof said === "boolean") return String(said);
  if (isFields(response) && typeof response.is_error === "boolean") {
    return String(response.is_error);
  }
  if (name === "PostToolUseFailure") return "true";
  return name === "PostToolUse" ? "false" : undefined;
}

/** Makes a value fit for an environment: without NUL, and where it is too long, its beginning and a notice. */
function cutValue(value: string): string {
  const clean = value.replaceAll("\0", "\ufffd");
  // A unit takes three bytes at most: most values are known to fit without encoding them.
  if (clean.length * 3 <= VALUE_CAP) return clean;
  const encoder = new TextEncoder();
  const total = encoder.encode(clean).length;
  if (total <= VALUE_CAP) return clean;
  const notice =
    `\n[skillhook: cut here, ${total} bytes in all; standard input has the whole event]`;
  const { read } = encoder.encodeInto(clean, new Uint8Array(VALUE_CAP - notice.length));
  const end = isHighSurrogate(clean.charCodeAt(read - 1)) ? read - 1 : read;
  return clean.slice(0, end) + notice;
}
