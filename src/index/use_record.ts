/** Which skill was used when, and in which sessions: a small file each, which outlives sessions and compactions. */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  fileName,
  pathsIn,
  writeOwnFile,
} from "../state/state_tree.ts";

export interface UseRecord {
  readonly skill: string;
  /** Milliseconds since 1970. */
  readonly last: number;
  /** Session → milliseconds of its last use there; subagents' uses are not in it. */
  readonly sessions: Readonly<Record<string, number>>;
  /** The prompt in which a user typed it last, if the agent names prompts. */
  readonly prompt?: string;
}

/** A resumed session is rarely older than so many others. */
const MAX_SESSIONS = 40;
const MAX_RECORDS = 2_000;

/**
 * A failure only makes a list less well sorted.
 *
 * @param session Whose use; `undefined` for a subagent's.
 * @param prompt The prompt in which it was typed.
 */
export async function recordUse(
  host: Host,
  stateDir: string | undefined,
  skill: string,
  session: string | undefined,
  prompt?: string,
): Promise<void> {
  if (stateDir === undefined) return;
  const directory = joinPath(stateDir, "uses");
  if (ensureDirectories(host, [directory]) !== undefined) return;
  const path = joinPath(directory, `use-${await fileName(host, skill)}`);
  const now = host.now();
  const before = readRecord(host, path);
  const typedIn = prompt ?? before?.prompt;
  const known = Object.entries(before?.sessions ?? {})
    .filter(([name]) => name !== session).sort(([, a], [, b]) => b - a).slice(0, MAX_SESSIONS - 1);
  const own: [string, number][] = session === undefined ? [] : [[session, now]];
  const sessions = Object.fromEntries([...own, ...known]);
  const typed = typedIn === undefined ? {} : { prompt: typedIn };
  const record: UseRecord = { skill, last: now, sessions, ...typed };
  attempt(() => writeOwnFile(host, path, `${JSON.stringify(record)}\n`));
}

/** @returns Records by skill, the latest of each in all state directories. */
export function listUses(host: Host, stateDirs: readonly string[]): Map<string, UseRecord> {
  const uses = new Map<string, UseRecord>();
  for (const directory of stateDirs.map((stateDir) => joinPath(stateDir, "uses"))) {
    const isOurs = attempt(() => areDirectories(host, [directory])) ?? false;
    const paths = isOurs ? attempt(() => pathsIn(host, directory, "file", "use-")) ?? [] : [];
    for (const path of paths.slice(0, MAX_RECORDS)) {
      const record = readRecord(host, path);
      if (record !== undefined && record.last > (uses.get(record.skill)?.last ?? 0)) {
        uses.set(record.skill, record);
      }
    }
  }
  return uses;
}

/** Those of a session since a time, the latest first. */
export function usedIn(
  uses: ReadonlyMap<string, UseRecord>,
  session: string,
  since = 0,
): UseRecord[] {
  return [...uses.values()]
    .filter(({ sessions }) => Object.hasOwn(sessions, session) && sessions[session]! >= since)
    .sort((a, b) => b.sessions[session]! - a.sessions[session]!);
}

/** A half-written or foreign file is no record. */
function readRecord(host: Host, path: string): UseRecord | undefined {
  const value = parseJson(attempt(() => host.readText(path)) ?? "");
  if (!isFields(value) || typeof value.skill !== "string") return undefined;
  if (typeof value.last !== "number" || !isFields(value.sessions)) return undefined;
  const sessions = Object.entries(value.sessions)
    .filter((entry): entry is [string, number] => typeof entry[1] === "number");
  const { skill, last, prompt } = value;
  const typed = typeof prompt === "string" ? { prompt } : {};
  return { skill, last, sessions: Object.fromEntries(sessions), ...typed };
}
