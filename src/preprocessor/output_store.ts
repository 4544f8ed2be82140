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

const VERSION = 1;
/** More files than this: those not written for a month go, and the oldest of the others. */
const MAX_FILES = 256;
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** What was kept of a command's output, if it is ours and whole, and what keeps another one. */
export async function storedOutput(
  host: Host,
  stateDir: string,
  command: string,
  place: CommandPlace,
): Promise<{ stored: StoredOutput | undefined; keep: (output: string) => void }> {
  // Another command, directory, variable or argument gives another name.
  const env = Object.entries(place.env).sort(([a], [b]) => a < b ? -1 : 1);
  const words = JSON.stringify([command, place.shell, place.cwd, env, place.arguments]);
  const directory = joinPath(stateDir, "outputs");
  const path = joinPath(directory, `${await host.sha256(words)}.json`);
  const { at, output } = readOwnFields(host, path, VERSION);
  const isStored = typeof output === "string" && typeof at === "number" && Math.abs(at) < 8.64e15;
  return { stored: isStored ? { at, output } : undefined, keep };

  /** A disk that cannot be written to keeps nothing. */
  function keep(output: string): void {
    attempt(() => {
      host.makeDirectory(directory, { mode: 0o700 });
      const stored = { version: VERSION, at: host.now(), output };
      host.writeText(path, JSON.stringify(stored), { mode: 0o600 });
      sweepFiles(host, pathsIn(host, directory, "file"), MAX_FILES, MAX_AGE_MS);
    });
  }
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
