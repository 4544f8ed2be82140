/** Running commands with Node's API; the rules of deadlines and groups are in `supervise.ts`. */
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { Capture } from "./capture.ts";
import { errorCode } from "./file_error.ts";
import type { Command, CommandResult } from "./host.ts";
import { builtin, nodeProcess } from "./node_builtin.ts";
import { NODE_FILES } from "./node_files.ts";
import { startFailure } from "./start_failure.ts";
import { type Captures, type Child, type ChildEnd, type Ending, supervise } from "./supervise.ts";

const SHELL = "/bin/sh";

/** Runs a command; see `Host.run`. */
export async function runWithNode(command: Command): Promise<CommandResult> {
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
    child = await start(command, captures);
  } catch (error) {
    if (errorCode(error) === "ENOEXEC" && command.program !== SHELL) {
      // A script without `#!`: POSIX hands it to the shell, Bun leaves that to us.
      const args = [command.program, ...command.args];
      return await run({ ...command, program: SHELL, args }, captures);
    }
    const isDirectory = (path: string) => NODE_FILES.stat(path)?.kind === "directory";
    return startFailure(error, command, isDirectory);
  }
  return await supervise(child, command);
}

/** Resolves once the child runs: engines report a failed start by a throw or by an event. */
function start(command: Command, captures: Captures): Promise<Child> {
  const child = builtin("node:child_process").spawn(command.program, [...command.args], {
    cwd: command.cwd,
    env: { ...command.env },
    stdio: [command.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A session of its own, so that a signal reaches grandchildren and never us.
    detached: nodeProcess().platform !== "win32",
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    if (child.pid === undefined) return;
    const { pid } = child;
    const stopWriting = write(child, command.stdin);
    resolve({
      ended: ended(child),
      drained: Promise.all([
        drain(child.stdout!, captures.stdout),
        drain(child.stderr!, captures.stderr),
      ]),
      signal: (name) => signalGroup(pid, name),
      stop: () => {
        stopWriting();
        child.stdout?.destroy();
        child.stderr?.destroy();
      },
    });
  });
}

function ended(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      if (signal === null) return resolve({ code: code ?? 0, signal: "" });
      resolve({ code: 128 + (builtin("node:os").constants.signals[signal] ?? 0), signal });
    });
  });
}

function drain(stream: Readable, into: Capture): Promise<void> {
  return new Promise((resolve) => {
    stream.on("data", (chunk: Uint8Array) => into.push(chunk));
    stream.once("error", () => resolve());
    stream.once("end", () => resolve());
    stream.once("close", () => resolve());
  });
}

/** Feeds standard input without waiting: a child that never reads must not hold up its own output. */
function write(child: ChildProcess, text: string | undefined): () => void {
  const { stdin } = child;
  if (stdin === null || text === undefined) return () => {};
  // A child that ends without reading everything is no failure.
  stdin.on("error", () => stdin.destroy());
  stdin.end(text);
  return () => void stdin.destroy();
}

function signalGroup(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    nodeProcess().kill(nodeProcess().platform === "win32" ? pid : -pid, name);
  } catch (error) {
    ignoreGone(error);
  }
}

/** The group may be gone at any time, and that is what was wanted. */
function ignoreGone(_error: unknown): void {}
