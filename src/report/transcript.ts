/**
 * The session's transcript (protocol section 5): private to the agent, written late, and changing from
 * version to version. Only its end is read, and what is not understood is stepped over.
 */
import { type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { configDirectory } from "../catalog/places.ts";

/** What was read of a transcript. */
export interface TranscriptTail {
  readonly path: string;
  readonly lines: readonly Fields[];
  /** Whether something stands before what was read. */
  readonly isCut: boolean;
}

/** What reading asks of the machine. */
export type TranscriptHost = Pick<Host, "env" | "list" | "platform" | "readBytes" | "stat">;

/** Bytes from the end; a long session's last hours. */
const TAIL_BYTES = 2 * 1024 * 1024;
/** Project folders that are looked through for a session whose folder has another name. */
const MAX_FOLDERS = 2_000;

/**
 * Finds a session's transcript.
 *
 * @returns Its path, or `undefined`.
 */
export function findTranscript(
  host: TranscriptHost,
  session: string,
  projectDir: string,
): string | undefined {
  const configDir = configDirectory(host);
  if (configDir === undefined || !/^[\w-]{1,100}$/.test(session)) return undefined;
  const projects = joinPath(configDir, "projects");
  const folders = [projectDir.replaceAll(/[^A-Za-z0-9]/g, "-")];
  const usual = transcriptIn(host, projects, folders, session);
  if (usual !== undefined) return usual;
  const all = attempt(() => host.list(projects)) ?? [];
  return transcriptIn(host, projects, all.slice(0, MAX_FOLDERS).map(({ name }) => name), session);
}

function transcriptIn(
  host: TranscriptHost,
  projects: string,
  folders: readonly string[],
  session: string,
): string | undefined {
  return folders.map((folder) => joinPath(projects, `${folder}/${session}.jsonl`))
    .find((path) => attempt(() => host.stat(path))?.kind === "file");
}

/**
 * Reads the end of a transcript.
 *
 * @returns Its last lines; `undefined` when there is no such file.
 */
export function readTranscriptTail(
  host: TranscriptHost,
  path: string,
): TranscriptTail | undefined {
  const stat = attempt(() => host.stat(path));
  if (stat?.kind !== "file") return undefined;
  const start = Math.max(0, stat.size - TAIL_BYTES);
  const bytes = attempt(() => host.readBytes(path, start, TAIL_BYTES));
  if (bytes === undefined) return undefined;
  const texts = new TextDecoder().decode(bytes).split("\n");
  // The first line began before the part that was read.
  if (start > 0) texts.shift();
  const lines = texts.map(parseLine).filter((line) => line !== undefined);
  return { path, lines, isCut: start > 0 };
}

function parseLine(text: string): Fields | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch (error) {
    // The last line may still be in writing.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
