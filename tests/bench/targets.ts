/** What the figures are held against: ratios within one run, never absolute start-up times. */
import { isTold, type Timing, timingOf } from "./measure.ts";
import type { Median } from "./median.ts";

/** One row of the table of targets. */
export interface Target {
  readonly name: string;
  /** Measured; `undefined` where one side could not run. */
  readonly value: number | undefined;
  /** How far off the value may be, as a part of it; `Infinity` where the machine was busy. */
  readonly margin: number;
  readonly limit: number;
  /** `ms` for a time inside the process; ratios have none. */
  readonly unit: "" | "ms";
}

/** Whether a target is reached; `undefined` where the figures do not tell. */
export function isMet({ value, margin, limit }: Target): boolean | undefined {
  if (value === undefined) return undefined;
  if (value * (1 + margin) <= limit) return true;
  return value * (1 - margin) > limit ? false : undefined;
}

/** Milliseconds inside the process, as the program itself reports them. */
export interface InProcess {
  readonly registryWarm300: Median;
  readonly registryCold60: Median;
  readonly parseProse: Median;
  /** Of a dense log, the slowest thing there is. */
  readonly parse100KB: Median;
  readonly parse1MB: Median;
}

/** The same figures, when others kept the machine busy. */
export function untold(inside: InProcess): InProcess {
  const busy = ({ median }: Median): Median => ({ median, margin: Infinity });
  return {
    registryWarm300: busy(inside.registryWarm300),
    registryCold60: busy(inside.registryCold60),
    parseProse: busy(inside.parseProse),
    parse100KB: busy(inside.parse100KB),
    parse1MB: busy(inside.parse1MB),
  };
}

const LOAD = "load, a small skill";
const FIRE_NOTHING = "fire, no hooks configured";
const FIRE = "fire, one trivial command";
const SHELL = "sh -c true";
const PLAY = "play, ten turns and thirty hooks";
const SPAWN_ONE = "spawn, one skill";
const SPAWN = "spawn, two skills, a reference and a command";
const BESIDE_VERBS = "empty program, beside verbs";

/**
 * Compares the figures with the targets.
 *
 * @returns The table; the worst world counts for a silent prompt
 */
export function judge(timed: readonly Timing[], inside: InProcess): Target[] {
  const find = (name: string) => timingOf(timed, name);
  const overEmpty = (name: string, timing: Timing | undefined, limit: number): Target => {
    const value = timing?.ratio;
    return { name, value, margin: marginOf([timing], timing?.margin), limit, unit: "" };
  };
  /** One median over the sum of others. */
  const over = (name: string, above: string, below: readonly string[], limit: number): Target => {
    const [whole, ...parts] = [above, ...below].map(find);
    const sum = parts.reduce((sum, part) => sum + (part?.median ?? NaN), 0);
    const value = whole === undefined || Number.isNaN(sum) ? undefined : whole.median / sum;
    return { name, value, margin: marginOf([whole, ...parts]), limit, unit: "" };
  };
  const silent = timed.filter(({ name }) => /^silent, \d+ skills$/.test(name))
    .toSorted((a, b) => b.ratio - a.ratio)[0];
  return [
    overEmpty("silent prompt ÷ empty program, any number of skills", silent, 1.15),
    overEmpty("chain, warm, 60 skills ÷ empty program", find(warm(60)), 1.4),
    overEmpty("chain, warm, 300 skills ÷ empty program", find(warm(300)), 1.7),
    overEmpty("load of a small skill ÷ empty program", find(LOAD), 1.6),
    overEmpty("fire without hooks ÷ empty program", find(FIRE_NOTHING), 1.45),
    over(
      "fire with one trivial command ÷ (empty program + that command)",
      FIRE,
      [BESIDE_VERBS, SHELL],
      2,
    ),
    overEmpty("play of ten turns, with its thirty hooks ÷ empty program", find(PLAY), 20),
    overEmpty("spawn of one skill ÷ empty program", find(SPAWN_ONE), 1.8),
    overEmpty(
      "spawn of two skills, a reference and a command ÷ empty program",
      find(SPAWN),
      2,
    ),
    over("chain, warm, 3,000 skills ÷ 300 skills", warm(3_000), [warm(300)], 4),
    over(
      "SessionStart, 1,000 skills ÷ chain, warm, 1,000 skills",
      "event SessionStart, 1000 skills",
      [warm(1_000)],
      3,
    ),
    over("chain, cold, 300 skills ÷ Python cold", cold(300), ["Python cold, 300 skills"], 0.4),
    over("chain, warm, 60 skills ÷ Python warm", warm(60), ["Python warm, 60 skills"], 0.2),
    inProcess("registry in process, warm, 300 skills", inside.registryWarm300, 5),
    inProcess("registry in process, cold, 60 skills", inside.registryCold60, 50),
    inProcess("parse of a 1 MB prompt of prose", inside.parseProse, 30),
    inProcess("parse of a 1 MB prompt, a dense log", inside.parse1MB, 30),
    {
      name: "parse, 1 MB ÷ 100 KB (linear is 10)",
      value: inside.parse1MB.median / inside.parse100KB.median,
      margin: inside.parse1MB.margin + inside.parse100KB.margin,
      limit: 12,
      unit: "",
    },
  ];
}

/** Margins add up; a row that tells nothing spoils whatever is made of it. */
function marginOf(
  timings: readonly (Timing | undefined)[],
  margin = timings.reduce((sum, timing) => sum + (timing?.margin ?? 0), 0),
): number {
  return timings.every((timing) => timing === undefined || isTold(timing)) ? margin : Infinity;
}

function warm(skills: number): string {
  return `chain warm, ${skills} skills`;
}

function cold(skills: number): string {
  return `chain cold, ${skills} skills`;
}

function inProcess(name: string, { median, margin }: Median, limit: number): Target {
  return { name, value: median, margin, limit, unit: "ms" };
}
