/**
 * Reads a child's output to its end, however much it is: the head and the tail are kept and what lies
 * between is counted, so that a command which prints without end costs no more memory than its cap.
 */
import type { CapturedOutput } from "./host.ts";

export class Capture {
  readonly #headSize: number;
  readonly #tailSize: number;
  #head = new Uint8Array(0);
  /** A ring once it is full: the oldest byte lies at `#tailNext`. */
  #tail = new Uint8Array(0);
  #tailNext = 0;
  #headLength = 0;
  #total = 0;

  /** @param cap Bytes to keep; one half from the beginning, the other from the end. */
  constructor(cap: number) {
    const size = Math.max(0, Math.floor(cap));
    this.#headSize = Math.ceil(size / 2);
    this.#tailSize = size - this.#headSize;
  }

  /** The bytes are copied: the caller may reuse its buffer. */
  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const room = Math.min(this.#headSize - this.#headLength, chunk.length);
    if (room > 0) {
      this.#head = grown(this.#head, this.#headLength + room, this.#headSize);
      this.#head.set(chunk.subarray(0, room), this.#headLength);
      this.#headLength += room;
    }
    this.#pushTail(chunk.subarray(room));
  }

  result(): CapturedOutput {
    const kept = Math.min(this.#total - this.#headLength, this.#tailSize);
    const dropped = this.#total - this.#headLength - kept;
    const tail = this.#unrolledTail(kept);
    const head = this.#head.slice(0, this.#headLength);
    if (dropped > 0) return { head, tail, dropped };
    const whole = new Uint8Array(head.length + tail.length);
    whole.set(head);
    whole.set(tail, head.length);
    return { head: whole, tail: new Uint8Array(0), dropped: 0 };
  }

  #pushTail(chunk: Uint8Array): void {
    if (chunk.length === 0 || this.#tailSize === 0) return;
    const last = chunk.subarray(Math.max(0, chunk.length - this.#tailSize));
    const past = this.#total - this.#headLength;
    this.#tail = grown(this.#tail, Math.min(past, this.#tailSize), this.#tailSize);
    // Where the skipped beginning of the chunk would have ended.
    const start = (past - last.length) % this.#tailSize;
    const untilEnd = Math.min(last.length, this.#tailSize - start);
    this.#tail.set(last.subarray(0, untilEnd), start);
    this.#tail.set(last.subarray(untilEnd), 0);
    this.#tailNext = (start + last.length) % this.#tailSize;
  }

  #unrolledTail(kept: number): Uint8Array {
    if (kept < this.#tailSize) return this.#tail.slice(0, kept);
    const tail = new Uint8Array(kept);
    tail.set(this.#tail.subarray(this.#tailNext));
    tail.set(this.#tail.subarray(0, this.#tailNext), kept - this.#tailNext);
    return tail;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Doubles up to the limit: most commands print little, so the cap is not allocated in advance. */
function grown(bytes: Bytes, needed: number, limit: number): Bytes {
  if (needed <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.min(limit, Math.max(needed, bytes.length * 2, 1024)));
  larger.set(bytes);
  return larger;
}

/** Reads a pipe as fast as it comes, to its end, whatever ends it. */
export async function readAll(
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
