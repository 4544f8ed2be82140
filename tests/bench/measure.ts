/** Whole processes, timed in turns: what a busy moment of the machine does to one case it does to all. */

import { medianOf, quantile } from "./median.ts";
import type { Watch } from "./quiet.ts";

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
  /** How far off the ratio may be, as a part of it. */
  readonly margin: number;
  /** Other programs kept the machine busy meanwhile, as often as it was tried. */
  readonly busy: boolean;
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

/** How often a group is measured anew, when it was not quiet or a row is not sure. */
export const ATTEMPTS = 4;
/** A ratio that may be this far off tells nothing. */
export const MAX_MARGIN = 0.1;

/** Whether a row says anything: neither was the machine busy, nor do its runs differ too much. */
export function isTold({ busy, margin }: Pick<Timing, "busy" | "margin">): boolean {
  return !busy && margin <= MAX_MARGIN;
}

/**
 * Times cases that belong together, again and again until nothing disturbed it: what is told least about is what is
 * left of the best attempt. Heavy cases stay in a group of their own: they push every other program out of the
 * processor's caches, and a small one suffers most.
 *
 * @param cases The cases; the first is the empty program
 * @param watch Knows when the machine is quiet
 * @returns A timing for each, in order
 * @throws {Error} If a program fails: a wrong answer is not a fast one
 */
export async function measure(
  cases: readonly Case[],
  effort: Effort,
  watch: Watch,
): Promise<Timing[]> {
  let best: Timing[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wasQuiet = await watch.quietMoment();
    const timed = await measureOnce(cases, effort);
    const busy = !wasQuiet || !await watch.isQuiet();
    const told = timed.map((timing) => ({ ...timing, busy }));
    if (best.length === 0 || worth(told) > worth(best)) best = told;
    if (best.every(isTold) || !watch.isPatient) break;
  }
  return best;
}

/** Of two attempts the one that tells more; of equals the surer one. */
function worth(timed: readonly Timing[]): number {
  const margins = timed.reduce((sum, { margin }) => sum + margin, 0) / timed.length;
  return timed.filter(isTold).length - Math.min(margins, 0.9);
}

/** One attempt, whatever else the machine does. */
export async function measureOnce(
  cases: readonly Case[],
  effort: Effort,
): Promise<Omit<Timing, "busy">[]> {
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
  const empty = medianOf(times[0]!);
  return cases.map(({ name }, at) => {
    const { median, margin } = medianOf(times[at]!);
    return {
      name,
      ratio: median / empty.median,
      margin: at === 0 ? margin : margin + empty.margin,
      median,
      p95: quantile(times[at]!, 0.95),
      runs: times[at]!.length,
    };
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

function shuffled(length: number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
