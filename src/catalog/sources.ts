/** What a catalog was made from, with fingerprints. Any difference counts: an older file that is put back is a change. */
import { diagnose, type Diagnostic, type TextPlace } from "../base/diagnostic.ts";
import { readJson } from "../base/json_tree.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { attempt, type FileStat, type Host, HostError } from "../host/host.ts";

/** Size, mtime, ctime, inode. */
export const FINGERPRINT_LENGTH = 4;
/** Milliseconds within which two writes may leave the same time stamp (FAT keeps even seconds). */
const UNSETTLED_MS = 2_000;
const ABSENT = -1;

export function fingerprintOf(stat: FileStat | undefined): number[] {
  return stat === undefined
    ? [ABSENT, ABSENT, ABSENT, ABSENT]
    : [stat.size, stat.mtime, stat.ctime, stat.inode];
}

/** @param index Which of the fingerprints that stand one behind the other. */
export function hasFingerprint(
  numbers: readonly number[],
  index: number,
  stat: FileStat | undefined,
): boolean {
  const at = index * FINGERPRINT_LENGTH;
  if (stat === undefined) return numbers[at] === ABSENT && numbers[at + 3] === ABSENT;
  return numbers[at] === stat.size && numbers[at + 1] === stat.mtime &&
    numbers[at + 2] === stat.ctime && numbers[at + 3] === stat.inode;
}

/** Whether it was touched so shortly before now, when it was read, that a second change could leave the same fingerprint. */
export function isUnsettled(stat: FileStat | undefined, now: number): boolean {
  const isNear = (time: number) => Math.abs(now - time) < UNSETTLED_MS;
  return stat !== undefined && (isNear(stat.mtime) || isNear(stat.ctime));
}

/** What it looks like; `undefined` when absent or out of reach. Called 2,000 times at a warm start: without a closure. */
export function look(host: Host, path: string): FileStat | undefined {
  try {
    return host.stat(path);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

export function isSamePlace(host: Host, a: string, b: string): boolean {
  const real = (path: string) => attempt(() => host.realPath(path));
  return a === b || real(a) !== undefined && real(a) === real(b);
}

/** Reads files and remembers what they looked like when they were first looked at. */
export class Sources {
  readonly stats: Map<string, FileStat | undefined> = new Map();

  constructor(readonly host: Host, readonly diagnostics: Diagnostic[] = []) {}

  observe(path: string): FileStat | undefined {
    const stat = look(this.host, path);
    this.record(path, stat);
    return stat;
  }

  /** Takes a look from before; the first one of a path counts, because it is the oldest. */
  record(path: string, stat: FileStat | undefined): void {
    if (!this.stats.has(path)) this.stats.set(path, stat);
  }

  /** One of the agent's own JSON files, read after its fingerprint: a change in between shows as a difference later. */
  readJson(path: string, diagnostics: Diagnostic[] = []): Fields | undefined {
    const flaw = (message: string, at: Partial<TextPlace> = {}) => {
      const place = { path, line: at.line, column: at.column };
      diagnostics.push(diagnose("json-unreadable", place, `Cannot read file: ${message}`));
      return undefined;
    };
    try {
      const text = this.observe(path) === undefined ? undefined : this.host.readText(path);
      if (text === undefined || text.trim() === "") return undefined;
      const read = readJson(text);
      if ("flaw" in read) {
        return flaw(`it is not valid JSON, correct or remove it: ${read.flaw}`, read);
      }
      const { value } = read;
      return isFields(value) ? value : flaw(`expected a JSON object: got ${jsonType(value)}`);
    } catch (error) {
      if (error instanceof HostError) return flaw(error.code);
      throw error;
    }
  }
}
