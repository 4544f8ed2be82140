/** Which skill was used when and where, and what a session was told, so that it is not told again: in small files. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  fileName,
  pathsIn,
  sweepFiles,
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

interface SaidRecord {
  /** When the session last began with nothing in its context: milliseconds since 1970. */
  readonly since: number;
  /** SHA-256 of what was said since the context is as it is. */
  readonly hashes: readonly string[];
}

/** A resumed session is rarely older than so many others. */
const MAX_SESSIONS = 40;
const MAX_RECORDS = 2_000;
/** So many records of what sessions were told make the old ones go. */
const MANY_SAID = 600;
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;

/** `session`: whose use, `undefined` for a subagent's; `prompt`: in which it was typed. */
export async function recordUse(
  host: Host,
  stateDir: string | undefined,
  skill: string,
  session: string | undefined,
  prompt?: string,
): Promise<void> {
  if (stateDir === undefined) return;
  const path = joinPath(stateDir, `uses/use-${await fileName(host, skill)}`);
  const last = host.now();
  const before = readUse(host, path);
  const typedIn = prompt ?? before?.prompt;
  const known = Object.entries(before?.sessions ?? {})
    .filter(([name]) => name !== session).sort(([, a], [, b]) => b - a).slice(0, MAX_SESSIONS - 1);
  const own: [string, number][] = session === undefined ? [] : [[session, last]];
  const sessions = Object.fromEntries([...own, ...known]);
  keep(host, path, { skill, last, sessions, ...typedIn === undefined ? {} : { prompt: typedIn } });
}

/** @returns Records by skill, the latest of each in all state directories. */
export function listUses(host: Host, stateDirs: readonly string[]): Map<string, UseRecord> {
  const uses = new Map<string, UseRecord>();
  for (const directory of stateDirs.map((stateDir) => joinPath(stateDir, "uses"))) {
    const isOurs = attempt(() => areDirectories(host, [directory])) ?? false;
    const paths = isOurs ? attempt(() => pathsIn(host, directory, "file", "use-")) ?? [] : [];
    for (const path of paths.slice(0, MAX_RECORDS)) {
      const record = readUse(host, path);
      if (record !== undefined && record.last > (uses.get(record.skill)?.last ?? 0)) {
        uses.set(record.skill, record);
      }
    }
  }
  return uses;
}

export function usedIn(uses: ReadonlyMap<string, UseRecord>, session: string, since = 0) {
  return [...uses.values()]
    .filter(({ sessions }) => Object.hasOwn(sessions, session) && sessions[session]! >= since)
    .sort((a, b) => b.sessions[session]! - a.sessions[session]!);
}

function readUse(host: Host, path: string): UseRecord | undefined {
  const { skill, last, sessions, prompt } = read(host, path);
  if (typeof skill !== "string" || typeof last !== "number" || !isFields(sessions)) {
    return undefined;
  }
  const times = Object.entries(sessions).filter(([, time]) => typeof time === "number");
  const typed = typeof prompt === "string" ? { prompt } : {};
  return { skill, last, sessions: Object.fromEntries(times) as Record<string, number>, ...typed };
}

export async function readSaid(host: Host, stateDir: string, session: string): Promise<SaidRecord> {
  const { since, hashes } = read(host, await saidPath(host, stateDir, session));
  if (typeof since !== "number" || !Array.isArray(hashes)) return { since: 0, hashes: [] };
  return { since, hashes: hashes.filter((hash) => typeof hash === "string") };
}

export async function writeSaid(host: Host, stateDir: string, session: string, record: SaidRecord) {
  const path = await saidPath(host, stateDir, session);
  if (!keep(host, path, record)) return;
  const said = () => pathsIn(host, parentPath(path)!, "file", "said-");
  attempt(() => sweepFiles(host, said(), MANY_SAID, MAX_AGE_MS));
}

async function saidPath(host: Host, stateDir: string, session: string): Promise<string> {
  return joinPath(stateDir, `said/said-${await fileName(host, session)}`);
}

function read(host: Host, path: string): Fields {
  const value = parseJson(attempt(() => host.readText(path)) ?? "");
  return isFields(value) ? value : {};
}

/** @returns Whether its directory is ours; a link is not. */
function keep(host: Host, path: string, record: UseRecord | SaidRecord): boolean {
  if (ensureDirectories(host, [parentPath(path)!]) !== undefined) return false;
  attempt(() => writeOwnFile(host, path, `${JSON.stringify(record)}\n`));
  return true;
}
