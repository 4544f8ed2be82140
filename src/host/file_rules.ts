/**
 * What the file calls of every real host have in common: one meaning of "absent" and one shape of failure
 * (runtimes name the same POSIX error in different places), the mode of a file to be made, and the name of
 * the temporary file of an atomic write.
 */
import { HostError, type WriteOptions } from "./host.ts";

/**
 * Names that mean nothing is there to read. A link loop and a name longer than the file system
 * allows are absences too: no file can be behind them.
 */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

/** Error classes that a runtime may throw without a POSIX name. */
const CODE_BY_NAME: Readonly<Record<string, string>> = {
  NotFound: "ENOENT",
  NotADirectory: "ENOTDIR",
  FilesystemLoop: "ELOOP",
  AlreadyExists: "EEXIST",
  PermissionDenied: "EACCES",
  NotCapable: "EACCES",
  IsADirectory: "EISDIR",
  WouldBlock: "EAGAIN",
  Interrupted: "EINTR",
};

/**
 * Finds the POSIX name of a thrown error.
 *
 * @returns A name such as `EACCES`, or `EUNKNOWN`.
 */
export function errorCode(error: unknown, path = ""): string {
  // No file name holds a NUL; runtimes refuse it with an argument error of their own.
  if (path.includes("\0")) return "ENOENT";
  if (!(error instanceof Error)) return "EUNKNOWN";
  const code = (error as Error & { code?: unknown }).code;
  if (typeof code === "string" && /^E[A-Z0-9]+$/.test(code)) return code;
  return CODE_BY_NAME[error.name] ?? "EUNKNOWN";
}

/**
 * Does a file call, turning absence into `undefined` and any other failure into a {@linkcode HostError}.
 *
 * @param action What is done, such as `read`, for the message.
 * @returns What the call returns, or `undefined` when nothing is there.
 * @throws {HostError} When it fails for another reason.
 */
export function ifPresent<T>(path: string, action: string, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (ABSENT.has(errorCode(error, path))) return undefined;
    throw hostError(error, path, action);
  }
}

/**
 * Does a file call for which absence is a failure as well.
 *
 * @param action What is done, such as `write`, for the message.
 * @throws {HostError} When it fails.
 */
export function orFail<T>(path: string, action: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw hostError(error, path, action);
  }
}

/** What systems say when a directory cannot take a name because the name is taken; Windows says the last one. */
const TAKEN = new Set(["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM", "EACCES"]);

/**
 * Renames a directory.
 *
 * @returns `false` when something has the new name already.
 * @throws {HostError} When it fails for another reason.
 */
export function unlessTaken(
  from: string,
  to: string,
  rename: () => void,
  isThere: () => boolean,
): boolean {
  return orFail(from, "rename", () => {
    try {
      rename();
      return true;
    } catch (error) {
      if (TAKEN.has(errorCode(error, to)) && isThere()) return false;
      throw error;
    }
  });
}

/**
 * Makes the error for a device, pipe or socket where a text was expected.
 *
 * @returns The error, with the name BSD has for this.
 */
export function notRegular(path: string): HostError {
  return new HostError("EFTYPE", path, `Cannot read "${path}": it is not a regular file`);
}

function hostError(error: unknown, path: string, action: string): HostError {
  if (error instanceof HostError) return error;
  const code = errorCode(error, path);
  return new HostError(code, path, `Cannot ${action} "${path}": ${code}`, { cause: error });
}

/** What to ask the system for; it takes away what the umask forbids. */
export function modeOf(options?: WriteOptions): number {
  return options?.mode ?? 0o644;
}

/** Whether a mode was asked for that a umask may have cut: a private one comes out whole, without a second call. */
export function isForOthers(options?: WriteOptions): options is Required<WriteOptions> {
  return ((options?.mode ?? 0) & 0o077) !== 0;
}

/**
 * Says where to write before the rename: in the target's own directory, because a rename is atomic only
 * within one file system. The target's name is not part of it, so that a name of 255 bytes still works.
 *
 * @returns A path beside the target whose name starts with a dot.
 */
export function temporaryPath(path: string, processId: number, random: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return `${path.slice(0, end)}.skillhook-${processId}-${random}.tmp`;
}
