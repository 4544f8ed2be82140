/**
 * A machine in memory whose whole world is one literal, for every test outside `src/host`. The suite
 * in `tests/host_test.ts` holds its file calls to the facts of the real hosts.
 *
 * ```ts
 * const host = fakeHost({
 *   files: { "/home/ada/.claude/skills/commit/SKILL.md": "---\nname: commit\n---\n" },
 *   env: { HOME: "/home/ada" },
 *   commands: [["git status", "clean\n"], [/^date/, { code: 1, stderr: "no clock" }]],
 * });
 * ```
 */
import type { Host, Outcome } from "../../src/host/host.ts";
import { sha256 } from "../../src/host/built_ins.ts";
import { type FakeCommand, fakeRun } from "./fake_command.ts";
import { type FakeFile, FakeFiles } from "./fake_files.ts";
import { fileCalls } from "./fake_file_calls.ts";
import { type FakeStdin, fakeStdin } from "./fake_stdin.ts";

/** What a test says about its world; everything else is a plain empty Linux machine. */
export interface FakeWorld {
  /** Path → text, or a richer description. Directories are implied. */
  readonly files?: Readonly<Record<string, string | FakeFile>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly stdin?: FakeStdin;
  /** Which commands may run and what they do; the first row that matches counts. */
  readonly commands?: readonly FakeCommand[];
  /** Milliseconds since 1970 at the beginning. */
  readonly now?: number;
  readonly platform?: string;
  readonly engine?: string;
  readonly executable?: string;
  readonly user?: number;
  readonly processId?: number;
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  /** How many parts of an answer are read before the reader goes away. */
  readonly reads?: number;
}

/** What a test may count: the calls of the Host. */
export type CallName = Exclude<keyof Host, "platform" | "engine" | "args" | "note">;

/** The fake, with what a test may look at and change. */
export interface FakeHost extends Host {
  /** How often each call was made. */
  readonly calls: Readonly<Record<CallName, number>>;
  /** Every call in order as `name first-argument`, such as `readText /a`. */
  readonly log: readonly string[];
  /** Path → text as it is now; links as `-> target`. */
  readonly files: Readonly<Record<string, string>>;
  /** What `finish` was given. */
  readonly outcome: Outcome | undefined;
  /** Commands that were run, as `program args`. */
  readonly ran: readonly string[];
  /** What was said before the end, part by part. */
  readonly said: readonly string[];
  /** Changes the world from outside: puts a file (with a new mtime), or takes it away. */
  change(path: string, file: string | FakeFile | undefined): void;
  /** Lets time pass; sleepers that are due wake up. */
  advance(ms: number): void;
  /** Forgets counts and log, for tests of a second run in the same world. */
  forget(): void;
}

/** Thrown by `finish`, which may not return. */
export class FakeExit extends Error {
  override readonly name = "FakeExit";
  constructor(readonly outcome: Outcome) {
    super(`The program ended with code ${outcome.code}`);
  }
}

/** Noon of a day in 2026; every test starts there. */
const START = Date.UTC(2026, 0, 15, 12);
/** A shorter sleep is a back-off and passes at once; a longer one is a deadline and waits for `advance`. */
const BACK_OFF_MS = 500;

/**
 * Makes a machine from a literal. Time stands still except that every write takes one millisecond, so
 * that what is written later is newer; `advance` moves it. Paths are POSIX paths on every platform.
 */
export function fakeHost(world: FakeWorld = {}): FakeHost {
  let clock = world.now ?? START;
  const start = clock;
  let sleepers: { due: number; wake: () => void }[] = [];
  let outcome: Outcome | undefined;
  let random = 0;
  const cwd = world.cwd ?? "/code";
  const ran: string[] = [];
  const said: string[] = [];
  const log: string[] = [];
  const calls = {} as Record<CallName, number>;

  function advance(ms: number): void {
    clock += ms;
    const due = sleepers.filter((sleeper) => sleeper.due <= clock);
    sleepers = sleepers.filter((sleeper) => sleeper.due > clock);
    for (const sleeper of due.sort((a, b) => a.due - b.due)) sleeper.wake();
  }

  const user = world.user ?? (world.platform === "windows" ? -1 : 1000);
  const tree = new FakeFiles(() => clock, () => cwd, user);
  for (const [path, file] of Object.entries(world.files ?? {})) tree.put(path, file);
  if (tree.walk(cwd).node === undefined) tree.put(cwd, { directory: true });

  const machine: Omit<Host, "platform" | "engine" | "args"> = {
    executable: () => world.executable ?? "/usr/local/bin/skillhook",
    env: (name) => world.env?.[name] || undefined,
    environment: () => ({ ...world.env }),
    cwd: () => cwd,
    userId: () => user,
    processId: () => world.processId ?? 4242,
    now: () => clock,
    monotonic: () => clock - start,
    sha256,
    randomHex: () => (++random).toString(16).padStart(16, "0"),
    ...fileCalls(tree, () => advance(1)),
    readStdin: fakeStdin(world.stdin, advance),
    isTerminal: (stream) => world.terminals?.includes(stream) ?? false,
    run: fakeRun(world.commands ?? [], ran, advance),
    post: ({ url }) => Promise.reject(new Error(`Unexpected request: ${url}`)),
    stream: ({ url }) => {
      throw new Error(`Unexpected request: ${url}`);
    },
    say: (text) => said.push(text) <= (world.reads ?? Infinity),
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ due: clock + ms, wake });
        if (ms < BACK_OFF_MS) advance(ms);
      }),
    finish: (last) => {
      outcome = last;
      throw new FakeExit(last);
    },
  };

  return {
    platform: world.platform ?? "linux",
    engine: world.engine ?? "fake 1.0.0",
    args: world.args ?? [],
    ...counted(machine, calls, log),
    calls,
    log,
    ran,
    said,
    get files() {
      return tree.texts();
    },
    get outcome() {
      return outcome;
    },
    change(path, file) {
      advance(1);
      if (file === undefined) tree.drop(path);
      else tree.put(path, file);
    },
    advance,
    forget() {
      log.length = 0;
      ran.length = 0;
      for (const name of Object.keys(calls) as CallName[]) calls[name] = 0;
    },
  };
}

/** Wraps every call so that it leaves a trace. */
function counted<T extends object>(
  machine: T,
  calls: Record<string, number>,
  log: string[],
): T {
  const wrapped: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(machine)) {
    calls[name] = 0;
    wrapped[name] = (...args: unknown[]): unknown => {
      calls[name] = (calls[name] ?? 0) + 1;
      log.push(typeof args[0] === "string" ? `${name} ${args[0]}` : name);
      return (call as (...args: unknown[]) => unknown)(...args);
    };
  }
  return wrapped as T;
}
