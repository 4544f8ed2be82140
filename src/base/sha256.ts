/** SHA-256 in one place, where no host is at hand; on the way of a hook, `Host.sha256` is faster. */

/**
 * @param content Text (as UTF-8) or bytes.
 * @returns 64 hexadecimal digits.
 */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
