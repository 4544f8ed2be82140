/** A child's output: head and tail are kept, what lies between is counted, so that one without end costs little memory. */
import type { CapturedOutput } from "./host.ts";
import { joinChunks } from "./standard_streams.ts";

export class Capture {
  readonly #headSize: number;
  readonly #tailSize: number;
  readonly #head = new ByteRow();
  readonly #tail = new ByteRow();
  #total = 0;

  /** @param cap Bytes to keep; one half from the beginning, the other from the end. */
  constructor(cap: number) {
    this.#headSize = Math.max(0, Math.ceil(cap / 2));
    this.#tailSize = Math.max(0, Math.floor(cap / 2));
  }

  /** The bytes are copied: the caller may reuse its buffer. */
  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const room = Math.min(this.#headSize - this.#head.length, chunk.length);
    this.#head.add(chunk.subarray(0, room));
    this.#tail.add(chunk.subarray(Math.max(room, chunk.length - this.#tailSize)));
    // Not at every piece: bytes are moved for it.
    if (this.#tail.length > 2 * this.#tailSize) this.#tail.keepLast(this.#tailSize);
  }

  result(): CapturedOutput {
    this.#tail.keepLast(this.#tailSize);
    const [head, tail] = [this.#head.copy(), this.#tail.copy()];
    const dropped = this.#total - head.length - tail.length;
    if (dropped > 0) return { head, tail, dropped };
    return { head: joinChunks([head, tail]), tail: new Uint8Array(0), dropped };
  }
}

/** Bytes in a buffer that doubles: most commands print little, so the cap is not allocated in advance. */
class ByteRow {
  #bytes = new Uint8Array(0);
  length = 0;

  add(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length, 1024));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.length);
    this.length = length;
  }

  keepLast(count: number): void {
    if (this.length <= count) return;
    this.#bytes.copyWithin(0, this.length - count, this.length);
    this.length = count;
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

/** The other side may be gone at any time: that is how commands end, not a failure. */
export function ignoreClosed(_error: unknown): undefined {}
