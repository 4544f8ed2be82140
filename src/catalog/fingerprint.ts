/**
 * What a file looked like, as numbers to compare for equality. Never "newer than": a file that is put
 * back with an older date has changed too.
 */
import type { FileStat } from "../host/host.ts";

/** How many numbers one fingerprint has: size, mtime, ctime, inode. */
export const FINGERPRINT_LENGTH = 4;
/** Milliseconds within which two writes may leave the same time stamp (FAT keeps even seconds). */
const UNSETTLED_MS = 2_000;
const ABSENT = -1;

/**
 * Appends a fingerprint.
 *
 * @param stat What the file looks like; `undefined` when absent.
 */
export function pushFingerprint(numbers: number[], stat: FileStat | undefined): void {
  if (stat === undefined) numbers.push(ABSENT, ABSENT, ABSENT, ABSENT);
  else numbers.push(stat.size, stat.mtime, stat.ctime, stat.inode);
}

/**
 * Compares a file with its fingerprint.
 *
 * @param index Which one, from 0.
 */
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

/**
 * Whether a file was touched so shortly before it was read that a second change could leave the very
 * same size and times (clocks of file systems tick in steps of up to 2 s): then its fingerprint proves
 * nothing. A date far in the future proves as much as any other.
 *
 * @param stat What the file looked like when it was read.
 * @param now When it was read, in milliseconds since 1970.
 * @returns Whether the fingerprint is not to be trusted yet.
 */
export function isUnsettled(stat: FileStat | undefined, now: number): boolean {
  return stat !== undefined && (isNear(stat.mtime, now) || isNear(stat.ctime, now));
}

function isNear(time: number, now: number): boolean {
  return Math.abs(now - time) < UNSETTLED_MS;
}
