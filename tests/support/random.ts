/** A seeded generator: a test that fails fails again. */

/** Draws from a fixed sequence. */
export interface Random {
  /** A whole number from 0 up to and without `bound`. */
  below(bound: number): number;
  /** One of some things. */
  pick<T>(from: readonly T[]): T;
  /** Up to `most` pieces, joined. */
  text(pieces: readonly string[], most: number): string;
}

/**
 * @param seed Any whole number; the same seed gives the same sequence.
 * @returns The generator (a 32-bit mixing counter).
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;

  function below(bound: number): number {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return Math.floor(((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000 * bound);
  }

  function pick<T>(from: readonly T[]): T {
    return from[below(from.length)]!;
  }

  function text(pieces: readonly string[], most: number): string {
    return Array.from({ length: below(most + 1) }, () => pick(pieces)).join("");
  }

  return { below, pick, text };
}
