/** Starting commands with Deno. */
import { DENO_FILES } from "./deno_files.ts";
import { drain, ignoreClosed } from "./capture.ts";
import type { Command, CommandResult } from "./host.ts";
import { type Captures, type Child, runCommand } from "./run_command.ts";

/** Runs a command; see `Host.run`. */
export function runWithDeno(command: Command): Promise<CommandResult> {
  return runCommand(command, start, (path) => DENO_FILES.stat(path)?.kind === "directory");
}

function start(command: Command, captures: Captures): Child {
  const child = new Deno.Command(command.program, {
    args: [...command.args],
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    clearEnv: true,
    env: { ...command.env },
    stdin: command.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    // A session of its own, so that a signal reaches grandchildren and never us.
    detached: true,
  }).spawn();
  const stdout = drain(child.stdout, captures.stdout);
  const stderr = drain(child.stderr, captures.stderr);
  const stopWriting = command.stdin === undefined ? undefined : write(child.stdin, command.stdin);
  return {
    ended: child.status.then(({ code, signal }) => ({ code, signal: signal ?? "" })),
    drained: Promise.all([stdout.done, stderr.done]),
    signal: (name) => signalGroup(child.pid, name),
    stop: () => {
      stopWriting?.();
      stdout.stop();
      stderr.stop();
    },
  };
}

/** Feeds standard input without waiting: a child that never reads must not hold up its own output. */
function write(stream: WritableStream<Uint8Array>, text: string): () => void {
  const writer = stream.getWriter();
  writer.write(new TextEncoder().encode(text)).then(() => writer.close()).catch(ignoreClosed);
  return () => void writer.abort().catch(ignoreClosed);
}

function signalGroup(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, name);
  } catch (error) {
    ignoreClosed(error);
  }
}
