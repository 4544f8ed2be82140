/** The machine through Node's APIs, for the Bun-built binary and for Node; built-ins are loaded on first use only. */
import { type Bun, bun } from "./bun.ts";
import { ignoreClosed } from "./capture.ts";
import { errorCode, ifPresent } from "./file_rules.ts";
import { randomHex, sha256 } from "./hex.ts";
import type { Host } from "./host.ts";
import { builtin, bunIsTerminal, nodeFs, nodeProcess } from "./node_builtin.ts";
import { NODE_FILES } from "./node_files.ts";
import { runWithNode } from "./node_run.ts";
import { killChildren } from "./run_command.ts";
import {
  READ_AGAIN_MS,
  READ_SIZE,
  readUntil,
  writeOutcome,
  writePart,
} from "./standard_streams.ts";

const FILE_DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Costs nothing until it is asked something. */
export function nodeHost(): Host {
  return {
    ...NODE_FILES,
    get platform() {
      const { platform } = nodeProcess();
      return platform === "win32" ? "windows" : platform;
    },
    get engine() {
      const { bun, deno, node } = nodeProcess().versions;
      if (bun !== undefined) return `bun ${bun}`;
      return deno === undefined ? `node ${node}` : `deno ${deno}`;
    },
    get args() {
      return nodeProcess().argv.slice(2);
    },
    executable: () => nodeProcess().execPath,
    env,
    environment,
    cwd: () => nodeProcess().cwd(),
    userId: () => nodeProcess().getuid?.() ?? -1,
    processId: () => nodeProcess().pid,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomHex,
    sha256,
    readStdin: (limits, isComplete) => {
      const engine = bun();
      return readUntil(engine ? () => bunChunk(engine) : nextChunk, limits, isComplete);
    },
    isTerminal,
    run: runWithNode,
    post: async (request) => (await import("./post.ts")).post(request),
    stream: async function* (request) {
      return yield* (await import("./post.ts")).streamPost(request);
    },
    say: (text) => writePart(text, (bytes) => nodeFs().writeSync(FILE_DESCRIPTORS.stdout, bytes)),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    finish(outcome) {
      killChildren();
      const write = (stream: "stdout" | "stderr", bytes: Uint8Array) =>
        nodeFs().writeSync(FILE_DESCRIPTORS[stream], bytes);
      return nodeProcess().exit(writeOutcome(outcome, write));
    },
  };
}

function env(name: string): string | undefined {
  // Not a plain lookup: `__proto__` would be found.
  return Object.hasOwn(nodeProcess().env, name) && nodeProcess().env[name] || undefined;
}

function environment(): Record<string, string> {
  return { ...nodeProcess().env } as Record<string, string>;
}

/** Looks at the kind first: only a character device can be a terminal, and `node:tty` is slow to load. */
function isTerminal(stream: keyof typeof FILE_DESCRIPTORS): boolean {
  const descriptor = FILE_DESCRIPTORS[stream];
  const known = bunIsTerminal(descriptor);
  if (known !== undefined) return known;
  const look = () => nodeFs().fstatSync(descriptor).isCharacterDevice();
  return ifPresent(stream, "look at", look) === true && builtin("node:tty").isatty(descriptor);
}

/** A stream gives out one reader: who is asked two questions goes on with it. */
let stdinReader: ReadableStreamDefaultReader<Uint8Array> | undefined;

/** Bun's own stream needs no `node:fs`, which an event that is answered with silence never loads. */
async function bunChunk(engine: Bun): Promise<Uint8Array | undefined> {
  try {
    stdinReader ??= engine.stdin.stream().getReader();
    return (await stdinReader.read()).value;
  } catch (error) {
    // What cannot be read (a directory, a terminal we were put behind) has nothing to say: that is its end.
    return ignoreClosed(error);
  }
}

/** `process.stdin` would load Node's streams; `readSync` could not be given up at the deadline. */
function nextChunk(): Promise<Uint8Array | undefined> {
  const buffer = new Uint8Array(READ_SIZE);
  return new Promise((resolve) => {
    nodeFs().read(FILE_DESCRIPTORS.stdin, buffer, 0, READ_SIZE, null, (error, count) => {
      if (error === null) resolve(count === 0 ? undefined : buffer.subarray(0, count));
      else if (errorCode(error) !== "EAGAIN") resolve(undefined);
      else setTimeout(() => resolve(nextChunk()), READ_AGAIN_MS);
    });
  });
}
