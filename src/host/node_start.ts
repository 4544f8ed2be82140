/**
 * Starting commands with Node's API, and with Bun's: loading `node:child_process` would cost 10 ms there, more than
 * the whole start-up.
 *
 * With both, the child's streams are sockets: `>&2` works, opening `/dev/stderr` by name does not. Agents written
 * for Node run their hooks the same way.
 */
import { bun } from "./bun.ts";
import type { Capture } from "./capture.ts";
import type { Command } from "./host.ts";
import { nodeProcess } from "./node_builtin.ts";
import { type Captures, type Started, startedWith } from "./run_command.ts";
import type { Readable } from "node:stream";

/** Resolves once the child runs: a failed start is reported by a throw or by an event. */
export function startWithNode(command: Command, captures: Captures): Promise<Started> {
  const { program, args, cwd, env, stdin: text } = command;
  const child = nodeProcess().getBuiltinModule("node:child_process").spawn(program, [...args], {
    cwd,
    env: { ...env },
    stdio: [text === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: nodeProcess().platform !== "win32",
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || stdout === null || stderr === null) return;
    // A child that ends without reading everything is no failure. Nothing waits: one that never reads must not hold
    // up its own output.
    stdin?.on("error", () => stdin.destroy()).end(text);
    resolve({
      pid,
      ended: new Promise((resolve) => {
        child.once("exit", (code, signal) => {
          if (signal === null) return resolve({ code: code ?? 0, signal: "" });
          resolve({
            code: 128 + (nodeProcess().getBuiltinModule("node:os").constants.signals[signal] ?? 0),
            signal,
          });
        });
      }),
      drained: Promise.all([readTo(stdout, captures.stdout), readTo(stderr, captures.stderr)]),
      stop: () => [stdin, stdout, stderr].forEach((stream) => stream?.destroy()),
    });
  });
}

function readTo(stream: Readable, into: Capture): Promise<void> {
  stream.on("data", (chunk: Uint8Array) => into.push(chunk));
  return new Promise((resolve) => {
    for (const event of ["error", "end", "close"]) stream.once(event, () => resolve());
  });
}

export function startWithBun(command: Command, captures: Captures): Started {
  const { program, args, cwd, env, stdin } = command;
  const child = bun()!.spawn([program, ...args], {
    ...cwd === undefined ? {} : { cwd },
    env: { ...env },
    // Bun writes and closes by itself, and a child that does not read is no error.
    stdin: stdin === undefined ? "ignore" : new TextEncoder().encode(stdin),
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
    windowsHide: true,
  });
  const ended = child.exited.then((code) => ({ code, signal: child.signalCode ?? "" }));
  return startedWith(child, ended, captures);
}
