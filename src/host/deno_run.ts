/** Running commands with Deno; the rules of deadlines and groups are in `supervise.ts`. */
import { Capture } from "./capture.ts";
import { DENO_FILES } from "./deno_files.ts";
import type { Command, CommandResult } from "./host.ts";
import { startFailure } from "./start_failure.ts";
import { type Captures, type Child, type Ending, supervise } from "./supervise.ts";

/** Runs a command; see `Host.run`. */
export async function runWithDeno(command: Command): Promise<CommandResult> {
  const began = performance.now();
  const stdout = new Capture(command.outputCap);
  const stderr = new Capture(command.outputCap);
  const ending = await run(command, { stdout, stderr });
  const durationMs = performance.now() - began;
  return { ...ending, stdout: stdout.result(), stderr: stderr.result(), durationMs };
}

async function run(command: Command, captures: Captures): Promise<Ending> {
  let child: Child;
  try {
    child = start(command, captures);
  } catch (error) {
    const isDirectory = (path: string) => DENO_FILES.stat(path)?.kind === "directory";
    return startFailure(error, command, isDirectory);
  }
  return await supervise(child, command);
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
  const stdout = child.stdout.getReader();
  const stderr = child.stderr.getReader();
  const stopWriting = command.stdin === undefined ? undefined : write(child.stdin, command.stdin);
  return {
    ended: child.status.then(({ code, signal }) => ({ code, signal: signal ?? "" })),
    drained: Promise.all([drain(stdout, captures.stdout), drain(stderr, captures.stderr)]),
    signal: (name) => signalGroup(child.pid, name),
    stop: () => {
      stopWriting?.();
      stdout.cancel().catch(ignoreClosed);
      stderr.cancel().catch(ignoreClosed);
    },
  };
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, into: Capture) {
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      into.push(value);
    }
  } catch (error) {
    ignoreClosed(error);
  }
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

/** The other side may be gone at any time, and that is how commands end, not a failure. */
function ignoreClosed(_error: unknown): void {}
