/** The ring of the tail is the one place where an off-by-one would hide, so every chunking is compared with a model. */
import { assertEquals } from "@std/assert";
import { Capture } from "../../src/host/capture.ts";

/** What must be kept of `bytes`, said in the plainest way. */
function model(bytes: number[], cap: number) {
  if (bytes.length <= cap) return { head: bytes, tail: [], dropped: 0 };
  const headSize = Math.ceil(cap / 2);
  const tail = cap - headSize === 0 ? [] : bytes.slice(headSize - cap);
  return { head: bytes.slice(0, headSize), tail, dropped: bytes.length - cap };
}

Deno.test("Capture keeps head and tail however the bytes are cut", () => {
  for (const cap of [0, 1, 2, 3, 7, 8, 40]) {
    for (let length = 0; length <= 30; length++) {
      for (const size of [1, 2, 3, 5, 8, 30]) {
        const bytes = Array.from({ length }, (_, index) => index + 1);
        const capture = new Capture(cap);
        for (let at = 0; at < length; at += size) {
          capture.push(Uint8Array.from(bytes.slice(at, at + size)));
        }
        const { head, tail, dropped } = capture.result();
        const got = { head: [...head], tail: [...tail], dropped };
        assertEquals(got, model(bytes, cap), `cap ${cap}, ${length} bytes by ${size}`);
      }
    }
  }
});

Deno.test("Capture copies: the caller may reuse its buffer", () => {
  const capture = new Capture(4);
  const buffer = Uint8Array.of(1, 2, 3, 4, 5, 6);
  capture.push(buffer);
  buffer.fill(0);
  const { head, tail } = capture.result();
  assertEquals([[...head], [...tail]], [[1, 2], [5, 6]]);
});
