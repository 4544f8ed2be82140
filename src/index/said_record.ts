/**
 * What a session was told, by hash, so that it is not told again. It goes when the context does, not with the markers.
 */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  ensureDirectories,
  fileName,
  pathsIn,
  sweepFiles,
  writeOwnFile,
} from "../state/state_tree.ts";

interface SaidRecord {
  /** When the session last began with nothing in its context: milliseconds since 1970. */
  readonly since: number;
  /** SHA-256 of what was said since the context is as it is. */
  readonly hashes: readonly string[];
}

const DIRECTORY = "said";
/** Records of sessions that are no longer resumed are removed when there are so many. */
const MANY = 600;
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;

/** What was said; nothing where the record is absent, half-written or foreign. */
export async function readSaid(host: Host, stateDir: string, session: string): Promise<SaidRecord> {
  const path = await pathOf(host, stateDir, session);
  const value = parseJson(attempt(() => host.readText(path)) ?? "");
  if (!isFields(value) || typeof value.since !== "number" || !Array.isArray(value.hashes)) {
    return { since: 0, hashes: [] };
  }
  return { since: value.since, hashes: value.hashes.filter((hash) => typeof hash === "string") };
}

/** Writes a record; one that cannot be written only means that something is said twice. */
export async function writeSaid(
  host: Host,
  stateDir: string,
  session: string,
  record: SaidRecord,
): Promise<void> {
  const directory = joinPath(stateDir, DIRECTORY);
  if (ensureDirectories(host, [directory]) !== undefined) return;
  const path = await pathOf(host, stateDir, session);
  attempt(() => {
    writeOwnFile(host, path, `${JSON.stringify(record)}\n`);
    sweepFiles(host, pathsIn(host, directory, "file", "said-"), MANY, MAX_AGE_MS);
  });
}

async function pathOf(host: Host, stateDir: string, session: string): Promise<string> {
  return joinPath(stateDir, `${DIRECTORY}/said-${await fileName(host, session)}`);
}
