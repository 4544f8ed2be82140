/**
 * What a registry was made from: every file and directory that was looked at, with its fingerprint as it
 * was just before. The registry is out of date as soon as one of them looks different.
 */
import { type FileStat, type Host, HostError } from "../host/host.ts";

/** What it looks like; `undefined` when absent or out of reach, which is the same to us. */
export function look(host: Pick<Host, "stat">, path: string): FileStat | undefined {
  try {
    return host.stat(path);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

/** Whether both lead to the same place; `false` when one is absent or out of reach. */
export function isSamePlace(host: Pick<Host, "realPath">, a: string, b: string): boolean {
  if (a === b) return true;
  try {
    const real = host.realPath(a);
    return real !== undefined && real === host.realPath(b);
  } catch (error) {
    if (error instanceof HostError) return false;
    throw error;
  }
}

/** Fingerprints in the order the files were first looked at; `undefined` for an absent one. */
export class Sources {
  readonly stats: Map<string, FileStat | undefined> = new Map();
  readonly #host: Pick<Host, "stat" | "readText">;

  constructor(host: Pick<Host, "stat" | "readText">) {
    this.#host = host;
  }

  /** Takes a fingerprint; the first one of a path counts, because it is the oldest. */
  observe(path: string): FileStat | undefined {
    const stat = look(this.#host, path);
    this.record(path, stat);
    return stat;
  }

  /** Takes a fingerprint that somebody else took before looking. */
  record(path: string, stat: FileStat | undefined): void {
    if (!this.stats.has(path)) this.stats.set(path, stat);
  }

  /**
   * Reads a file after its fingerprint: a change in between shows as a difference later.
   *
   * @returns Its text; `undefined` when absent.
   * @throws {HostError} It cannot be read.
   */
  readText(path: string): string | undefined {
    return this.observe(path) === undefined ? undefined : this.#host.readText(path);
  }
}
