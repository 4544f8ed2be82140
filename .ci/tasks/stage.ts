/** One stage of a CI run: a process group of its own, which is ended at its deadline with everything it started. */
import { eachLine } from "./each_line.ts";
import { inProject } from "./project.ts";

/** How a stage ended. */
export interface StageResult {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** The lines that name what failed. */
  readonly failures: readonly string[];
}

/** What to run. */
export interface Stage {
  readonly title: string;
  readonly command: readonly string[];
  /** The project's folder unless told. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** The environment is `env` and nothing else. */
  readonly clearEnv?: boolean;
}

/** The words that start a task of the project in `root`. */
export function taskCommand(
  task: readonly string[],
  root = inProject("."),
  deno?: string,
): string[] {
  const start = `${root.replace(/[\\/]$/, "")}/.ci/tasks/start.ts`;
  return [deno ?? Deno.execPath(), "run", "--allow-all", start, ...task];
}

/** In milliseconds; the longest takes a tenth of it. */
const DEADLINE = 900_000;
/** Between asking a stage to end and ending it, in milliseconds. */
const GRACE = 5_000;
const FAILURE_REGEXP = /^(?:FAILED|cancelled|Uncaught error from) |\.\.\. FAILED$/;
const COUNTS_REGEXP = /^(\d+) passed, (\d+) failed$/;
const isPosix = Deno.build.os !== "windows";

let running: Deno.ChildProcess | undefined;

/** Ends what is running: a group of its own gets no Ctrl-C from the terminal. */
export function endStage(signal: Deno.Signal): void {
  if (running === undefined) return;
  try {
    Deno.kill(isPosix ? -running.pid : running.pid, signal);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * Runs it, and shows what it says.
 *
 * @returns The counts of its last line; one test, for a command that counts nothing
 */
export async function runStage(stage: Stage): Promise<StageResult> {
  const { title, command: [program, ...args], cwd = inProject("."), env, clearEnv } = stage;
  console.log(`\n== ${title}`);
  const start = performance.now();
  const child = new Deno.Command(program!, {
    args,
    cwd,
    env,
    ...clearEnv ? { clearEnv } : {},
    stdin: "null",
    stdout: "piped",
    detached: isPosix,
  }).spawn();
  running = child;
  const timers = [
    setTimeout(() => endStage("SIGTERM"), DEADLINE),
    setTimeout(() => endStage("SIGKILL"), DEADLINE + GRACE),
  ];
  const failures: string[] = [];
  const counts = await show(child.stdout, failures);
  const { success } = await child.status;
  running = undefined;
  timers.forEach(clearTimeout);
  const seconds = Math.round((performance.now() - start) / 1000);
  if (seconds >= DEADLINE / 1000) console.log(`Ended at its deadline of ${DEADLINE / 1000} s`);
  const passed = counts?.passed ?? (success ? 1 : 0);
  const failed = success ? counts?.failed ?? 0 : Math.max(1, counts?.failed ?? 0);
  console.log(`== ${passed} passed, ${failed} failed, in ${seconds} s`);
  return { passed, failed, seconds, failures };
}

/** Passes lines on, but for the counts. */
async function show(
  stream: ReadableStream<Uint8Array>,
  failures: string[],
): Promise<Pick<StageResult, "passed" | "failed"> | undefined> {
  let counts: Pick<StageResult, "passed" | "failed"> | undefined;
  await eachLine(stream, (line) => {
    const [, passed, failed] = COUNTS_REGEXP.exec(line) ?? [];
    if (passed !== undefined) counts = { passed: Number(passed), failed: Number(failed) };
    else console.log(line);
    if (FAILURE_REGEXP.test(line)) failures.push(line);
  });
  return counts;
}
