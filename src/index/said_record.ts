/**
 * What a session was told at its start, by hash, so that a resumed one is not told again. Kept beside the
 * session markers, not among them: those go with every lost context, this goes when the context does.
 */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { ensureDirectories, fileName, reasonOf, writeOwnFile } from "../loader/marker_tree.ts";

/** What was said in a context. */
export interface SaidRecord {
  /** When the session last began with nothing in its context: milliseconds since 1970. */
  readonly since: number;
  /** SHA-256 of what was said since the context is as it is. */
  readonly hashes: readonly string[];
}

/** What remembering asks of the machine. */
export type SaidHost = Pick<
  Host,
  "linkStat" | "list" | "makeDirectory" | "now" | "readText" | "remove" | "sha256" | "writeText"
>;

const NOTHING: SaidRecord = { since: 0, hashes: [] };
const DIRECTORY = "said";
/** Records of sessions that nobody resumes any more are removed when there are so many. */
const MANY = 300;
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;

/** What was said; nothing when nobody knows. */
export async function readSaid(
  host: Pick<Host, "readText" | "sha256">,
  stateDir: string,
  session: string,
): Promise<SaidRecord> {
  try {
    const value: unknown = JSON.parse(host.readText(await pathOf(host, stateDir, session)) ?? "");
    if (!isFields(value) || typeof value.since !== "number" || !Array.isArray(value.hashes)) {
      return NOTHING;
    }
    const hashes = value.hashes.filter((hash) => typeof hash === "string");
    return { since: value.since, hashes };
  } catch (error) {
    // Absent, half-written or foreign: nothing is known.
    if (error instanceof SyntaxError || error instanceof HostError) return NOTHING;
    throw error;
  }
}

/** Writes a record; one that cannot be written only means that something is said twice. */
export async function writeSaid(
  host: SaidHost,
  stateDir: string,
  session: string,
  record: SaidRecord,
): Promise<void> {
  const directory = joinPath(stateDir, DIRECTORY);
  if (ensureDirectories(host, [directory]) !== undefined) return;
  try {
    writeOwnFile(host, await pathOf(host, stateDir, session), `${JSON.stringify(record)}\n`);
    removeOld(host, directory);
  } catch (error) {
    reasonOf(error);
  }
}

async function pathOf(
  host: Pick<Host, "sha256">,
  stateDir: string,
  session: string,
): Promise<string> {
  return joinPath(stateDir, `${DIRECTORY}/said-${await fileName(host, session)}`);
}

function removeOld(host: SaidHost, directory: string): void {
  const entries = host.list(directory) ?? [];
  if (entries.length <= MANY) return;
  for (const { name, kind } of entries) {
    const path = joinPath(directory, name);
    if (kind !== "file" || !name.startsWith("said-")) continue;
    if (host.now() - (host.linkStat(path)?.mtime ?? 0) > MAX_AGE_MS) host.remove(path);
  }
}
