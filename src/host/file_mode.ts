/** The mode of a file to be made, the same on every host. */
import type { WriteOptions } from "./host.ts";

/** What to ask the system for; it takes away what the umask forbids. */
export function modeOf(options?: WriteOptions): number {
  return options?.mode ?? 0o644;
}

/** Whether a mode was asked for that a umask may have cut: a private one comes out whole, without a second call. */
export function isForOthers(options?: WriteOptions): options is Required<WriteOptions> {
  return ((options?.mode ?? 0) & 0o077) !== 0;
}
