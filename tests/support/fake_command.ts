/** Commands of the fake host: only what a test foresaw may run. */
import { Capture } from "../../src/host/capture.ts";
import type { Command, CommandResult, Host } from "../../src/host/host.ts";

const SIGNALS: Readonly<Record<string, number>> = {
  SIGINT: 2,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

/** What a command does; a string stands for `{ stdout }` with exit code 0. */
export interface FakeResult {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** Dies of this signal. */
  readonly signal?: string;
  /** Cannot start; `code` is 127 unless told. */
  readonly reason?: string;
  /** Milliseconds it takes; beyond the command's deadline it is killed. `Infinity` never ends. */
  readonly durationMs?: number;
}

/** `program args` joined by spaces (exact text or a pattern), and the result or a function of the command. */
export type FakeCommand = readonly [
  pattern: string | RegExp,
  result: string | FakeResult | ((command: Command) => string | FakeResult),
];

/**
 * Builds `run`.
 *
 * @param ran Where every command line is noted.
 * @returns The call, which throws for a command that no row matches.
 */
export function fakeRun(
  commands: readonly FakeCommand[],
  ran: string[],
  advance: (ms: number) => void,
): Host["run"] {
  return async function run(command: Command): Promise<CommandResult> {
    const line = [command.program, ...command.args].join(" ");
    ran.push(line);
    const row = commands.find(([pattern]) =>
      typeof pattern === "string" ? pattern === line : pattern.test(line)
    );
    if (row === undefined) throw new Error(`Unexpected command: ${line}`);
    const answer = typeof row[1] === "function" ? row[1](command) : row[1];
    const fake = typeof answer === "string" ? { stdout: answer } : answer;
    await Promise.resolve();
    const durationMs = Math.min(fake.durationMs ?? 0, command.deadlineMs);
    const late = (fake.durationMs ?? 0) > command.deadlineMs;
    if (durationMs > 0) advance(durationMs);
    return {
      ...ending(fake, late),
      stdout: captured(fake.stdout ?? "", command.outputCap),
      stderr: captured(fake.stderr ?? "", command.outputCap),
      durationMs,
    };
  };
}

type Ending = Pick<CommandResult, "kind" | "code" | "signal" | "reason">;

function ending(fake: FakeResult, late: boolean): Ending {
  if (fake.reason !== undefined) {
    return { kind: "unstartable", code: fake.code ?? 127, signal: "", reason: fake.reason };
  }
  if (late) return { kind: "timeout", code: 124, signal: "SIGTERM", reason: "" };
  if (fake.signal !== undefined) {
    const code = fake.code ?? 128 + (SIGNALS[fake.signal] ?? 0);
    return { kind: "signaled", code, signal: fake.signal, reason: "" };
  }
  return { kind: "exited", code: fake.code ?? 0, signal: "", reason: "" };
}

function captured(text: string, cap: number) {
  const capture = new Capture(cap);
  capture.push(new TextEncoder().encode(text));
  return capture.result();
}
