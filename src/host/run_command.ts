/**
 * What running a command means on every host: how long it may go on, what is done about it, and why one could not
 * start. On Windows there are no process groups: a signal ends the child alone (`taskkill /T /F /PID` would end the tree).
 */
import { Capture, ignoreClosed } from "./capture.ts";
import { errorCode } from "./file_rules.ts";
import type { Command, CommandResult } from "./host.ts";
import { timeout } from "./standard_streams.ts";

export interface ChildEngine {
  /** In a session of its own, so that a signal reaches grandchildren and never us; a failure is thrown or rejects. */
  readonly start: (command: Command, captures: Captures) => Started | Promise<Started>;
  /** To the group of a negative number. */
  readonly kill: (pid: number, signal: EndSignal | "SIGKILL") => void;
  readonly isDirectory: (path: string) => boolean;
  readonly listen: (how: "add" | "remove", signal: EndSignal, listener: () => void) => void;
  readonly exit: (code: number) => never;
  readonly isWindows: () => boolean;
}

export interface Started {
  readonly pid: number;
  /** `signal` is empty when it exited by itself. */
  readonly ended: Promise<{ readonly code: number; readonly signal: string }>;
  /** Resolves when both pipes are at their end; never rejects. */
  readonly drained: Promise<unknown>;
  /** Closes the pipes on our side. */
  stop(): void;
}

interface Child extends Omit<Started, "pid"> {
  /** To the whole group; a group that is gone already is no error. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
}

export type Captures = Readonly<Record<"stdout" | "stderr", Capture>>;

type Ending = Pick<CommandResult, "kind" | "code" | "signal" | "reason">;

const SHELL = "/bin/sh";

const END_SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type EndSignal = keyof typeof END_SIGNALS;

/** Children that run now: each leads a group of its own, which no signal to ours reaches. */
const running = new Set<Child>();
let commands = 0;
/** Once we are told to end, nothing goes on but that. */
let ending: Promise<never> | undefined;
const listeners: Partial<Record<EndSignal, () => void>> = {};

export async function runCommand(command: Command, engine: ChildEngine): Promise<CommandResult> {
  const began = performance.now();
  const [stdout, stderr] = [new Capture(command.outputCap), new Capture(command.outputCap)];
  // Before the start: what sees the child can end us.
  if (++commands === 1) listen("add", engine);
  const end = await toEnd(command, { stdout, stderr }, engine);
  if (ending !== undefined) await ending;
  if (--commands === 0) listen("remove", engine);
  const durationMs = performance.now() - began;
  return { ...end, stdout: stdout.result(), stderr: stderr.result(), durationMs };
}

async function toEnd(command: Command, captures: Captures, engine: ChildEngine): Promise<Ending> {
  let started: Started;
  try {
    started = await engine.start(command, captures);
  } catch (error) {
    // POSIX hands a script without `#!` to the shell; Bun leaves that to us.
    if (errorCode(error) !== "ENOEXEC" || command.program === SHELL) {
      return { kind: "unstartable", signal: "", ...startFailure(error, command, engine) };
    }
    const args = [command.program, ...command.args];
    return await toEnd({ ...command, program: SHELL, args }, captures, engine);
  }
  const { pid } = started;
  const child: Child = {
    ...started,
    signal(name) {
      try {
        engine.kill(engine.isWindows() ? pid : -pid, name);
      } catch (error) {
        ignoreClosed(error);
      }
    },
  };
  running.add(child);
  const end = await supervise(child, command);
  if (ending === undefined) running.delete(child);
  return end;
}

function listen(how: "add" | "remove", engine: ChildEngine): void {
  for (const [signal, number] of Object.entries(END_SIGNALS) as [EndSignal, number][]) {
    if (engine.isWindows() && signal !== "SIGINT") continue;
    listeners[signal] ??= () => void (ending ??= endAll(engine, number));
    engine.listen(how, signal, listeners[signal]);
  }
}

async function endAll(engine: ChildEngine, number: number): Promise<never> {
  const children = [...running];
  for (const child of children) child.signal("SIGTERM");
  await within(GRACE_MS, Promise.all(children.map(({ ended }) => ended)));
  killChildren();
  // What a shell says of a program that ended by a signal.
  return engine.exit(128 + number);
}

export function killChildren(): void {
  for (const child of running) child.signal("SIGKILL");
}

/** A child whose pipes are streams of the web. */
export function startedWith(
  child: { pid: number } & Readonly<Record<keyof Captures, ReadableStream<Uint8Array>>>,
  ended: Started["ended"],
  captures: Captures,
  stopWriting?: () => void,
): Started {
  const stdout = child.stdout.getReader();
  const stderr = child.stderr.getReader();
  return {
    pid: child.pid,
    ended,
    drained: Promise.all([readAll(stdout, captures.stdout), readAll(stderr, captures.stderr)]),
    stop() {
      stopWriting?.();
      for (const reader of [stdout, stderr]) reader.cancel().catch(ignoreClosed);
    },
  };
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, into: Capture) {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      into.push(read.value);
    }
  } catch (error) {
    ignoreClosed(error);
  }
}

