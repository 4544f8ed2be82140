/**
 * The machine through Deno's own APIs. Nothing here reads `process` or a `node:` module and no timer
 * function is called: each would initialise a layer that costs 9 to 24 ms at start-up.
 */
import { DENO_FILES } from "./deno_files.ts";
import { runWithDeno } from "./deno_run.ts";
import { finishDeno, readDenoStdin } from "./deno_streams.ts";
import type { Host } from "./host.ts";
import { randomHex } from "./random_hex.ts";
import { sha256 } from "./sha256.ts";

/**
 * Gives the machine as Deno shows it. Costs nothing until it is asked something.
 *
 * @returns The host.
 */
export function denoHost(): Host {
  return {
    ...DENO_FILES,
    get platform() {
      return Deno.build.os;
    },
    get engine() {
      return `deno ${Deno.version.deno}`;
    },
    get args() {
      return Deno.args;
    },
    executable: () => Deno.execPath(),
    env,
    environment: () => Deno.env.toObject(),
    cwd: () => Deno.cwd(),
    userId: () => Deno.uid() ?? -1,
    processId: () => Deno.pid,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomHex,
    sha256,
    readStdin: readDenoStdin,
    isTerminal: (stream) => Deno[stream].isTerminal(),
    run: runWithDeno,
    post: async (request) => (await import("./post.ts")).post(request),
    sleep,
    finish: finishDeno,
  };
}

function env(name: string): string | undefined {
  // Deno throws for a name that no variable can have.
  if (name === "" || name.includes("=") || name.includes("\0")) return undefined;
  try {
    return Deno.env.get(name) || undefined;
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) return undefined; // bytes that are no text
    throw error;
  }
}

/** `AbortSignal.timeout` is the one timer that does not load Deno's timer functions (9 ms). */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(), { once: true });
  });
}
