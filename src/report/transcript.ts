/** Transcripts are private to the agent and change from version to version: what is not understood is stepped over. */
import { joinPath, parentPath } from "../base/path.ts";
import { configDirectory, transcriptsOf } from "../catalog/places.ts";
import { attempt, type Host } from "../host/host.ts";
import { readLines, readTail } from "../state/line_file.ts";

/** Bytes from the end; a long session's last hours. */
const TAIL_BYTES = 2 * 1024 * 1024;
/** Project folders that are looked through for a session whose folder has another name. */
const MAX_FOLDERS = 2_000;

export function findTranscript(host: Host, session: string, projectDir: string) {
  const usual = usualTranscript(host, session, projectDir);
  const config = configDirectory(host);
  if (usual !== undefined || config === undefined) return usual;
  const projects = joinPath(config, "projects");
  return (attempt(() => host.list(projects)) ?? []).values().take(MAX_FOLDERS)
    .map(({ name }) => transcriptIn(host, joinPath(projects, name), session))
    .find((path) => path !== undefined);
}

/** Those of a project's sessions that were written to since, in milliseconds; the latest first. */
export function transcriptsSince(host: Host, projectDir: string, since: number): string[] {
  const directory = transcriptsOf(host, projectDir);
  if (directory === undefined) return [];
  const names = (attempt(() => host.list(directory)) ?? []).map(({ name }) => name);
  return names.filter((name) => name.endsWith(".jsonl")).flatMap((name) => {
    const path = joinPath(directory, name);
    const stat = attempt(() => host.stat(path));
    return stat?.kind === "file" && stat.mtime >= since ? [{ path, at: stat.mtime }] : [];
  }).sort((a, b) => b.at - a.at).map(({ path }) => path);
}

/** Where a session was started, `from` or above it: the agent refuses a directive with `$`, and gives it no variable. */
export function sessionProject(host: Host, session: string, from: string): string | undefined {
  let at: string | undefined = from;
  while (at !== undefined && usualTranscript(host, session, at) === undefined) at = parentPath(at);
  return at;
}

function usualTranscript(host: Host, session: string, projectDir: string): string | undefined {
  const directory = transcriptsOf(host, projectDir);
  return directory && transcriptIn(host, directory, session);
}

function transcriptIn(host: Host, directory: string, session: string): string | undefined {
  if (!/^[\w-]{1,100}$/.test(session)) return undefined;
  const path = joinPath(directory, `${session}.jsonl`);
  return attempt(() => host.stat(path))?.kind === "file" ? path : undefined;
}

export function readTranscriptTail(host: Host, path: string) {
  const tail = readTail(host, path, TAIL_BYTES);
  if (tail === undefined) return undefined;
  const { text, isCut } = tail;
  // The first line began before the part that was read.
  return { path, lines: readLines(isCut ? text.replace(/^.*/, "") : text), isCut };
}
