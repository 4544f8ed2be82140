/** The few APIs of Bun that start faster than their Node twins, typed here so that Deno can check the source. */

export interface BunChild {
  readonly pid: number;
  readonly exited: Promise<number>;
  /** Set once it ended by a signal. */
  readonly signalCode: string | null;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
}

export interface Bun {
  readonly stdin: { stream(): ReadableStream<Uint8Array> };
  readonly CryptoHasher: new (algorithm: "sha256") => {
    update(content: string | Uint8Array): { digest(encoding: "hex"): string };
  };
  /** Asks without `node:fs`. */
  file(path: string): { stat(): Promise<{ isDirectory(): boolean; isFile(): boolean }> };
  /** Not on every platform. */
  mmap?(path: string, options: { shared: boolean }): Uint8Array;
  spawn(command: readonly string[], options: {
    cwd?: string;
    env: Readonly<Record<string, string>>;
    stdin: Uint8Array | "ignore";
    stdout: "pipe";
    stderr: "pipe";
    detached: boolean;
    windowsHide: boolean;
  }): BunChild;
}

export function bun(): Bun | undefined {
  return (globalThis as { Bun?: Bun }).Bun;
}
