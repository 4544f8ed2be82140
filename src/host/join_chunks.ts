/** Puts what came in pieces together; decoding waits for this, so that no character is cut in two. */

/**
 * Joins byte chunks.
 *
 * @param chunks The pieces in order.
 * @returns All bytes; the piece itself when there is only one, the usual case, so nothing is copied.
 */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
