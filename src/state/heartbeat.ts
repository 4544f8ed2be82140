/** How hooks fare while the log is on: a line for each fire; a file that has grown begins anew with a sum for each hook. */
import type { Host } from "../host/host.ts";
import { appendLines, readLines } from "./line_file.ts";
import { sharedStatePath } from "./state_directory.ts";

const FILE = "log/beats.jsonl";
/** Bytes at which lines are summed up, and how many hooks are kept then: those that fired last. */
export const MAX_BEAT_BYTES = 256 * 1024;
const MAX_HOOKS = 500;

/** One fire of a hook, under the name that the record has for it. */
export interface Beat {
  readonly hook: string;
  readonly isOk: boolean;
  readonly ms: number;
}

/** Times are milliseconds since 1970, 0 for never; `total` and `slowest` are milliseconds. */
const NUMBERS = ["fires", "successes", "lastFire", "lastSuccess", "total", "slowest"] as const;
type BeatSum = Readonly<Record<typeof NUMBERS[number], number>>;

export function recordBeats(host: Host, beats: readonly Beat[]): string | undefined {
  const lastFire = host.now();
  const lines = beats.map(({ hook, isOk, ms }) => {
    const total = Math.round(ms);
    const [successes, lastSuccess] = isOk ? [1, lastFire] : [0, 0];
    return { hook, fires: 1, successes, lastFire, lastSuccess, total, slowest: total };
  });
  const kept = () =>
    [...readBeats(host)].toSorted(([, a], [, b]) => b.lastFire - a.lastFire).slice(0, MAX_HOOKS)
      .map(([hook, sum]) => ({ hook, ...sum }));
  return appendLines(host, sharedStatePath(host, FILE), lines, MAX_BEAT_BYTES, kept);
}

/** Sums by hook; empty where nothing was kept. */
export function readBeats(host: Host): ReadonlyMap<string, BeatSum> {
  const sums = new Map<string, BeatSum>();
  const path = sharedStatePath(host, FILE);
  for (const read of readLines(path && host.readText(path))) {
    if (NUMBERS.some((name) => !(Number(read[name]) >= 0))) continue;
    const [hook, more] = [String(read.hook), read as unknown as BeatSum];
    const added = NUMBERS.map((name) => {
      const before = sums.get(hook)?.[name] ?? 0;
      return [name, /^last|^slow/.test(name) ? Math.max(before, more[name]) : before + more[name]];
    });
    sums.set(hook, Object.fromEntries(added));
  }
  return sums;
}
