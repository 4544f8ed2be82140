/**
 * How hooks fare while the log is on. Each fire appends one line, so that two at once both count; a file that has grown
 * is replaced by one sum for each hook, which is a line like any other. A line that a crash has cut off is passed over.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { sharedStateDirectory } from "./state_directory.ts";
import { ensureDirectories, FILE_MODE, reasonOf } from "./state_tree.ts";

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

/** @returns Why they cannot be kept, if so. */
export function recordBeats(host: Host, beats: readonly Beat[]): string | undefined {
  const directory = logDirectory(host);
  if (directory === undefined) return "nothing says where: set HOME or XDG_STATE_HOME";
  const problem = ensureDirectories(host, [directory]);
  if (problem !== undefined || beats.length === 0) return problem;
  const path = joinPath(directory, FILE);
  const lastFire = host.now();
  const lines = beats.map(({ hook, isOk, ms }) => {
    const [successes, total] = [isOk ? 1 : 0, Math.round(ms)];
    const lastSuccess = successes * lastFire;
    return lineOf(hook, { fires: 1, successes, lastFire, lastSuccess, total, slowest: total });
  });
  try {
    const { kind = "file", size = 0 } = host.linkStat(path) ?? {};
    if (kind !== "file") return `"${path}" is not a file of ours`;
    if (size > MAX_BEAT_BYTES) {
      const kept = [...readBeats(host)].toSorted(([, a], [, b]) => b.lastFire - a.lastFire);
      const sums = kept.slice(0, MAX_HOOKS).map(([hook, sum]) => lineOf(hook, sum));
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
  const directory = logDirectory(host);
  const text = directory === undefined ? undefined : host.readText(joinPath(directory, FILE));
  for (const line of (text ?? "").split("\n")) {
    const read = parseJson(line);
    if (!isFields(read) || NUMBERS.some((name) => !(Number(read[name]) >= 0))) continue;
    const [hook, more] = [String(read.hook), read as unknown as BeatSum];
    const added = NUMBERS.map((name) => {
      const before = sums.get(hook)?.[name] ?? 0;
      return [name, /^last|^slow/.test(name) ? Math.max(before, more[name]) : before + more[name]];
    });
    sums.set(hook, Object.fromEntries(added));
  }
  return sums;
}

const FILE = "beats.jsonl";

function logDirectory(host: Host): string | undefined {
  const state = sharedStateDirectory(host);
  return state === undefined ? undefined : joinPath(state, "log");
}

/** It begins with a line feed: what a crash has cut off before it is a line of its own. */
function lineOf(hook: string, sum: BeatSum): string {
  return `\n${JSON.stringify({ hook, ...sum })}`;
}
