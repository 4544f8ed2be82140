/** A host made of the few powers that an engine has: what is the same on every engine is here. */
import { randomHex, sha256 } from "./built_ins.ts";
import { type EngineFiles, fileCalls } from "./file_calls.ts";
import type { Host } from "./host.ts";
import { type ChildEngine, killChildren, runCommand } from "./run_command.ts";
import { readUntil, writeOutcome, writePart } from "./standard_streams.ts";

export interface Engine<File> extends EngineFiles<File>, Omit<ChildEngine, "isDirectory"> {
  /** The next piece of standard input, `undefined` at its end; never rejects. */
  readonly nextChunk: () => Promise<Uint8Array | undefined>;
  /** @returns How many bytes were taken. */
  readonly say: (stream: "stdout" | "stderr", bytes: Uint8Array) => number;
}

export function engineHost<File>(engine: Engine<File>) {
  const files = fileCalls(engine);
  const isDirectory = (path: string) => files.stat(path)?.kind === "directory";
  return {
    ...files,
    processId: engine.processId,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomHex,
    sha256,
    readStdin: (limits, isComplete) => readUntil(engine.nextChunk, limits, isComplete),
    run: (command) => runCommand(command, { ...engine, isDirectory }),
    post: async (request) => (await import("./post.ts")).post(request),
    stream: async function* (request) {
      return yield* (await import("./post.ts")).streamPost(request);
    },
    say: (text) => writePart(text, (bytes) => engine.say("stdout", bytes)),
    finish(outcome): never {
      killChildren();
      return engine.exit(writeOutcome(outcome, engine.say));
    },
  } satisfies Partial<Host>;
}
