/** Hexadecimal digits: random ones, and those of a SHA-256. Web Crypto is on every engine without loading anything. */
import { bun } from "./bun.ts";

/** Makes 16 hexadecimal digits; see `Host.randomHex`. @returns The digits. */
export function randomHex(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** Hashes a text; see `Host.sha256`. @returns 64 hexadecimal digits. */
export function sha256(text: string): string | Promise<string> {
  const hasher = bun()?.CryptoHasher;
  return hasher === undefined ? webSha256(text) : new hasher("sha256").update(text).digest("hex");
}

async function webSha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
