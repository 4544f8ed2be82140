/**
 * What running a command means on every host: how long it may go on, what is done about it, and why one could not
 * start. A host only starts the child in a group of its own and hands over a few powers.
 *
 * On Windows there are no process groups and a signal ends the child alone; `taskkill /T /F /PID` is what
 * would end the tree there.
 */
import { Capture, ignoreClosed, readAll } from "./capture.ts";
import { errorCode } from "./file_rules.ts";
import type { Command, CommandResult } from "./host.ts";

export interface ChildEngine {
  /** Starts a child in a session of its own; throws or rejects with what the engine says when it cannot. */
  readonly start: (command: Command, captures: Captures) => Child | Promise<Child>;
  readonly isDirectory: (path: string) => boolean;
  /** Adds or removes what is done in place of ending at once when somebody ends us. */
  readonly listen: (how: "add" | "remove", signal: EndSignal, listener: () => void) => void;
  readonly exit: (code: number) => never;
  readonly isWindows: () => boolean;
}

const SHELL = "/bin/sh";

/** How we are told to end, with its number. */
const END_SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type EndSignal = keyof typeof END_SIGNALS;

/** Children that run now: each leads a group of its own, which no signal to ours reaches. */
const running = new Set<Child>();
let commands = 0;
/** Once somebody ends us, nothing goes on but that. */
let ending: Promise<never> | undefined;
const listeners = new Map<EndSignal, () => void>();

export async function runCommand(command: Command, engine: ChildEngine): Promise<CommandResult> {
  const began = performance.now();
  const stdout = new Capture(command.outputCap);
  const stderr = new Capture(command.outputCap);
  // Before the start: whoever sees the child can end us.
  if (++commands === 1) listen("add", engine);
  const end = await toEnd(command, { stdout, stderr }, engine);
  if (ending !== undefined) await ending;
  if (--commands === 0) listen("remove", engine);
  const durationMs = performance.now() - began;
  return { ...end, stdout: stdout.result(), stderr: stderr.result(), durationMs };
}

async function toEnd(command: Command, captures: Captures, engine: ChildEngine): Promise<Ending> {
  let child: Child;
  try {
    child = await engine.start(command, captures);
  } catch (error) {
    // POSIX hands a script without `#!` to the shell; Bun leaves that to us.
    if (errorCode(error) !== "ENOEXEC" || command.program === SHELL) {
      return startFailure(error, command, engine);
    }
    const args = [command.program, ...command.args];
    return await toEnd({ ...command, program: SHELL, args }, captures, engine);
  }
  running.add(child);
  const end = await supervise(child, command);
  if (ending === undefined) running.delete(child);
  return end;
}

