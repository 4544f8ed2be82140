/** Standard streams of the Deno host: how the event comes in and the answer goes out. */
import { errorCode } from "./file_error.ts";
import type { Host, Outcome, StdinResult } from "./host.ts";
import { joinChunks } from "./join_chunks.ts";

/** A pipe holds 64 KB on Linux: one read takes all that can be there. */
const READ_SIZE = 64 * 1024;

/** Reads the event; see `Host.readStdin`. */
export const readDenoStdin: Host["readStdin"] = async function (options, isComplete) {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const end = (how: StdinResult["end"]): StdinResult => ({ bytes: joinChunks(chunks), end: how });
  const timer = AbortSignal.timeout(options.deadlineMs);
  const late = new Promise<"late">((resolve) => {
    timer.addEventListener("abort", () => resolve("late"), { once: true });
  });
  while (true) {
    const buffer = new Uint8Array(READ_SIZE);
    const count = await Promise.race([readSome(buffer), late]);
    if (count === "late" || timer.aborted) return end("deadline");
    if (count === null) return end("eof");
    const chunk = buffer.subarray(0, count);
    chunks.push(chunk);
    total += count;
    if (isComplete(chunk)) return end("complete");
    if (total > options.maxBytes) return end("too-large");
  }
};

/** A standard input that cannot be read (closed, a directory) has nothing to say: that is its end. */
async function readSome(buffer: Uint8Array<ArrayBuffer>): Promise<number | null> {
  try {
    return await Deno.stdin.read(buffer);
  } catch (error) {
    if (errorCode(error) !== "EAGAIN" && !(error instanceof Deno.errors.WouldBlock)) return null;
    await new Promise((resolve) => AbortSignal.timeout(5).addEventListener("abort", resolve));
    return await readSome(buffer);
  }
}

/** Writes everything and ends the process; see `Host.finish`. */
export function finishDeno(outcome: Outcome): never {
  writeWhole(Deno.stdout, outcome.stdout);
  writeWhole(Deno.stderr, outcome.stderr);
  Deno.exit(outcome.code);
}

function writeWhole(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  if (text === "") return;
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(stream.writeSync(bytes));
    } catch (error) {
      // A reader that went away is its own business; only a full pipe is worth another try.
      if (errorCode(error) !== "EAGAIN" && !(error instanceof Deno.errors.WouldBlock)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
