/** How long a text is in UTF-8, for those who count its bytes. */

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** UTF-16 units of the longest beginning that has so many bytes at most. */
export function unitsWithin(text: string, bytes: number): number {
  return new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, bytes))).read;
}
