/** Reads a child's output to its end, however much it is. */
import type { Capture } from "./capture.ts";

/** A pipe being read. */
export interface Draining {
  /** Resolves at the end, whatever ended it. */
  readonly done: Promise<void>;
  /** Stops reading. */
  stop(): void;
}

/**
 * Reads a stream as fast as it comes.
 *
 * @param stream The child's output.
 * @param into What keeps the head and the tail of it.
 * @returns The reading under way.
 */
export function drain(stream: ReadableStream<Uint8Array>, into: Capture): Draining {
  const reader = stream.getReader();
  return { done: readAll(reader, into), stop: () => void reader.cancel().catch(ignoreClosed) };
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  into: Capture,
): Promise<void> {
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      into.push(value);
    }
  } catch (error) {
    ignoreClosed(error);
  }
}

/** The other side may be gone at any time: that is how commands end, not a failure. */
export function ignoreClosed(_error: unknown): undefined {}
