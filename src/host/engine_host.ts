/** A host made of the few powers that an engine has: what is the same on every engine is here. */
import { bun } from "./built_ins.ts";
import type { FileCalls, Host } from "./host.ts";
import { type ChildEngine, killChildren, runCommand } from "./run_command.ts";
import { readUntil, writeOutcome, writePart } from "./standard_streams.ts";

export interface Engine extends Omit<ChildEngine, "isDirectory"> {
  /** The next piece of standard input, `undefined` at its end; never rejects. */
  readonly nextChunk: () => Promise<Uint8Array | undefined>;
  /** @returns How many bytes were taken. */
  readonly write: (stream: "stdout" | "stderr", bytes: Uint8Array) => number;
}

/** Costs nothing until it is asked something. */
export function engineHost(files: FileCalls, engine: Engine) {
  const isDirectory = (path: string) => files.stat(path)?.kind === "directory";
  return {
    ...files,
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
    say: (text) => writePart(text, (bytes) => engine.write("stdout", bytes)),
    finish(outcome): never {
      killChildren();
      return engine.exit(writeOutcome(outcome, engine.write));
    },
  } satisfies Partial<Host>;
}

export function randomHex(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(8)));
}

/** At once where Bun compiled us: 0.1 ms against 1 ms of Web Crypto at first use. */
export function sha256(content: string | Uint8Array<ArrayBuffer>): string | Promise<string> {
  const hasher = bun()?.CryptoHasher;
  if (hasher !== undefined) return new hasher("sha256").update(content).digest("hex");
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return crypto.subtle.digest("SHA-256", bytes).then((digest) => hexOf(new Uint8Array(digest)));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
