/**
 * How standard input is read and an answer written, whatever the engine: in chunk by chunk, until it is whole or
 * one limit says stop; out to the last byte, before the process ends.
 */
import { errorCode } from "./file_rules.ts";
import { type Host, HostError, type Outcome, type StdinResult } from "./host.ts";

/** A pipe holds 64 KB on Linux: one read takes all that can be there. */
export const READ_SIZE = 64 * 1024;
/** Milliseconds until a pipe that had nothing is read again. */
export const READ_AGAIN_MS = 5;

/** Resolves after so long. This timer is the cheap one on every engine: the first `setTimeout` costs Deno 9 ms. */
export function timeout(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/**
 * Reads until the chunks are complete, or to the end, the deadline or the size limit; `next` gives `undefined` at the end and
 * never rejects. After a deadline one `next` may be pending for ever: ending the process is what ends it.
 */
export async function readUntil(
  next: () => Promise<Uint8Array | undefined>,
  { deadlineMs, maxBytes }: Parameters<Host["readStdin"]>[0],
  isComplete: (chunk: Uint8Array) => boolean,
): Promise<StdinResult> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stop = (end: StdinResult["end"]): StdinResult => ({ bytes: joinChunks(chunks), end });
  let isLate = false;
  const late = timeout(deadlineMs).then(() => void (isLate = true));
  while (true) {
    const chunk = await Promise.race([next(), late]);
    if (isLate) return stop("deadline");
    if (chunk === undefined) return stop("eof");
    chunks.push(chunk);
    total += chunk.length;
    if (isComplete(chunk)) return stop("complete");
    if (total > maxBytes) return stop("too-large");
  }
}

/** Nothing is copied when there is only one, the usual case. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}

/** Milliseconds between two tries on a full pipe. */
const RETRY_MS = 1;

/**
 * The exit code. An answer that did not arrive is a failure, and said where it can be; but a reader that went away, such as
 * `head`, had enough. `write` says how many bytes were taken.
 */
export function writeOutcome(
  { stdout, stderr, code }: Outcome,
  write: (stream: "stdout" | "stderr", bytes: Uint8Array) => number,
): number {
  const end = writeFully(stdout, (bytes) => write("stdout", bytes));
  const flaw = end === GONE ? undefined : end;
  const said = flaw === undefined ? "" : `skillhook: Cannot write to standard output: ${flaw}\n`;
  writeFully(stderr + said, (bytes) => write("stderr", bytes));
  return flaw === undefined ? code : code || 1;
}

/** The reader of a pipe went away. */
const GONE = "EPIPE";

/** A part of the answer, to the last byte; `false` when nobody reads any more. */
export function writePart(text: string, write: (bytes: Uint8Array) => number): boolean {
  const flaw = writeFully(text, write);
  if (flaw === undefined || flaw === GONE) return flaw === undefined;
  throw new HostError(flaw, "standard output", `Cannot write to standard output: ${flaw}`);
}

/** Why it could not be written, such as `ENOSPC`. A pipe that is full takes a part, or says EAGAIN: both mean to go on. */
function writeFully(text: string, write: (bytes: Uint8Array) => number): string | undefined {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(write(bytes));
    } catch (error) {
      const code = errorCode(error);
      if (code !== "EAGAIN" && code !== "EINTR") return code;
      // Without giving up the thread: the process is about to end and nothing else may run.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  return undefined;
}
