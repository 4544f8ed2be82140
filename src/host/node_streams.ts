/** Standard streams of the Node host: how the event comes in and the answer goes out. */
import { errorCode } from "./file_error.ts";
import type { Host, Outcome, StdinResult } from "./host.ts";
import { joinChunks } from "./join_chunks.ts";
import { builtin, nodeProcess } from "./node_builtin.ts";

/** A pipe holds 64 KB on Linux: one read takes all that can be there. */
const READ_SIZE = 64 * 1024;
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** Reads the event; see `Host.readStdin`. */
export const readNodeStdin: Host["readStdin"] = async function (options, isComplete) {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const end = (how: StdinResult["end"]): StdinResult => ({ bytes: joinChunks(chunks), end: how });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let passed = false;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => {
      passed = true;
      resolve("late");
    }, options.deadlineMs);
  });
  try {
    while (true) {
      const buffer = new Uint8Array(READ_SIZE);
      const count = await Promise.race([readSome(buffer), late]);
      if (count === "late" || passed) return end("deadline");
      if (count === 0) return end("eof");
      const chunk = buffer.subarray(0, count);
      chunks.push(chunk);
      total += count;
      if (isComplete(chunk)) return end("complete");
      if (total > options.maxBytes) return end("too-large");
    }
  } finally {
    clearTimeout(timer);
  }
};

/** A standard input that cannot be read (closed, a directory) has nothing to say: that is its end. */
function readSome(buffer: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    builtin("node:fs").read(STDIN, buffer, 0, buffer.length, null, (error, count) => {
      if (error === null) resolve(count);
      else if (errorCode(error) !== "EAGAIN") resolve(0);
      else setTimeout(() => readSome(buffer).then(resolve), 5);
    });
  });
}

/** Writes everything and ends the process; see `Host.finish`. */
export function finishNode(outcome: Outcome): never {
  writeWhole(STDOUT, outcome.stdout);
  writeWhole(STDERR, outcome.stderr);
  return nodeProcess().exit(outcome.code);
}

function writeWhole(file: number, text: string): void {
  if (text === "") return;
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(builtin("node:fs").writeSync(file, bytes));
    } catch (error) {
      // A reader that went away is its own business; only a full pipe is worth another try.
      if (errorCode(error) !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
