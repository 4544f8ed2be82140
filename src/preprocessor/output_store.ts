/**
 * Outputs that may be used again: `cache` of slow commands, and the last good one. One file per
 * command, directory and environment; whatever is wrong with it is a miss.
 */
import { joinPath } from "../base/path.ts";
import { readOwnFields } from "../catalog/own_file.ts";
import { attempt, type Host } from "../host/host.ts";
import { pathsIn, sweepFiles } from "../state/state_tree.ts";
import type { CommandPlace } from "./run_directive.ts";

export interface StoredOutput {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly output: string;
}

const FOLDER = "outputs";
const VERSION = 1;
/** More files than this: those not written for a month go, and the oldest of the others. */
const MAX_FILES = 256;
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** A name for its output: another command, directory, variable or argument gives another one. */
export function outputKey(
  host: Host,
  command: string,
  place: CommandPlace,
): string | Promise<string> {
  const env = Object.entries(place.env).sort(([a], [b]) => a < b ? -1 : 1);
  return host.sha256(JSON.stringify([command, place.shell, place.cwd, env, place.arguments]));
}

/** What was kept, if it is ours and whole. */
export function readOutput(
  host: Host,
  stateDir: string,
  key: string,
): StoredOutput | undefined {
  const { at, output } = readOwnFields(host, outputPath(stateDir, key), VERSION);
  const isStored = typeof output === "string" && typeof at === "number" && Math.abs(at) < 8.64e15;
  return isStored ? { at, output } : undefined;
}

/** Keeps an output; a disk that cannot be written to keeps nothing. */
export function keepOutput(
  host: Host,
  stateDir: string,
  key: string,
  output: string,
): void {
  const directory = joinPath(stateDir, FOLDER);
  attempt(() => {
    host.makeDirectory(directory, { mode: 0o700 });
    const stored = { version: VERSION, at: host.now(), output };
    host.writeText(outputPath(stateDir, key), JSON.stringify(stored), { mode: 0o600 });
    sweepFiles(host, pathsIn(host, directory, "file"), MAX_FILES, MAX_AGE_MS);
  });
}

/** Since when it is what it is, in words. */
export function ageText(stored: StoredOutput, host: Host): string {
  const seconds = Math.max(0, Math.round((host.now() - stored.at) / 1000));
  const [amount, unit] = seconds < 120
    ? [seconds, "s"]
    : seconds < 7200
    ? [Math.round(seconds / 60), "min"]
    : [Math.round(seconds / 3600), "h"];
  const since = new Date(stored.at).toISOString().replace(/\.\d+Z$/, "Z");
  return `The output below is from ${since}, ${amount} ${unit} ago`;
}

function outputPath(stateDir: string, key: string): string {
  return joinPath(joinPath(stateDir, FOLDER), `${key}.json`);
}
