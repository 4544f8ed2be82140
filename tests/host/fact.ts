/** A fact about every host: something done in a small world, and what must come of it. */
import { type Host, HostError } from "../../src/host/host.ts";

/** One row of a suite. Nothing in it depends on the engine, so that it can be checked on each of them. */
export interface Fact<Place> {
  /** Follows the words of the call, as in "`stat()` follows a link". */
  readonly name: string;
  readonly world?: World;
  /** Does it and gives a value that JSON can hold. */
  readonly act: (host: Host, place: Place) => unknown;
  readonly expected: unknown;
}

/** Path below the root → text, `-> target` for a link, `bytes 61 ff` for bytes, or `/` for an empty directory. */
export type World = Readonly<Record<string, string>>;

/**
 * Makes results comparable on every engine.
 *
 * @returns JSON, or `undefined` spelled out.
 */
export function shown(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}

/**
 * Turns a failed file call into its POSIX name.
 *
 * @returns What it returns, or `error EACCES` and the like.
 * @throws {unknown} Whatever is not a {@linkcode HostError}, since a host may throw nothing else.
 */
export function outcomeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof HostError) return `error ${error.code}`;
    throw error;
  }
}
