/** Runs a `command` handler, through a shell or the program itself when it has `args`; or who is asked in its place. */
import { byteLength, unitsWithin } from "../base/fitted_text.ts";
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { attempt, type Command, type Host } from "../host/host.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler, HookAction } from "./handler.ts";
import type { Firing } from "./plan.ts";
import { fromCommand, type HandlerRun, makeRun } from "./run.ts";

/** Bytes kept of each of a handler's streams: an answer with the largest texts the agent takes fits many times. */
const OUTPUT_CAP = 1024 * 1024;

/** Keeps its standard input and goes: what it leaves behind has no pipe of ours. Behind `$0` stands the command line. */
const BACKGROUND = `input=$(cat); { printf '%s\\n' "$input" | "$@"; } >/dev/null 2>&1 &`;

type CommandAction = Extract<HookAction, { type: "command" }>;

/** `waits`: for a handler in the background, too, if it may wake the model. An empty command is a success of nothing. */
export async function runCommandHandler(
  { host, event, waits = false }: Pick<Firing, "host" | "event"> & Partial<Firing>,
  handler: Handler,
  action: CommandAction,
  deadlineMs: number,
): Promise<HandlerRun> {
  if (action.command.trim() === "") return makeRun("exited", { code: 0 });
  const { env, cwd } = await surroundings(host, event, handler);
  const line = commandLine(host, action, env);
  const command = { env, cwd, stdin: `${event.text}\n`, deadlineMs };
  if (!action.isAsync || waits && action.rewakes) return await runLine(host, line, command);
  const background = ["/bin/sh", "-c", BACKGROUND, "sh", ...line];
  // To start it takes a moment; the process itself has no deadline.
  const run = await runLine(host, background, { ...command, deadlineMs: 10_000 });
  return run.kind === "exited" && run.code === 0 ? { ...run, kind: "started" } : run;
}

const ANSWER_FORM =
  'Answer with one JSON object and nothing else: {"ok": true}, or {"ok": false, "reason": "why"}.';

/** The user's command answers `{ok, reason}`: a judge reads JSON, an agent text. The event stands in for `$ARGUMENTS`. */
export async function ask(
  { host, event }: Firing,
  command: string,
  handler: Handler,
  action: Extract<HookAction, { type: "prompt" | "agent" }>,
  deadlineMs: number,
): Promise<HandlerRun> {
  const prompt = action.prompt.replaceAll("$ARGUMENTS", () => event.text);
  const more = action.prompt.includes("$ARGUMENTS") ? "" : `The hook event:\n${event.text}\n\n`;
  const stdin = action.type === "prompt"
    ? `${JSON.stringify({ prompt, event: event.fields })}\n`
    : `${prompt}\n\n${more}${ANSWER_FORM}\n`;
  const { env, cwd } = await surroundings(host, event, handler);
  env.HOOK_PROMPT = cutValue(prompt);
  const run = await runLine(host, shellLine(host, command), { env, cwd, stdin, deadlineMs });
  if (run.kind !== "exited") return run;
  const answer = findAnswer(run.stdout);
  if (answer !== undefined) return { ...run, kind: "answered", stdout: JSON.stringify(answer) };
  if (handler.shape === "flat" && run.code !== 0) return run;
  const ending = run.code === 0 ? "" : ` (exit status ${run.code})`;
  return { ...run, kind: "failed", reason: `the answer is not {"ok": true or false}${ending}` };
}

/** The answer in what a model printed: the whole text, or its last line or block that is such an object. */
export function findAnswer(text: string) {
  const lines = text.trim().split("\n").toReversed().map((line) => line.trim());
  const start = text.lastIndexOf("\n{");
  const block = start < 0 ? "" : text.slice(start, text.lastIndexOf("}") + 1);
  for (const part of [text.trim(), ...lines.filter((line) => line.startsWith("{")), block]) {
    let value = parseJson(part);
    // The output format of an agent's command line wraps the text.
    while (isFields(value) && value.ok === undefined && typeof value.result === "string") {
      value = parseJson(value.result);
    }
    if (!isFields(value) || typeof value.ok !== "boolean") continue;
    return { ok: value.ok, reason: asString(value.reason)?.trim() ?? "" };
  }
  return undefined;
}

