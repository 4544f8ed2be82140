/** Names for our own files, by a quick synchronous hash: users notice, or do not mind, two texts with the same one. */

/** Two FNV-1a sums over UTF-16 units: 16 hexadecimal digits. */
export function quickHash(text: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => {
    let hash = seed;
    for (let index = 0; index < text.length; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}
