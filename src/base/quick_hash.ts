/**
 * Names for files of our own. Not SHA-256, which is asynchronous and takes more than a millisecond at first use: who
 * meets another text of the same hash must notice, because the file says whose it is, or must not mind.
 */

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
