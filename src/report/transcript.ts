/**
 * The session's transcript, which is private to the agent, written late, and changes from version to version: only its
 * end is read, and what is not understood is stepped over.
 */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { configDirectory } from "../catalog/places.ts";

interface TranscriptTail {
  readonly path: string;
  readonly lines: readonly Fields[];
  /** Whether something stands before what was read. */
  readonly isCut: boolean;
}

/** Bytes from the end; a long session's last hours. */
const TAIL_BYTES = 2 * 1024 * 1024;
/** Project folders that are looked through for a session whose folder has another name. */
const MAX_FOLDERS = 2_000;

/** Its path, if there is one. */
export function findTranscript(
  host: Host,
  session: string,
  projectDir: string,
): string | undefined {
  const configDir = configDirectory(host);
  if (configDir === undefined || !/^[\w-]{1,100}$/.test(session)) return undefined;
  const projects = joinPath(configDir, "projects");
  const transcriptIn = (folder: string) => {
    const path = joinPath(projects, `${folder}/${session}.jsonl`);
    return attempt(() => host.stat(path))?.kind === "file" ? path : undefined;
  };
  const usual = transcriptIn(projectDir.replaceAll(/[^A-Za-z0-9]/g, "-"));
  if (usual !== undefined) return usual;
  const all = attempt(() => host.list(projects)) ?? [];
  return all.values().take(MAX_FOLDERS).map(({ name }) => transcriptIn(name))
    .find((path) => path !== undefined);
}

/** Its last lines; `undefined` when there is no such file. */
export function readTranscriptTail(host: Host, path: string): TranscriptTail | undefined {
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
