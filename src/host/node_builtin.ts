/**
 * The one door to Node's modules. No static import: the same bundle runs on Deno, where loading its
 * Node layer costs more than a whole hook, so a module is asked for when it is first used.
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

/** The process object of the engine. @returns It. */
export function nodeProcess(): NodeProcess {
  return (globalThis as unknown as { process: NodeProcess }).process;
}

/**
 * Loads a built-in module; the engine remembers it.
 *
 * @param name Its name with the `node:` prefix.
 * @returns The module.
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return nodeProcess().getBuiltinModule(name);
}
