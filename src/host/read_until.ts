/** How standard input is read, whatever the engine: chunk by chunk, until it is whole or one limit says stop. */
import type { Host, StdinResult } from "./host.ts";
import { joinChunks } from "./join_chunks.ts";

type Limits = Parameters<Host["readStdin"]>[0];

/**
 * Reads chunks until they are complete, the end, the deadline or the size limit.
 *
 * @param next Gives the next chunk, or `undefined` at the end; must not reject.
 * @param limits Milliseconds for everything, and bytes.
 * @param isComplete Is given every chunk in order.
 * @returns What came and why reading stopped. After a deadline one `next` may be pending for ever: ending the process
 *   is what ends it.
 */
export async function readUntil(
  next: () => Promise<Uint8Array | undefined>,
  limits: Limits,
  isComplete: (chunk: Uint8Array) => boolean,
): Promise<StdinResult> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stop = (end: StdinResult["end"]): StdinResult => ({ bytes: joinChunks(chunks), end });
  // Not setTimeout: its first use costs Deno 9 ms.
  const deadline = AbortSignal.timeout(limits.deadlineMs);
  const late = new Promise<"late">((resolve) => {
    deadline.addEventListener("abort", () => resolve("late"), { once: true });
  });
  while (true) {
    const chunk = await Promise.race([next(), late]);
    if (chunk === "late" || deadline.aborted) return stop("deadline");
    if (chunk === undefined) return stop("eof");
    chunks.push(chunk);
    total += chunk.length;
    if (isComplete(chunk)) return stop("complete");
    if (total > limits.maxBytes) return stop("too-large");
  }
}
