/**
 * The one door to Node's modules. No static import: the same source runs on Deno, where loading its
 * Node layer costs more than a whole hook, so a module is asked for when it is first used.
 */
import type * as Fs from "node:fs";
import type Process from "node:process";
import { bun } from "./bun.ts";

/** Bun has it too; `binding` is old and private. */
type NodeProcess = typeof Process & {
  binding?(name: "tty_wrap"): { isTTY(descriptor: number): boolean };
};

declare const module: { require(name: "node:fs"): typeof Fs };
let fs: typeof Fs | undefined;

export function nodeProcess(): NodeProcess {
  return (globalThis as unknown as { process: NodeProcess }).process;
}

/**
 * Bun's compiler resolves a literal `module.require("…")`, which is 1.7 ms faster at start-up than
 * `process.getBuiltinModule`. Spelled `require("…")`, Deno's bundler would put an import of `node:module` on top.
 */
export function nodeFs(): typeof Fs {
  return fs ??= compiledFs() ?? nodeProcess().getBuiltinModule("node:fs");
}

function compiledFs(): typeof Fs | undefined {
  try {
    return bun() && module.require("node:fs");
  } catch {
    // Run from source: no compiler replaced that line.
    return undefined;
  }
}

/** Asks Bun itself: `node:tty` costs it 13 ms at start-up, `node:fs` one and a half, this nothing. `undefined`: it cannot say. */
export function bunIsTerminal(descriptor: number): boolean | undefined {
  try {
    return bun() && nodeProcess().binding?.("tty_wrap").isTTY(descriptor);
  } catch {
    // A private call may go away: the caller knows the slow road.
    return undefined;
  }
}
