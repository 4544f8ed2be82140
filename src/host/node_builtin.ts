/**
 * The one door to Node's modules. No static import: the same source runs on Deno, where loading its
 * Node layer costs more than a whole hook, so a module is asked for when it is first used.
 *
 * Bun resolves a literal `require` while it builds, which is 1.7 ms faster at start-up than
 * `process.getBuiltinModule`; an ES module on Node or Deno has no `require` and takes the other way.
 */
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
export interface NodeProcess {
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
  getBuiltinModule<Name extends keyof Builtins>(name: Name): Builtins[Name];
}

declare const require: (<Name extends keyof Builtins>(name: Name) => Builtins[Name]) | undefined;

/** The process object of the engine. @returns It. */
export function nodeProcess(): NodeProcess {
  return (globalThis as unknown as { process: NodeProcess }).process;
}

/** Files. @returns The module. */
export function nodeFs(): typeof Fs {
  if (typeof require === "function") return require("node:fs");
  return nodeProcess().getBuiltinModule("node:fs");
}

/** Signal numbers. @returns The module. */
export function nodeOs(): typeof Os {
  if (typeof require === "function") return require("node:os");
  return nodeProcess().getBuiltinModule("node:os");
}

/** Terminals. @returns The module. */
export function nodeTty(): typeof Tty {
  if (typeof require === "function") return require("node:tty");
  return nodeProcess().getBuiltinModule("node:tty");
}

/** Other programs; Bun has a faster way of its own. @returns The module. */
export function nodeChildProcess(): typeof ChildProcess {
  return nodeProcess().getBuiltinModule("node:child_process");
}
