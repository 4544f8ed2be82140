/**
 * The one door to Node's modules. No static import: the same source runs on Deno, where loading its
 * Node layer costs more than a whole hook, so a module is asked for when it is first used.
 *
 * Bun's compiler resolves a literal `module.require("…")`, which is 1.7 ms faster at start-up than
 * `process.getBuiltinModule`. Spelled `require("…")`, Deno's bundler would put an import of `node:module` on top.
 */
import { bun } from "./bun.ts";
import type * as ChildProcess from "node:child_process";
import type * as Fs from "node:fs";
import type * as Os from "node:os";
import type * as Tty from "node:tty";

interface Builtins {
  "node:child_process": typeof ChildProcess;
  "node:fs": typeof Fs;
  "node:os": typeof Os;
  "node:tty": typeof Tty;
}

/** The part of Node's `process` we use; Bun has it too. */
interface NodeProcess {
  readonly platform: string;
  readonly argv: readonly string[];
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly versions: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  getuid?(): number;
  kill(pid: number, signal: string | number): boolean;
  exit(code: number): never;
  on(signal: string, listener: () => void): void;
  off(signal: string, listener: () => void): void;
  /** Old and private; see {@linkcode bunIsTerminal}. */
  binding?(name: "tty_wrap"): { isTTY(descriptor: number): boolean };
  getBuiltinModule<Name extends keyof Builtins>(name: Name): Builtins[Name];
}

declare const module: { require<Name extends keyof Builtins>(name: Name): Builtins[Name] };
let fs: typeof Fs | undefined;

export function nodeProcess(): NodeProcess {
  return (globalThis as unknown as { process: NodeProcess }).process;
}

export function nodeFs(): typeof Fs {
  fs ??= bun() === undefined ? builtin("node:fs") : compiledFs();
  return fs;
}

/** Asks Bun itself: `node:tty` costs it 13 ms at start-up, `node:fs` one and a half, this nothing. `undefined`: it cannot say. */
export function bunIsTerminal(descriptor: number): boolean | undefined {
  if (bun() === undefined) return undefined;
  try {
    return nodeProcess().binding?.("tty_wrap").isTTY(descriptor);
  } catch {
    // A private call may go away: the caller knows the slow road.
    return undefined;
  }
}

function compiledFs(): typeof Fs {
  try {
    return module.require("node:fs");
  } catch {
    // Run from source: no compiler replaced that line.
    return builtin("node:fs");
  }
}

/** A module that is not needed on the hot path. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return nodeProcess().getBuiltinModule(name);
}