export async function runLine(
  host: Host,
  [program = "", ...args]: readonly string[],
  command: Pick<Command, "env" | "stdin" | "cwd" | "deadlineMs"> & { readonly outputCap?: number },
): Promise<HandlerRun> {
  return fromCommand(await host.run({ program, args, outputCap: OUTPUT_CAP, ...command }));
}

/** The names the agent replaces in exec form; one without a value stays as written. */
const SUBSTITUTES = ["CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"] as const;

type Env = Record<string, string>;

function commandLine(host: Host, { command, args, shell }: CommandAction, env: Env): string[] {
  if (args === undefined) return shellLine(host, command, shell);
  return [command, ...args].map((word) =>
    SUBSTITUTES.reduce((text, name) => {
      const written = `\${${name}}`;
      return text.replaceAll(written, () => env[name] ?? written);
    }, word)
  );
}

export function shellLine({ platform }: Host, line: string, shell?: CommandAction["shell"]) {
  const isWindows = platform === "windows";
  if (shell === "powershell") {
    return [isWindows ? "powershell" : "pwsh", "-NoProfile", "-NonInteractive", "-Command", line];
  }
  return [shell === "bash" || isWindows ? "bash" : "/bin/sh", "-c", line];
}

/** Our environment with the agent's variables and parts of the event; its directory, or the nearest one to start in. */
async function surroundings(host: Host, event: FiredEvent, { origin: { plugin } }: Handler) {
  const { name, fields, projectDir } = event;
  const env: Env = { ...host.environment() };
  env.SKILLHOOK_FIRING = [env.SKILLHOOK_FIRING, name].filter(Boolean).join(",");
  const effort = isFields(fields.effort) ? asString(fields.effort.level) : undefined;
  if (effort !== undefined) env.CLAUDE_EFFORT = effort;
  const own: Record<string, string | undefined> = {
    HOOK_EVENT: name,
    TOOL_NAME: asString(fields.tool_name),
    TOOL_INPUT: isFields(fields.tool_input) ? await toolInput(event) : asText(fields.tool_input),
    TOOL_OUTPUT: asText(fields.tool_response ?? fields.tool_output ?? fields.error),
    TOOL_IS_ERROR: isToolError(name, fields),
    USER_MESSAGE: asString(fields.prompt),
    CLAUDECODE: "1",
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_CODE_SESSION_ID: asString(fields.session_id),
    CLAUDE_PLUGIN_ROOT: plugin?.root,
    CLAUDE_PLUGIN_DATA: plugin?.data,
  };
  for (const [key, value] of Object.entries(own)) {
    // What another event or plugin left in our own environment would be a lie here.
    if (value === undefined) delete env[key];
    else env[key] = cutValue(value);
  }
  const cwd = [event.cwd, projectDir, host.env("HOME")].find((path) =>
    path !== undefined && attempt(() => host.stat(path))?.kind === "directory"
  );
  return { env, cwd: cwd ?? "/" };
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

function isToolError(name: string, { is_error, tool_response: response }: Fields) {
  const inside = isFields(response) ? response.is_error : undefined;
  const said = [is_error, inside].find((value) => typeof value === "boolean");
  if (said !== undefined) return String(said);
  if (name === "PostToolUseFailure") return "true";
  return name === "PostToolUse" ? "false" : undefined;
}

/** Bytes of one variable's value; Linux refuses to start a program with one of 128 KB. */
const VALUE_CAP = 100 * 1024;

/** Makes a value fit for an environment: without NUL, and where it is too long, its beginning and a notice. */
function cutValue(value: string): string {
  const clean = value.replaceAll("\0", "\ufffd");
  // A unit takes three bytes at most: mostly there is nothing to count.
  if (clean.length * 3 <= VALUE_CAP) return clean;
  const total = byteLength(clean);
  if (total <= VALUE_CAP) return clean;
  const notice =
    `\n[skillhook: cut here, ${total} bytes in all; standard input has the whole event]`;
  return clean.slice(0, unitsWithin(clean, VALUE_CAP - notice.length)) + notice;
}
