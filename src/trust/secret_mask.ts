/** Secrets seen in a project's files, and the texts they are taken out of before those are handed on. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { findSecrets, MASK, secretMasked } from "../base/mask_secrets.ts";

/** Every value is at least as long: secrets are looked up by how they begin, so that many cost no more than few. */
const PREFIX = 8;

interface Seen {
  readonly value: string;
  readonly path: string;
  readonly kind: string;
}

export class SecretMask {
  readonly #byPrefix = new Map<string, Seen[]>();
  /** The same file is read by several: its secrets are looked for once. */
  readonly #read = new Map<string, string>();
  readonly #flaws = new Map<string, Diagnostic>();

  remember(path: string, text: string): void {
    if (this.#read.get(path) === text) return;
    this.#read.set(path, text);
    for (const { kind, values } of findSecrets(text)) {
      for (const value of values) {
        const prefix = value.slice(0, PREFIX);
        const seen = this.#byPrefix.get(prefix) ?? [];
        if (!seen.some((one) => one.value === value)) seen.push({ value, path, kind });
        this.#byPrefix.set(prefix, seen);
      }
    }
  }

  /** @returns The text with a mark in place of each secret; time linear in it. */
  mask(text: string): string {
    if (this.#byPrefix.size === 0) return text;
    const parts: string[] = [];
    let from = 0;
    for (let at = 0; at + PREFIX <= text.length; at++) {
      const found = this.#byPrefix.get(text.slice(at, at + PREFIX))
        ?.find(({ value }) => text.startsWith(value, at));
      if (found === undefined) continue;
      const { value, path, kind } = found;
      parts.push(text.slice(from, at), MASK);
      from = at + value.length;
      at = from - 1;
      this.#flaws.set(`${path}\n${kind}`, secretMasked(path, kind));
    }
    return parts.join("") + text.slice(from);
  }

  flaws(): Diagnostic[] {
    return [...this.#flaws.values()];
  }
}
