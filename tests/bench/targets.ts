/** What the figures are held against: ratios within one run, never absolute start-up times. */
import { type Timing, timingOf } from "./measure.ts";

/** One row of the table of targets. */
export interface Target {
  readonly name: string;
  /** Measured; `undefined` where one side could not run. */
  readonly value: number | undefined;
  readonly limit: number;
  /** `ms` for a time inside the process; ratios have none. */
  readonly unit: "" | "ms";
}

/** Milliseconds inside the process, as the program itself reports them. */
export interface InProcess {
  readonly registryWarm300: number;
  readonly registryCold60: number;
  readonly parseProse: number;
  /** Of a dense log, the slowest thing there is. */
  readonly parse100KB: number;
  readonly parse1MB: number;
}

const LOAD = "load, a small skill";
const FIRE = "fire, one trivial command";
const SHELL = "sh -c true";
const SPAWN = "spawn, two skills, a reference and a command";
const BESIDE_VERBS = "empty program, beside verbs";

/** One median over the sum of others; `undefined` where one is missing. */
function overSum(above: Timing | undefined, below: (Timing | undefined)[]): number | undefined {
  const sum = below.reduce((total, timing) => total + (timing?.median ?? NaN), 0);
  return above === undefined || Number.isNaN(sum) ? undefined : above.median / sum;
}

/**
 * Compares the figures with the targets.
 *
 * @param timed All timings
 * @param inside Times inside the process
 * @returns The table; the worst world counts for a silent prompt
 */
export function judge(timed: readonly Timing[], inside: InProcess): Target[] {
  const median = (name: string) => timingOf(timed, name)?.median;
  const ratio = (name: string, above: string, below: string, limit: number): Target => {
    const [a, b] = [median(above), median(below)];
    return { name, value: a === undefined || b === undefined ? undefined : a / b, limit, unit: "" };
  };
  const overEmpty = (name: string, timing: Timing | undefined, limit: number): Target => (
    { name, value: timing?.ratio, limit, unit: "" }
  );
  const silent = timed.filter(({ name }) => /^silent, \d+ skills$/.test(name))
    .toSorted((a, b) => b.ratio - a.ratio)[0];
  return [
    overEmpty("silent prompt ÷ empty program, any number of skills", silent, 1.15),
    overEmpty("chain, warm, 60 skills ÷ empty program", timingOf(timed, warm(60)), 1.4),
    overEmpty("chain, warm, 300 skills ÷ empty program", timingOf(timed, warm(300)), 1.7),
    overEmpty("load of a small skill ÷ empty program", timingOf(timed, LOAD), 1.5),
    {
      name: "fire with one trivial command ÷ (empty program + that command)",
      value: overSum(timingOf(timed, FIRE), [
        timingOf(timed, BESIDE_VERBS),
        timingOf(timed, SHELL),
      ]),
      limit: 2,
      unit: "",
    },
    overEmpty(
      "spawn of two skills, a reference and a command ÷ empty program",
      timingOf(timed, SPAWN),
      2,
    ),
    ratio("chain, warm, 3,000 skills ÷ 300 skills", warm(3_000), warm(300), 4),
    ratio("chain, cold, 300 skills ÷ Python cold", cold(300), "Python cold, 300 skills", 0.4),
    ratio("chain, warm, 60 skills ÷ Python warm", warm(60), "Python warm, 60 skills", 0.2),
    inProcess("registry in process, warm, 300 skills", inside.registryWarm300, 5),
    inProcess("registry in process, cold, 60 skills", inside.registryCold60, 50),
    inProcess("parse of a 1 MB prompt of prose", inside.parseProse, 30),
    inProcess("parse of a 1 MB prompt, a dense log", inside.parse1MB, 30),
    {
      name: "parse, 1 MB ÷ 100 KB (linear is 10)",
      value: inside.parse1MB / inside.parse100KB,
      limit: 12,
      unit: "",
    },
  ];
}

function warm(skills: number): string {
  return `chain warm, ${skills} skills`;
}

function cold(skills: number): string {
  return `chain cold, ${skills} skills`;
}

function inProcess(name: string, value: number, limit: number): Target {
  return { name, value, limit, unit: "ms" };
}
