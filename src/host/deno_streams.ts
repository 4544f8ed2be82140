/** Standard streams of the Deno host: how the event comes in and the answer goes out. */
import type { Host, Outcome } from "./host.ts";
import { readUntil } from "./read_until.ts";
import { writeFully } from "./write_fully.ts";
import { errorCode } from "./file_error.ts";

/** A pipe holds 64 KB on Linux: one read takes all that can be there. */
const READ_SIZE = 64 * 1024;
const RETRY_MS = 5;

/** Reads the event; see `Host.readStdin`. `Deno.stdin.readable` would cost 9 ms more. */
export const readDenoStdin: Host["readStdin"] = function (limits, isComplete) {
  return readUntil(nextChunk, limits, isComplete);
};

async function nextChunk(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(READ_SIZE);
  try {
    const count = await Deno.stdin.read(buffer);
    return count === null ? undefined : buffer.subarray(0, count);
  } catch (error) {
    // What cannot be read (a directory, a terminal we were put behind) has nothing to say: that is its end.
    if (errorCode(error) !== "EAGAIN") return undefined;
  }
  await new Promise((wake) => AbortSignal.timeout(RETRY_MS).addEventListener("abort", wake));
  return await nextChunk();
}

/** Writes everything and ends the process, even if a read is pending; see `Host.finish`. */
export function finishDeno(outcome: Outcome): never {
  writeFully(outcome.stdout, (bytes) => Deno.stdout.writeSync(bytes));
  writeFully(outcome.stderr, (bytes) => Deno.stderr.writeSync(bytes));
  Deno.exit(outcome.code);
}
