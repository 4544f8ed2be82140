/**
 * The log's place: in the directory that hooks and shells both know, never anywhere a project says. One file
 * of at most 1 MB and the one before it, readable by their owner only.
 */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { ensureDirectories, FILE_MODE } from "../loader/marker_tree.ts";
import { sharedStateDirectory } from "../loader/state_directory.ts";

/** Bytes at which the file is put aside. */
export const MAX_LOG_BYTES = 1024 * 1024;

/** What the log asks of the machine. */
export type LogHost = Pick<
  Host,
  | ("env" | "platform" | "stat" | "linkStat" | "readText" | "writeText" | "appendText")
  | ("makeDirectory" | "remove")
>;

/** The newest file and the one before; `undefined` when nothing says where. */
export function logPaths(
  host: Pick<Host, "env" | "platform">,
): { readonly directory: string; readonly now: string; readonly before: string } | undefined {
  const state = sharedStateDirectory(host);
  if (state === undefined) return undefined;
  const directory = joinPath(state, "log");
  const file = (name: string) => joinPath(directory, name);
  return { directory, now: file("events.jsonl"), before: file("events.1.jsonl") };
}

/**
 * Adds a line. A log that cannot be written is no reason to disturb a session.
 *
 * @returns Why it was not added; `undefined` when it was.
 */
export function appendLog(host: LogHost, line: string): string | undefined {
  const paths = logPaths(host);
  if (paths === undefined) return "nothing says where: set HOME or XDG_STATE_HOME";
  const { directory, now, before } = paths;
  const problem = ensureDirectories(host, [directory]);
  if (problem !== undefined) return problem;
  try {
    const stat = host.linkStat(now);
    if (stat !== undefined && stat.kind !== "file") return `"${now}" is not a file of ours`;
    if (stat !== undefined && stat.size + line.length > MAX_LOG_BYTES) {
      host.writeText(before, host.readText(now) ?? "", { mode: FILE_MODE });
      host.writeText(now, "", { mode: FILE_MODE });
    }
    host.appendText(now, `${line}\n`, { mode: FILE_MODE });
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return `${error.code} at "${error.path}"`;
    throw error;
  }
}

/** The lines of both files, oldest first. */
export function readLog(host: Pick<Host, "env" | "platform" | "readText">): string[] {
  const paths = logPaths(host);
  if (paths === undefined) return [];
  const texts = [paths.before, paths.now].map((path) => host.readText(path) ?? "");
  return texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
}
