/** How the answer is written, whatever the engine: every byte, before the process ends. */
import { errorCode } from "./file_error.ts";

/** Milliseconds between two tries on a full pipe. */
const RETRY_MS = 1;

/**
 * Writes a text completely. A pipe takes what it has room for, and one that was made non-blocking says EAGAIN when
 * it is full; both mean to go on. A reader that went away is its own business: nobody is left to tell.
 *
 * @param text The text; nothing is written when empty.
 * @param write Writes bytes at once and says how many were taken.
 */
export function writeFully(text: string, write: (bytes: Uint8Array) => number): void {
  if (text === "") return;
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(write(bytes));
    } catch (error) {
      const code = errorCode(error);
      if (code !== "EAGAIN" && code !== "EINTR") return;
      pause();
    }
  }
}

/** Waits without giving up the thread: the process is about to end and nothing else may run. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
}