function listen(how: "add" | "remove", engine: ChildEngine): void {
  for (const [signal, number] of Object.entries(END_SIGNALS) as [EndSignal, number][]) {
    if (engine.isWindows() && signal !== "SIGINT") continue;
    const listener = listeners.get(signal) ?? (() => void (ending ??= endAll(engine, number)));
    listeners.set(signal, listener);
    engine.listen(how, signal, listener);
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

/** Whoever ends us must leave none behind. */
export function killChildren(): void {
  for (const child of running) child.signal("SIGKILL");
}

/** Milliseconds a pipe may stay open after the child is gone: a grandchild that holds it delays nobody. */
const DRAIN_MS = 100;
/**
 * They are waited for in as many turns. What the child said last may still be in the pipe, and a busy machine can keep
 * us from reading for longer than the whole time: each turn reads before the next one begins.
 */
const DRAIN_TURNS = 5;
/** Milliseconds to wait for the end of a child that was sent SIGKILL; more means it is stuck in the kernel. */
const REAP_MS = 1000;
const GRACE_MS = 200;
/** What `timeout(1)` says. */
const TIMEOUT_CODE = 124;

/** A child whose pipes are streams of the web. */
export function streamedChild(
  pipes: Readonly<Record<keyof Captures, ReadableStream<Uint8Array>>>,
  captures: Captures,
  ending: Pick<Child, "ended" | "signal">,
  stopWriting?: () => void,
): Child {
  const stdout = pipes.stdout.getReader();
  const stderr = pipes.stderr.getReader();
  return {
    ...ending,
    drained: Promise.all([readAll(stdout, captures.stdout), readAll(stderr, captures.stderr)]),
    stop: () => {
      stopWriting?.();
      for (const reader of [stdout, stderr]) reader.cancel().catch(ignoreClosed);
    },
  };
}

/** How a command ended, without what it said. */
export type Ending = Pick<CommandResult, "kind" | "code" | "signal" | "reason">;

/** How a child ended: `signal` is empty when it exited by itself. */
export interface ChildEnd {
  readonly code: number;
  readonly signal: string;
}

export interface Child {
  readonly ended: Promise<ChildEnd>;
  /** Resolves when both pipes are at their end; never rejects. */
  readonly drained: Promise<unknown>;
  /** Sends a signal to the whole group; a group that is gone already is no error. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Closes the pipes on our side. */
  stop(): void;
}

export interface Captures {
  readonly stdout: Capture;
  readonly stderr: Capture;
}

/** Sees a started child through to its end: nothing of its group that could still write to us is left. */
export async function supervise(child: Child, command: Command): Promise<Ending> {
  const end = await within(command.deadlineMs, child.ended);
  if (end === undefined) return await kill(child, command);
  if (!await isDrained(child)) {
    // What the child left behind with our pipes open is a part of it; what closed them wants to stay.
    child.signal("SIGKILL");
  }
  child.stop();
  const kind = end.signal === "" ? "exited" : "signaled";
  return { kind, code: end.code, signal: end.signal, reason: "" };
}

async function kill(child: Child, command: Command): Promise<Ending> {
  child.signal("SIGTERM");
  await within(command.graceMs ?? GRACE_MS, Promise.all([child.ended, child.drained]));
  child.signal("SIGKILL");
  const end = await within(REAP_MS, child.ended);
  await isDrained(child);
  child.stop();
  return { kind: "timeout", code: TIMEOUT_CODE, signal: end?.signal ?? "SIGKILL", reason: "" };
}

/** Waits for the end of both pipes, but for no one who merely holds them. */
async function isDrained(child: Child): Promise<boolean> {
  const drained = child.drained.then(() => true);
  for (let turn = 0; turn < DRAIN_TURNS; turn++) {
    if (await within(DRAIN_MS / DRAIN_TURNS, drained)) return true;
  }
  return false;
}

/** Waits for a promise at most so long. `AbortSignal.timeout` because it is the cheap timer on every engine. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => {
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(undefined), { once: true });
  });
  return Promise.race([promise, late]);
}

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** What an engine threw, as a value with the exit code a shell would give. */
function startFailure(error: unknown, command: Command, engine: ChildEngine): Ending {
  const { program, cwd } = command;
  if (cwd !== undefined && !engine.isDirectory(cwd)) {
    return unstartable(NOT_EXECUTABLE, `"${cwd}" is not a directory`);
  }
  // Engines refuse these before they ask the system, each in words of its own.
  if (program === "") return unstartable(NOT_FOUND, `"" not found`);
  if (holdsNul(command)) return unstartable(NOT_EXECUTABLE, "command or environment holds a NUL");
  switch (errorCode(error)) {
    case "ENOENT":
      return unstartable(NOT_FOUND, `"${program}" not found`);
    case "EACCES":
      return unstartable(NOT_EXECUTABLE, `"${program}" is not executable`);
    case "E2BIG":
      return unstartable(NOT_EXECUTABLE, `arguments or environment of "${program}" are too long`);
    default:
      return unstartable(NOT_EXECUTABLE, error instanceof Error ? error.message : String(error));
  }
}

function holdsNul({ program, args, env }: Command): boolean {
  return [program, ...args, ...Object.entries(env).flat()].some((text) => text.includes("\0"));
}

function unstartable(code: number, reason: string): Ending {
  return { kind: "unstartable", code, signal: "", reason };
}
