/**
 * How long a running command may go on, and what is done about it. The same for every host: a host
 * only starts the child in a group of its own and hands over the few powers below.
 *
 * On Windows there are no process groups and a signal ends the child alone; `taskkill /T /F /PID` is what
 * would end the tree there.
 */
import type { Capture } from "./capture.ts";
import type { Command, CommandResult } from "./host.ts";

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

/** How a command ended, without what it said. */
export type Ending = Pick<CommandResult, "kind" | "code" | "signal" | "reason">;

/** How a child ended: `signal` is empty when it exited by itself. */
export interface ChildEnd {
  readonly code: number;
  readonly signal: string;
}

/** A started child as the supervision needs it. */
export interface Child {
  readonly ended: Promise<ChildEnd>;
  /** Resolves when both pipes are at their end; never rejects. */
  readonly drained: Promise<unknown>;
  /** Sends a signal to the whole group; a group that is gone already is no error. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Closes the pipes on our side. */
  stop(): void;
}

/** Where a host puts what the child says. */
export interface Captures {
  readonly stdout: Capture;
  readonly stderr: Capture;
}

/**
 * Sees a started child through to its end, or makes one.
 *
 * @param child The child.
 * @param command What it runs, for its deadline.
 * @returns How it ended; nothing of its group that could still write to us is left.
 */
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
