/** Runs one command through the shell; any exit code but 0 is a failure. */
import type { CommandResult, Host } from "../host/host.ts";
import type { CommandPlace } from "./context.ts";
import { errorText, type Failure, outputText } from "./output.ts";

/** Bytes kept of an output, half of it from its end. */
export const OUTPUT_CAP = 50 * 1024;
const POWERSHELL = "System32\\WindowsPowerShell\\v1.0\\powershell.exe";

export async function runDirective(
  command: string,
  place: CommandPlace,
  deadlineMs: number,
  host: Host,
): Promise<{ readonly output: string } | Failure> {
  const result = await host.run({
    ...shellCommand(command, place, host),
    cwd: place.cwd,
    env: place.env,
    deadlineMs,
    outputCap: OUTPUT_CAP,
  });
  const reason = failureReason(result, deadlineMs);
  const output = reason === undefined ? outputText(result.stdout) : undefined;
  if (output !== undefined) return { output };
  const notText = "The command's output is not text: it holds NUL bytes or is not UTF-8";
  return { reason: reason ?? notText, stderr: errorText(result.stderr) };
}

/** The shell by its absolute path: neither PATH nor a file of the project chooses it. */
function shellCommand(command: string, place: CommandPlace, host: Host) {
  if (host.platform === "windows" && place.shell === "powershell") {
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
  const program = host.platform === "windows"
    ? `${host.env("ProgramFiles") ?? "C:\\Program Files"}\\Git\\bin\\sh.exe`
    : "/bin/sh";
  return { program, args: ["-c", script, ...place.arguments.list] };
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

// `${NAME}` of known variables in a command → an expansion the shell does itself, quoted for its place. The
// value is never pasted in: whatever it holds (blanks, quotes, `$(…)`), it stays one word of data. Only the quoting
// around the name is written here: a place misjudged costs a blank in a path at worst, never a command.

/** A variable in braces, an argument by number, by name; and what opens or closes a place of quoting. */
const TOKEN_REGEXP =
  /\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}|\$ARGUMENTS\[([0-9]{1,4})\]|\$([A-Za-z_][A-Za-z0-9_]{0,63}|[0-9](?![0-9]))|\$\(|[\\"'`()#]/g;

type Place = "bare" | "double" | "single" | "substitution" | "back quote";

/** For `sh`: known `${NAME}`, and `$NAME` of arguments, quoted outside double quotes. */
export function quoteVariables(
  command: string,
  isKnown: (name: string) => boolean,
  isArgument: (name: string) => boolean = () => false,
  isEmpty: (name: string) => boolean = () => false,
): string {
  // In a here-document quotes would be text; the shell's own expansion there is data already.
  if (command.includes("<<") || !command.includes("$")) return command;
  const places: Place[] = ["bare"];
  let result = "";
  let kept = 0;
  let match: RegExpExecArray | null;
  for (TOKEN_REGEXP.lastIndex = 0; (match = TOKEN_REGEXP.exec(command)) !== null;) {
    const { 0: text, 1: braced, 2: index, 3: plain, index: at } = match;
    const place = places.at(-1)!;
    const name = braced ?? index ?? plain;
    if (name === undefined) {
      TOKEN_REGEXP.lastIndex = passMark(text, command, at, places);
      continue;
    }
    // In single quotes `$1` is awk's or sed's, far more often than ours.
    const isOurs = braced === undefined ? isArgument(name) : isKnown(name);
    if (!isOurs || (place === "single" && text.length === 2)) continue;
    const isNoWord = braced === undefined && place !== "single" && isEmpty(name);
    const isBare = isNoWord || place === "double";
    const expansion = isBare ? `\${${name}}` : `"\${${name}}"`;
    result += command.slice(kept, at) + (place === "single" ? `'${expansion}'` : expansion);
    kept = at + text.length;
  }
  return result + command.slice(kept);
}

/** Keeps the places open; returns where to go on: an escaped character and a comment are passed over. */
function passMark(mark: string, command: string, at: number, places: Place[]): number {
  const place = places.at(-1)!;
  const toggle = (own: Place) => place === own ? places.pop() : places.push(own);
  if (place === "single") {
    if (mark === "'") places.pop();
    return at + 1;
  }
  if (mark === "\\") return at + 2;
  if (mark === '"') toggle("double");
  else if (mark === "`") toggle("back quote");
  else if (mark === "$(" || (mark === "(" && place !== "double")) places.push("substitution");
  else if (place === "double") return at + 1;
  else if (mark === "'") places.push("single");
  else if (mark === ")" && place === "substitution") places.pop();
  else if (mark === "#" && (at === 0 || " \t\n;&|(".includes(command[at - 1]!))) {
    const end = command.indexOf("\n", at);
    return end < 0 ? command.length : end;
  }
  return at + mark.length;
}
