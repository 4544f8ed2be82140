/**
 * Starting commands with Bun: loading `node:child_process` would cost 10 ms, more than the whole start-up.
 *
 * As with Node, the child's streams are sockets: `>&2` works, opening `/dev/stderr` by name does not. Agents
 * written for Node run their hooks the same way.
 */
import type { Bun } from "./bun.ts";
import { drain } from "./drain.ts";
import type { Command } from "./host.ts";
import { signalGroup } from "./node_signal.ts";
import type { Captures, Child } from "./supervise.ts";

/**
 * Starts a command.
 *
 * @param bun Bun's API.
 * @param command What to start.
 * @param captures Where its output goes.
 * @returns The child.
 */
export function startWithBun(bun: Bun, command: Command, captures: Captures): Child {
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
  const stdout = drain(child.stdout, captures.stdout);
  const stderr = drain(child.stderr, captures.stderr);
  return {
    ended: child.exited.then((code) => ({ code, signal: child.signalCode ?? "" })),
    drained: Promise.all([stdout.done, stderr.done]),
    signal: (name) => signalGroup(child.pid, name),
    stop: () => {
      stdout.stop();
      stderr.stop();
    },
  };
}
