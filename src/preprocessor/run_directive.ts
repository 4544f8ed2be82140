/** Runs one command and says what came of it. */
import type { CommandResult, Host } from "../host/host.ts";
import type { Failure } from "./error_block.ts";
import { errorText, outputText } from "./output_text.ts";
import { quoteVariables } from "./quote_variables.ts";

/** Bytes kept of an output, half of it from its end. */
const OUTPUT_CAP = 50 * 1024;
const POWERSHELL = "System32\\WindowsPowerShell\\v1.0\\powershell.exe";

/** A skill's arguments, for commands that use `$ARGUMENTS`, `$0` to `$9`. */
export interface CommandArguments {
  /** All of them as typed. */
  readonly whole: string;
  /** One by one; `$0` is the first. */
  readonly words: readonly string[];
  /** By the names the skill gives them; a name the environment has already is left to it. */
  readonly named?: Readonly<Record<string, string>>;
}

/** What a command runs in. */
export interface CommandPlace {
  readonly shell: "sh" | "powershell";
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Which `${NAME}` are variables of ours. */
  readonly isKnown: (name: string) => boolean;
  /** Which `$NAME` and `$0` are arguments. */
  readonly isArgument: (name: string) => boolean;
  /** Whether nothing was given for it. */
  readonly isEmpty: (name: string) => boolean;
  readonly arguments: CommandArguments;
}

/** The output, or why there is none. */
export type CommandOutcome = { readonly output: string } | { readonly failure: Failure };

/**
 * Runs a command through the shell.
 *
 * @param deadlineMs Milliseconds.
 * @returns The clean output, or the failure; any exit code but 0 is one.
 */
export async function runDirective(
  command: string,
  place: CommandPlace,
  deadlineMs: number,
  host: Pick<Host, "run" | "platform" | "env">,
): Promise<CommandOutcome> {
  const result = await host.run({
    ...shellCommand(command, place, host),
    cwd: place.cwd,
    env: place.env,
    deadlineMs,
    outputCap: OUTPUT_CAP,
  });
  const stderr = errorText(result.stderr);
  const reason = failureReason(result, deadlineMs);
  if (reason !== undefined) return { failure: { reason, stderr } };
  const output = outputText(result.stdout);
  if (output !== undefined) return { output };
  const notText = "The command's output is not text: it holds NUL bytes or is not UTF-8";
  return { failure: { reason: notText, stderr } };
}

/** The shell by its absolute path: neither PATH nor a file of the project chooses it. */
function shellCommand(
  command: string,
  place: CommandPlace,
  host: Pick<Host, "platform" | "env">,
): { program: string; args: string[] } {
  if (host.platform !== "windows") {
    const script = quoteVariables(command, place.isKnown, place.isArgument, place.isEmpty);
    return { program: "/bin/sh", args: ["-c", script, ...place.arguments.words] };
  }
  if (place.shell === "powershell") {
    const root = host.env("SystemRoot") ?? "C:\\Windows";
    // `${env:NAME}` is PowerShell's own way to the environment.
    const script = command.replaceAll(
      /\$\{([A-Z_]{1,64})\}/g,
      (written, name: string) => place.isKnown(name) ? `\${env:${name}}` : written,
    );
    const args = ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", script];
    return { program: `${root}\\${POWERSHELL}`, args };
  }
  const script = quoteVariables(command, place.isKnown, place.isArgument, place.isEmpty);
  const programs = host.env("ProgramFiles") ?? "C:\\Program Files";
  const program = `${programs}\\Git\\bin\\sh.exe`;
  return { program, args: ["-c", script, ...place.arguments.words] };
}

function failureReason(result: CommandResult, deadlineMs: number): string | undefined {
  switch (result.kind) {
    case "timeout":
      return `Command took longer than ${deadlineMs / 1000} s and was ended (timeout)`;
    case "signaled":
      return `Command was ended by signal ${result.signal}`;
    case "unstartable":
      return `Command could not be started: ${result.reason}`;
  }
  const { code } = result;
  if (code === 0) return undefined;
  if (code === 127) return "Command not found (exit code 127)";
  if (code === 126) return "Command is not executable (exit code 126)";
  // What a shell says of a command of its own that a signal ended.
  const signal = code > 128 && code <= 192 ? `, signal ${code - 128}` : "";
  return `Command failed (exit code ${code}${signal})`;
}
