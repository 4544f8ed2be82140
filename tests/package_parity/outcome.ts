/** What a call comes to, as a text that is the same wherever the same came of it. */
import { createHash } from "node:crypto";

/** What a call returned or threw. */
export function outcomeOf(act: () => unknown): string {
  try {
    return shown(act());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The words of a library are its own; where it stumbled is not.
    const { offset } = error as { offset?: unknown };
    return `${error.name}${typeof offset === "number" ? ` at ${offset}` : ""}`;
  }
}

/** A value of any kind; keys in their order. */
function shown(value: unknown, within: readonly unknown[] = []): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Object.is(value, -0)) return "-0";
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (value instanceof Uint8Array) return `bytes ${value.join(" ")}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (within.includes(value)) return "circle";
  const deeper = [...within, value];
  if (Array.isArray(value)) return `[${value.map((item) => shown(item, deeper)).join(",")}]`;
  const entries = Object.entries(value).map(([key, item]) =>
    `${JSON.stringify(key)}:${shown(item, deeper)}`
  );
  return `{${entries.join(",")}}`;
}

/** How long a digest is. */
export const DIGEST_LENGTH = 4;

/** Four characters that stand for a text: the same by chance once in 16 million. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, DIGEST_LENGTH);
}
