/** Web Crypto is the one source of randomness that every engine has without loading anything. */

/** Makes 16 hexadecimal digits; see `Host.randomHex`. @returns The digits. */
export function randomHex(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}
