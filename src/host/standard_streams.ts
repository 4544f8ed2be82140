/** How standard input is read, until it is whole or a limit says stop, and an answer written, to the last byte. */
import { errorCode } from "./file_rules.ts";
import { type Host, HostError, type Outcome, type StdinResult } from "./host.ts";

/** A pipe holds 64 KB on Linux: one read takes all that can be there. */
export const READ_SIZE = 64 * 1024;
export const READ_AGAIN_MS = 5;

/** The timer that is cheap on every engine: the first `setTimeout` costs Deno 9 ms. */
export function timeout(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** `next` never rejects. After a deadline one may be pending for ever: ending the process is what ends it. */
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

const GONE = "EPIPE";

export function writePart(text: string, write: (bytes: Uint8Array) => number): boolean {
  const flaw = writeFully(text, write);
  if (flaw === undefined || flaw === GONE) return flaw === undefined;
  throw new HostError(flaw, "standard output", `Cannot write to standard output: ${flaw}`);
}

/** @returns Why it could not be written, such as `ENOSPC`. A full pipe takes a part, or says EAGAIN: both mean to go on. */
function writeFully(text: string, write: (bytes: Uint8Array) => number): string | undefined {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(write(bytes));
    } catch (error) {
      const code = errorCode(error);
      if (code !== "EAGAIN" && code !== "EINTR") return code;
      // Without giving up the thread: the process is about to end and nothing else may run.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return undefined;
}
