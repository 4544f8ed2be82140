/** Runs `deno test`, shows how far it is, and counts. */
import { eachLine } from "./each_line.ts";
import { packageFlags } from "./map.ts";
import { Progress } from "./progress.ts";
import { inProject } from "./project.ts";
import { type Counts, TestLog } from "./test_log.ts";

/** A test run that says nothing for so long, in milliseconds, hangs. */
const SILENCE = 240_000;
/** Names of what is checked and fetched, on standard error. */
// deno-lint-ignore no-control-regex
const ROUTINE_REGEXP = /^(?:\x1b\[[0-9;]*m)*(?:Check|Download|Initialize)\b/;

/** How to run them. */
export interface TestOptions {
  /** Plain `deno test -A`, as somebody else's CI calls it: no map of packages, one file at a time. */
  readonly plain?: boolean;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the tests, as many files at a time as there are cores.
 *
 * @param args Arguments for `deno test`
 * @returns The counts; one failure at least if Deno says that something failed
 */
export async function runTests(
  args: readonly string[],
  options: TestOptions = {},
): Promise<Counts> {
  const isTerminal = Deno.stdout.isTerminal();
  const colour = isTerminal && !Deno.noColor;
  const flags = options.plain ? ["-A"] : ["--allow-all", "--parallel", ...await packageFlags()];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...flags, ...args],
    cwd: inProject("."),
    env: { ...options.env, ...colour ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" } },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const log = new TestLog();
  const progress = new Progress(isTerminal);
  const silence = Promise.withResolvers<"silent">();
  let timer = setTimeout(() => silence.resolve("silent"), SILENCE);
  function show(lines: readonly string[]): void {
    clearTimeout(timer);
    timer = setTimeout(() => silence.resolve("silent"), SILENCE);
    progress.show(lines, log.counts, log.file);
  }
  const read = Promise.all([
    eachLine(child.stdout, (line) => show(log.take(line))),
    eachLine(child.stderr, (line) => show(ROUTINE_REGEXP.test(line) ? [] : [line])),
  ]);
  const ended = await Promise.race([read, silence.promise]);
  clearTimeout(timer);
  progress.end();
  const counts = log.summary ?? log.counts;
  if (ended === "silent") {
    child.kill("SIGKILL");
    console.log(`Stopped: no test ended for ${SILENCE / 1000} s after one of ${log.file}`);
    return { ...counts, failed: counts.failed + 1 };
  }
  const { success } = await child.status;
  return success ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}
