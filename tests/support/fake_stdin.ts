/** Standard input of the fake host. */
import type { Host, StdinResult } from "../../src/host/host.ts";
import { joinChunks } from "../../src/host/standard_streams.ts";

/** What comes in: one piece that ends, or pieces after which the pipe may stay open and silent. */
export type FakeStdin = string | Uint8Array | {
  readonly chunks: readonly (string | Uint8Array)[];
  /** Nothing more comes and the end neither: reading on takes the whole deadline. */
  readonly open?: boolean;
};

/**
 * Builds `readStdin`.
 *
 * @param stdin What comes in; nothing when absent.
 */
export function fakeStdin(
  stdin: FakeStdin | undefined,
  advance: (ms: number) => void,
): Host["readStdin"] {
  const whole = typeof stdin === "string" || stdin instanceof Uint8Array;
  const source = whole ? { chunks: [stdin] } : stdin ?? { chunks: [] };
  const ahead = source.chunks.map((chunk) =>
    typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk
  ).filter((chunk) => chunk.length > 0);
  return async function readStdin(options, isComplete): Promise<StdinResult> {
    const taken: Uint8Array[] = [];
    let total = 0;
    while (ahead.length > 0) {
      const chunk = await Promise.resolve(ahead.shift()!);
      taken.push(chunk);
      total += chunk.length;
      if (isComplete(chunk)) return { bytes: joinChunks(taken), end: "complete" };
      if (total > options.maxBytes) return { bytes: joinChunks(taken), end: "too-large" };
    }
    if (source.open) advance(options.deadlineMs);
    return { bytes: joinChunks(taken), end: source.open ? "deadline" : "eof" };
  };
}
