/**
 * Which skill was used when, and in which sessions: a small file for each skill, beside the session
 * markers. Unlike those it outlives a session and a compaction, for "recently used" and "was in use".
 */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  fileName,
  reasonOf,
  writeOwnFile,
} from "../loader/marker_tree.ts";

/** What is known about one skill's use. */
export interface UseRecord {
  /** What it is called from anywhere. */
  readonly skill: string;
  /** Milliseconds since 1970. */
  readonly last: number;
  /** Session → milliseconds of its last use there; subagents' uses are not in it. */
  readonly sessions: Readonly<Record<string, number>>;
}

/** A resumed session is rarely older than so many others. */
const MAX_SESSIONS = 40;
const MAX_RECORDS = 2_000;

/** What recording asks of the machine. */
export type UseHost = Pick<
  Host,
  "linkStat" | "list" | "makeDirectory" | "now" | "readText" | "sha256" | "writeText"
>;

/**
 * Records a use. A failure is nobody's business: it only makes a list less well sorted.
 *
 * @param stateDir Where; `undefined`: nowhere.
 * @param skill What the skill is called.
 * @param session Whose use; `undefined` for a subagent's.
 */
export async function recordUse(
  host: UseHost,
  stateDir: string | undefined,
  skill: string,
  session: string | undefined,
): Promise<void> {
  if (stateDir === undefined) return;
  const directory = joinPath(stateDir, "uses");
  if (ensureDirectories(host, [directory]) !== undefined) return;
  const path = joinPath(directory, `use-${await fileName(host, skill)}`);
  const now = host.now();
  const known = Object.entries(readRecord(host, path)?.sessions ?? {})
    .filter(([name]) => name !== session).sort(([, a], [, b]) => b - a).slice(0, MAX_SESSIONS - 1);
  const own: [string, number][] = session === undefined ? [] : [[session, now]];
  const record: UseRecord = { skill, last: now, sessions: Object.fromEntries([...own, ...known]) };
  try {
    writeOwnFile(host, path, `${JSON.stringify(record)}\n`);
  } catch (error) {
    reasonOf(error);
  }
}

/**
 * Lists all uses.
 *
 * @param stateDirs From `stateDirectories`.
 * @returns Records by skill, the latest of each.
 */
export function listUses(
  host: Pick<Host, "linkStat" | "list" | "readText">,
  stateDirs: readonly string[],
): Map<string, UseRecord> {
  const uses = new Map<string, UseRecord>();
  for (const stateDir of stateDirs) {
    const directory = joinPath(stateDir, "uses");
    try {
      if (!areDirectories(host, [directory])) continue;
      for (const { name, kind } of (host.list(directory) ?? []).slice(0, MAX_RECORDS)) {
        if (kind !== "file" || !name.startsWith("use-")) continue;
        const record = readRecord(host, joinPath(directory, name));
        if (record !== undefined && record.last > (uses.get(record.skill)?.last ?? 0)) {
          uses.set(record.skill, record);
        }
      }
    } catch (error) {
      reasonOf(error);
    }
  }
  return uses;
}

function readRecord(host: Pick<Host, "readText">, path: string): UseRecord | undefined {
  try {
    const value: unknown = JSON.parse(host.readText(path) ?? "");
    if (!isFields(value) || typeof value.skill !== "string") return undefined;
    if (typeof value.last !== "number" || !isFields(value.sessions)) return undefined;
    const sessions = Object.entries(value.sessions)
      .filter((entry): entry is [string, number] => typeof entry[1] === "number");
    return { skill: value.skill, last: value.last, sessions: Object.fromEntries(sessions) };
  } catch (error) {
    // A half-written or foreign file is no record.
    if (error instanceof SyntaxError || error instanceof HostError) return undefined;
    throw error;
  }
}
