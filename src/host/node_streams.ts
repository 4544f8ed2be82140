/** Standard streams of the Node host: how the event comes in and the answer goes out. */
import { type Bun, bun } from "./bun.ts";
import { ignoreClosed } from "./drain.ts";
import { errorCode } from "./file_error.ts";
import type { Host, Outcome } from "./host.ts";
import { nodeFs, nodeProcess } from "./node_builtin.ts";
import { readUntil } from "./read_until.ts";
import { writeFully } from "./write_fully.ts";

/** A pipe holds 64 KB on Linux: one read takes all that can be there. */
const READ_SIZE = 64 * 1024;
const RETRY_MS = 5;
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** Reads the event; see `Host.readStdin`. */
export const readNodeStdin: Host["readStdin"] = function (limits, isComplete) {
  const engine = bun();
  return readUntil(engine === undefined ? nextChunk : bunChunks(engine), limits, isComplete);
};

/** Bun's own stream needs no `node:fs`, which an event that is answered with silence never loads. */
function bunChunks(engine: Bun): () => Promise<Uint8Array | undefined> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return async () => {
    try {
      reader ??= engine.stdin.stream().getReader();
      return (await reader.read()).value;
    } catch (error) {
      // What cannot be read (a directory, a terminal we were put behind) has nothing to say: that is its end.
      return ignoreClosed(error);
    }
  };
}

/** `process.stdin` would load Node's streams; `readSync` could not be given up at the deadline. */
function nextChunk(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(READ_SIZE);
  return new Promise((resolve) => {
    nodeFs().read(STDIN, buffer, 0, READ_SIZE, null, (error, count) => {
      if (error === null) resolve(count === 0 ? undefined : buffer.subarray(0, count));
      else if (errorCode(error) !== "EAGAIN") resolve(undefined);
      else setTimeout(() => resolve(nextChunk()), RETRY_MS);
    });
  });
}

/** Writes everything and ends the process, even if a read is pending; see `Host.finish`. */
export function finishNode(outcome: Outcome): never {
  writeFully(outcome.stdout, (bytes) => nodeFs().writeSync(STDOUT, bytes));
  writeFully(outcome.stderr, (bytes) => nodeFs().writeSync(STDERR, bytes));
  return nodeProcess().exit(outcome.code);
}
