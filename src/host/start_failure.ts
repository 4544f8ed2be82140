/** Why a command could not start, in the same words on every engine. */
import { errorCode } from "./file_error.ts";
import type { Command } from "./host.ts";
import type { Ending } from "./supervise.ts";

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/**
 * Turns what an engine threw into a value.
 *
 * @param error What was thrown.
 * @param command What should have been started.
 * @param isDirectory Tells whether a path is a directory: engines report a missing one like a missing program.
 * @returns The ending, with the exit code a shell would give.
 */
export function startFailure(
  error: unknown,
  command: Command,
  isDirectory: (path: string) => boolean,
): Ending {
  const { program, cwd } = command;
  if (cwd !== undefined && !isDirectory(cwd)) {
    return unstartable(NOT_EXECUTABLE, `"${cwd}" is not a directory`);
  }
  // Engines refuse these before they ask the system, each in words of its own.
  if (program === "") return unstartable(NOT_FOUND, `"" not found`);
  if (holdsNul(command)) return unstartable(NOT_EXECUTABLE, "command or environment holds a NUL");
  switch (errorCode(error)) {
    case "ENOENT":
      return unstartable(NOT_FOUND, `"${program}" not found`);
    case "EACCES":
      return unstartable(NOT_EXECUTABLE, `"${program}" is not executable`);
    case "E2BIG":
      return unstartable(NOT_EXECUTABLE, `arguments or environment of "${program}" are too long`);
    default:
      return unstartable(NOT_EXECUTABLE, error instanceof Error ? error.message : String(error));
  }
}

function holdsNul({ program, args, env }: Command): boolean {
  return [program, ...args, ...Object.entries(env).flat()].some((text) => text.includes("\0"));
}

function unstartable(code: number, reason: string): Ending {
  return { kind: "unstartable", code, signal: "", reason };
}
