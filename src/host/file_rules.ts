/** One meaning of "absent", and one shape of failure: engines name the same POSIX error in different places. */
import { HostError } from "./host.ts";

/** A link loop and a name longer than the file system allows are absences too: no file can be behind them. */
export function isAbsence(code: string): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"].includes(code);
}

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
  BrokenPipe: "EPIPE",
};

/** The POSIX name of a thrown error, such as `EACCES`, or `EUNKNOWN`. */
export function errorCode(error: unknown, path = ""): string {
  // No file name holds a NUL; runtimes refuse it with an argument error of their own.
  if (path.includes("\0")) return "ENOENT";
  if (!(error instanceof Error)) return "EUNKNOWN";
  const code = (error as Error & { code?: unknown }).code;
  // An engine's own codes, such as `ERR_INVALID_ARG_VALUE`, are none of POSIX.
  if (typeof code === "string" && code.startsWith("E") && !code.includes("_")) return code;
  return CODE_BY_NAME[error.name] ?? "EUNKNOWN";
}

/** Absence becomes `undefined`, any other failure a {@linkcode HostError}; `action` is what is done, such as `read`. */
export function ifPresent<T>(path: string, action: string, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    return unlessAbsent(error, path, action);
  }
}

export function unlessAbsent(error: unknown, path: string, action: string): undefined {
  if (!isAbsence(errorCode(error, path))) throw hostError(error, path, action);
}

/** The same where absence is a failure as well. */
export function orFail<T>(path: string, action: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw hostError(error, path, action);
  }
}

function hostError(error: unknown, path: string, action: string): HostError {
  if (error instanceof HostError) return error;
  const code = errorCode(error, path);
  return new HostError(code, path, `Cannot ${action} "${path}": ${code}`, { cause: error });
}