/** A pipe may stay open so long after the child is gone: a grandchild that holds it must not delay us. */
const DRAIN_MS = 100;
/** A busy machine can keep us from reading what was said last for longer: each turn reads before the next one begins. */
const DRAIN_TURNS = 5;
/** A child that was sent SIGKILL and has not ended by then is stuck in the kernel. */
const REAP_MS = 1000;
const GRACE_MS = 200;

/** Nothing of the child's group that could still write to us is left. */
export async function supervise(child: Child, command: Command): Promise<Ending> {
  const end = await within(command.deadlineMs, child.ended);
  if (end === undefined) return await kill(child, command);
  // What the child left behind with our pipes open is a part of it; what closed them wants to stay.
  if (!await isDrained(child)) child.signal("SIGKILL");
  child.stop();
  return { kind: end.signal === "" ? "exited" : "signaled", ...end, reason: "" };
}

async function kill(child: Child, command: Command): Promise<Ending> {
  child.signal("SIGTERM");
  await within(command.graceMs ?? GRACE_MS, Promise.all([child.ended, child.drained]));
  child.signal("SIGKILL");
  const end = await within(REAP_MS, child.ended);
  await isDrained(child);
  child.stop();
  // What `timeout(1)` says.
  return { kind: "timeout", code: 124, signal: end?.signal ?? "SIGKILL", reason: "" };
}

async function isDrained(child: Child): Promise<boolean> {
  const drained = child.drained.then(() => true);
  for (let turn = 0; turn < DRAIN_TURNS; turn++) {
    if (await within(DRAIN_MS / DRAIN_TURNS, drained)) return true;
  }
  return false;
}

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, timeout(ms)]);
}

/** The exit code that a shell would give for what an engine threw, and why. */
function startFailure(error: unknown, command: Command, engine: ChildEngine) {
  const { program, args, cwd, env } = command;
  const refused = (reason: string) => ({ code: 126, reason });
  if (cwd !== undefined && !engine.isDirectory(cwd)) return refused(`"${cwd}" is not a directory`);
  // Engines refuse an empty name and a NUL before they ask the system, each in words of its own.
  const code = program === "" ? "ENOENT" : errorCode(error);
  if ([program, ...args, ...Object.entries(env).flat()].some((text) => text.includes("\0"))) {
    return refused("command or environment holds a NUL");
  }
  if (code === "ENOENT") return { code: 127, reason: `"${program}" not found` };
  if (code === "EACCES") return refused(`"${program}" is not executable`);
  if (code === "E2BIG") return refused(`arguments or environment of "${program}" are too long`);
  return refused(error instanceof Error ? error.message : String(error));
}
