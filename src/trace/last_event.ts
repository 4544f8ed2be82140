/** The newest event while the log is on, secrets masked: `skillhook explain --last` asks for it. */
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { FILE_MODE } from "../loader/marker_tree.ts";
import { type LogHost, logPaths } from "./log_file.ts";

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
