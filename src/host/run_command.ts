/** What running a command means on every host; how a child is started is the host's part. */
import { Capture } from "./capture.ts";
import { errorCode } from "./file_error.ts";
import type { Command, CommandResult } from "./host.ts";
import { startFailure } from "./start_failure.ts";
import { type Captures, type Child, type Ending, supervise } from "./supervise.ts";

/** Starts a child in a session of its own; throws or rejects with what the engine says when it cannot. */
export type Start = (command: Command, captures: Captures) => Child | Promise<Child>;

const SHELL = "/bin/sh";

/**
 * Runs a command; see `Host.run`.
 *
 * @param command What to run.
 * @param start The engine's way to start it.
 * @param isDirectory Tells whether a path is a directory.
 * @returns How it ended and what it said; never rejects.
 */
export async function runCommand(
  command: Command,
  start: Start,
  isDirectory: (path: string) => boolean,
): Promise<CommandResult> {
  const began = performance.now();
  const stdout = new Capture(command.outputCap);
  const stderr = new Capture(command.outputCap);
  const ending = await toEnd(command, { stdout, stderr }, start, isDirectory);
  const durationMs = performance.now() - began;
  return { ...ending, stdout: stdout.result(), stderr: stderr.result(), durationMs };
}

async function toEnd(
  command: Command,
  captures: Captures,
  start: Start,
  isDirectory: (path: string) => boolean,
): Promise<Ending> {
  let child: Child;
  try {
    child = await start(command, captures);
  } catch (error) {
    // POSIX hands a script without `#!` to the shell; Bun leaves that to us.
    if (errorCode(error) !== "ENOEXEC" || command.program === SHELL) {
      return startFailure(error, command, isDirectory);
    }
    const args = [command.program, ...command.args];
    return await toEnd({ ...command, program: SHELL, args }, captures, start, isDirectory);
  }
  return await supervise(child, command);
}
