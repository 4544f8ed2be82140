/** Whole processes, timed in turns: what a busy moment of the machine does to one case it does to all. */

/** A program with an input, to be timed. */
export interface Case {
  readonly name: string;
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Is called before every run and not timed. */
  readonly before?: () => void;
}

/** Milliseconds from start to end. */
export interface Timing {
  readonly name: string;
  /** Median over the median of the first case measured in the same turns: the empty program. */
  readonly ratio: number;
  readonly median: number;
  readonly p95: number;
  readonly runs: number;
}

/** How long to go on. */
export interface Effort {
  /** Runs of every case at least. */
  readonly least: number;
  /** Runs of every case at most. */
  readonly most: number;
  /** Milliseconds after which a case is run no more than it must be. */
  readonly budget: number;
}

/**
 * Times cases that belong together. Heavy ones stay in a group of their own: they push every other program out of the
 * processor's caches, and a small one suffers most.
 *
 * @param cases The cases; the first is the empty program
 * @param effort How long to go on
 * @returns A timing for each, in order
 * @throws {Error} If a program fails: a wrong answer is not a fast one
 */
export async function measure(cases: readonly Case[], effort: Effort): Promise<Timing[]> {
  const times = cases.map((): number[] => []);
  const spent = cases.map(() => 0);
  for (let round = -1; round < effort.most; round++) {
    for (const at of shuffled(cases.length)) {
      if (round >= effort.least && spent[at]! > effort.budget) continue;
      const time = await timeOnce(cases[at]!);
      // The first round fills caches: the system's, and ours where a case is a warm one.
      if (round < 0) continue;
      times[at]!.push(time);
      spent[at]! += time;
    }
  }
  const empty = quantile(times[0]!, 0.5);
  return cases.map(({ name }, at) => {
    const median = quantile(times[at]!, 0.5);
    const runs = times[at]!.length;
    return { name, ratio: median / empty, median, p95: quantile(times[at]!, 0.95), runs };
  });
}

/** @param timed Cases that were timed. @param name One of them. @returns Its timing, if it is there. */
export function timingOf(timed: readonly Timing[], name: string): Timing | undefined {
  return timed.find((timing) => timing.name === name);
}

async function timeOnce({ name, command, input, cwd, env, before }: Case): Promise<number> {
  before?.();
  const [program, ...args] = command;
  const bytes = new TextEncoder().encode(input);
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: true,
    env: { ...systemEnvironment(), ...env },
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  // As agents do: write, and leave the pipe open. A program that does not read may be gone by then.
  const written = writer.write(bytes).catch(() => undefined);
  const { code } = await child.status;
  const time = performance.now() - start;
  await written;
  await writer.close().catch(() => undefined);
  if (code !== 0) throw new Error(`Cannot time "${name}": it ended with code ${code}`);
  return time;
}

/** What a system needs to start a program, and to find python3. */
function systemEnvironment(): Record<string, string> {
  const found = ["SYSTEMROOT", "PATH"].map((name) => [name, Deno.env.get(name) ?? ""] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

function shuffled(length: number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
