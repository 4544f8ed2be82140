/**
 * The log's place: in the directory that hooks and shells both know, never anywhere a project says. One file
 * of at most 1 MB and the one before it, and the newest event for `explain --last`, secrets masked; readable
 * by their owner only.
 */
import { isFields } from "../base/json_type.ts";
import { maskSecrets } from "../base/mask_secrets.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { ensureDirectories, FILE_MODE } from "../loader/marker_tree.ts";
import { sharedStateDirectory } from "../loader/state_directory.ts";

/** Bytes at which the file is put aside. */
export const MAX_LOG_BYTES = 1024 * 1024;

/** What the log asks of the machine. */
type LogHost = Pick<
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

/** A pasted file of that size explains nothing more than its beginning would. */
const MAX_LENGTH = 1024 * 1024;

/** Keeps an event in place of the one before; the log's directory exists. */
export function keepLastEvent(host: LogHost, event: unknown): void {
  const path = lastEventPath(host);
  const text = JSON.stringify(event);
  if (path === undefined || text === undefined || text.length > MAX_LENGTH) return;
  const kind = host.linkStat(path)?.kind;
  if (kind === undefined || kind === "file") host.writeText(path, text + "\n", { mode: FILE_MODE });
}

/** The event's JSON; `undefined` when none was kept. */
export function readLastEvent(
  host: Pick<Host, "env" | "platform" | "readText">,
): string | undefined {
  const path = lastEventPath(host);
  return path === undefined ? undefined : attempt(() => host.readText(path));
}

function lastEventPath(host: Pick<Host, "env" | "platform">): string | undefined {
  const paths = logPaths(host);
  return paths === undefined ? undefined : joinPath(paths.directory, "last-event.json");
}

/** Fields that say where and what, not what somebody wrote: an explanation needs them as they are. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...["hook_event_name", "session_id", "agent_id", "agent_type", "cwd", "transcript_path"],
  ...["permission_mode", "tool_name", "tool_use_id", "skill", "command_name", "expansion_type"],
  ...["source", "reason", "trigger", "file_path"],
]);

/** The same with secrets masked in every text that people or tools wrote. */
export function maskEvent(value: unknown): unknown {
  if (typeof value === "string") return maskSecrets(value);
  if (Array.isArray(value)) return value.map(maskEvent);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([key, item]) =>
    [key, PLAIN_KEYS.has(key) && typeof item === "string" ? item : maskEvent(item)] as const
  );
  return Object.fromEntries(entries);
}
