/**
 * Starting commands with Node's API, and with Bun's: loading `node:child_process` would cost 10 ms there, more than
 * the whole start-up.
 *
 * With both, the child's streams are sockets: `>&2` works, opening `/dev/stderr` by name does not. Agents written
 * for Node run their hooks the same way.
 */
import { type Bun, bun } from "./bun.ts";
import type { Capture } from "./capture.ts";
import type { Command, CommandResult } from "./host.ts";
import { builtin, nodeProcess, signalGroup } from "./node_builtin.ts";
import { NODE_FILES } from "./node_files.ts";
import {
  type Captures,
  type Child,
  type ChildEnd,
  runCommand,
  streamedChild,
} from "./run_command.ts";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

export function runWithNode(command: Command): Promise<CommandResult> {
  const engine = bun();
  return runCommand(command, {
    start: engine === undefined
      ? startWithNode
      : (command, captures) => startWithBun(engine, command, captures),
    isDirectory: (path) => NODE_FILES.stat(path)?.kind === "directory",
    listen: (how, signal, listener) =>
      how === "add" ? nodeProcess().on(signal, listener) : nodeProcess().off(signal, listener),
    exit: (code) => nodeProcess().exit(code),
    isWindows: () => nodeProcess().platform === "win32",
  });
}

/** Resolves once the child runs: a failed start is reported by a throw or by an event. */
function startWithNode(command: Command, captures: Captures): Promise<Child> {
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
    const { pid, stdout, stderr } = child;
    if (pid === undefined || stdout === null || stderr === null) return;
    const stopWriting = write(child, command.stdin);
    resolve({
      ended: ended(child),
      drained: Promise.all([readTo(stdout, captures.stdout), readTo(stderr, captures.stderr)]),
      signal: (name) => signalGroup(pid, name),
      stop: () => {
        stopWriting();
        stdout.destroy();
        stderr.destroy();
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

function readTo(stream: Readable, into: Capture): Promise<void> {
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

function startWithBun(bun: Bun, command: Command, captures: Captures): Child {
  const child = bun.spawn([command.program, ...command.args], {
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    env: { ...command.env },
    // Bun writes and closes by itself, and a child that does not read is no error.
    stdin: command.stdin === undefined ? "ignore" : new TextEncoder().encode(command.stdin),
    stdout: "pipe",
    stderr: "pipe",
    // A session of its own, so that a signal reaches grandchildren and never us.
    detached: true,
    windowsHide: true,
  });
  return streamedChild(child, captures, {
    ended: child.exited.then((code) => ({ code, signal: child.signalCode ?? "" })),
    signal: (name) => signalGroup(child.pid, name),
  });
}
