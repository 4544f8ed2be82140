/**
 * The session's transcript, which is private to the agent, written late, and changes from version to version: only its
 * end is read, and what is not understood is stepped over.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { configDirectory } from "../catalog/places.ts";

/** Bytes from the end; a long session's last hours. */
const TAIL_BYTES = 2 * 1024 * 1024;
/** Project folders that are looked through for a session whose folder has another name. */
const MAX_FOLDERS = 2_000;

/** Its path, if there is one. */
export function findTranscript(host: Host, session: string, projectDir: string) {
  const usual = transcriptIn(host, session, folderOf(projectDir));
  const projects = projectsDirectory(host);
  if (usual !== undefined || projects === undefined) return usual;
  return (attempt(() => host.list(projects)) ?? []).values().take(MAX_FOLDERS)
    .map(({ name }) => transcriptIn(host, session, name)).find((path) => path !== undefined);
}

/** Those of a project's sessions that were written to since, in milliseconds; the latest first. */
export function transcriptsSince(host: Host, projectDir: string, since: number): string[] {
  const projects = projectsDirectory(host);
  if (projects === undefined) return [];
  const directory = joinPath(projects, folderOf(projectDir));
  const names = (attempt(() => host.list(directory)) ?? []).map(({ name }) => name);
  return names.filter((name) => name.endsWith(".jsonl")).flatMap((name) => {
    const path = joinPath(directory, name);
    const stat = attempt(() => host.stat(path));
    return stat?.kind === "file" && stat.mtime >= since ? [{ path, at: stat.mtime }] : [];
  }).sort((a, b) => b.at - a.at).map(({ path }) => path);
}

/**
 * The directory that a session was started in, `from` itself or one above it. A directive cannot be told: the agent
 * refuses a command in which a path with `$` stands, and gives it no variable.
 */
export function sessionProject(host: Host, session: string, from: string): string | undefined {
  let at: string | undefined = from;
  while (at !== undefined && transcriptIn(host, session, folderOf(at)) === undefined) {
    at = parentPath(at);
  }
  return at;
}

function projectsDirectory(host: Host): string | undefined {
  const configDir = configDirectory(host);
  return configDir === undefined ? undefined : joinPath(configDir, "projects");
}

/** The agent's name for a project's folder. */
function folderOf(directory: string): string {
  return directory.replaceAll(/[^A-Za-z0-9]/g, "-");
}

/** The session's transcript in a folder; `undefined` for what is no session. */
function transcriptIn(host: Host, session: string, folder: string): string | undefined {
  const projects = projectsDirectory(host);
  if (projects === undefined || !/^[\w-]{1,100}$/.test(session)) return undefined;
  const path = joinPath(projects, `${folder}/${session}.jsonl`);
  return attempt(() => host.stat(path))?.kind === "file" ? path : undefined;
}

/** Its last lines, and whether something stands before them; `undefined` when there is no such file. */
export function readTranscriptTail(host: Host, path: string) {
  const stat = attempt(() => host.stat(path));
  if (stat?.kind !== "file") return undefined;
  const start = Math.max(0, stat.size - TAIL_BYTES);
  const bytes = attempt(() => host.readBytes(path, start, TAIL_BYTES));
  if (bytes === undefined) return undefined;
  const texts = new TextDecoder().decode(bytes).split("\n");
  // The first line began before the part that was read.
  if (start > 0) texts.shift();
  // The last line may still be in writing.
  const lines = texts.map((text) => text.startsWith("{") ? parseJson(text) : undefined);
  return { path, lines: lines.filter(isFields), isCut: start > 0 };
}
