/** One stage of a CI run: a process group of its own, which is ended at its deadline with everything it started. */
import { inProject } from "./project.ts";

/** How a stage ended. */
export interface StageCounts {
  readonly passed: number;
  readonly failed: number;
}

/** What to run. */
export interface Stage {
  readonly title: string;
  /** The task and its arguments. */
  readonly task: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** In milliseconds; the longest takes a tenth of it. */
const DEADLINE = 900_000;
/** Between asking a stage to end and ending it, in milliseconds. */
const GRACE = 5_000;
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
 * Runs a task, and shows what it says.
 *
 * @returns The counts of its last line; one test, for a task that counts nothing
 */
export async function runStage({ title, task, env }: Stage): Promise<StageCounts> {
  console.log(`\n== ${title}`);
  const start = performance.now();
  running = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", inProject(".ci/tasks/start.ts"), ...task],
    cwd: inProject("."),
    env,
    stdin: "null",
    stdout: "piped",
    detached: isPosix,
  }).spawn();
  const timers = [
    setTimeout(() => endStage("SIGTERM"), DEADLINE),
    setTimeout(() => endStage("SIGKILL"), DEADLINE + GRACE),
  ];
  const counts = await show(running.stdout);
  const { success } = await running.status;
  running = undefined;
  timers.forEach(clearTimeout);
  const seconds = (performance.now() - start) / 1000;
  if (seconds > DEADLINE / 1000) console.log(`Ended at its deadline of ${DEADLINE / 1000} s`);
  const { passed, failed } = counts ?? { passed: success ? 1 : 0, failed: 0 };
  const result = { passed, failed: success ? failed : Math.max(1, failed) };
  console.log(`== ${result.passed} passed, ${result.failed} failed, in ${seconds.toFixed(0)} s`);
  return result;
}

/** Passes lines on, but for the counts. */
async function show(stream: ReadableStream<Uint8Array>): Promise<StageCounts | undefined> {
  let counts: StageCounts | undefined;
  let rest = "";
  const text = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, passed, failed] = COUNTS_REGEXP.exec(line) ?? [];
      if (passed === undefined) console.log(line);
      else counts = { passed: Number(passed), failed: Number(failed) };
    }
  }
  if (rest !== "") console.log(rest);
  return counts;
}
