/**
 * How hooks fare over time, kept while the log is on: how often each fired, when it last did, when it last worked, how
 * slow it is. Each fire appends one line, so that two at once both count; a line is a sum like any other, and a file
 * that has grown is replaced by one sum for each hook. A line that a crash has cut off is passed over.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { sharedStateDirectory } from "./state_directory.ts";
import { ensureDirectories, FILE_MODE, reasonOf } from "./state_tree.ts";

/** Bytes at which lines are summed up, and how many hooks are kept then: those that fired last. */
export const MAX_BEAT_BYTES = 256 * 1024;
const MAX_HOOKS = 500;

/** One fire. */
export interface Beat {
  /** What the hook is called in the record. */
  readonly hook: string;
  readonly isOk: boolean;
  readonly ms: number;
}

/** Many fires of one hook; times are milliseconds since 1970, 0 for never, and durations milliseconds. */
export type BeatSum = Readonly<Record<typeof NUMBERS[number], number>>;
const NUMBERS = ["fires", "successes", "lastFire", "lastSuccess", "total", "slowest"] as const;

/** @returns Why they cannot be kept, if so. */
export function recordBeats(host: Host, beats: readonly Beat[]): string | undefined {
  const directory = beatDirectory(host);
  if (directory === undefined) return "nothing says where: set HOME or XDG_STATE_HOME";
  const path = joinPath(directory, FILE);
  const now = host.now();
  const lines = beats.map(({ hook, isOk, ms }) => {
    const [success, time] = [isOk ? 1 : 0, Math.round(ms)];
    return lineOf(hook, [1, success, now, success * now, time, time]);
  });
  const problem = ensureDirectories(host, [directory]);
  if (problem !== undefined || lines.length === 0) return problem;
  try {
    const stat = host.linkStat(path);
    if (stat !== undefined && stat.kind !== "file") return `"${path}" is not a file of ours`;
    if (stat !== undefined && stat.size > MAX_BEAT_BYTES) {
      const kept = [...readBeats(host)].toSorted(([, a], [, b]) => b.lastFire - a.lastFire);
      const sums = kept.slice(0, MAX_HOOKS).map(([hook, sum]) =>
        lineOf(hook, NUMBERS.map((name) => sum[name]))
      );
      host.writeText(path, sums.join(""), { mode: FILE_MODE });
    }
    host.appendText(path, lines.join(""), { mode: FILE_MODE });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Sums by hook; empty where nothing was kept. */
export function readBeats(host: Host): ReadonlyMap<string, BeatSum> {
  const sums = new Map<string, BeatSum>();
  const directory = beatDirectory(host);
  const text = directory === undefined ? undefined : host.readText(joinPath(directory, FILE));
  for (const line of (text ?? "").split("\n")) {
    const read = parseJson(line);
    if (!isFields(read) || typeof read.hook !== "string") continue;
    if (NUMBERS.some((name) => !(Number(read[name]) >= 0))) continue;
    const [more, sum] = [read as unknown as BeatSum, sums.get(read.hook)];
    const added = NUMBERS.map((name) => {
      const before = sum?.[name] ?? 0;
      return [name, /^last|^slow/.test(name) ? Math.max(before, more[name]) : before + more[name]];
    });
    sums.set(read.hook, Object.fromEntries(added));
  }
  return sums;
}

const FILE = "beats.jsonl";

function beatDirectory(host: Host): string | undefined {
  const state = sharedStateDirectory(host);
  return state === undefined ? undefined : joinPath(state, "log");
}

/** It begins with a line feed: what a crash has cut off before it is a line of its own. */
function lineOf(hook: string, numbers: readonly number[]): string {
  const fields = NUMBERS.map((name, at) => [name, numbers[at]]);
  return `\n${JSON.stringify({ hook, ...Object.fromEntries(fields) })}`;
}
