/** The log: decisions without what you wrote, 1 MB and the 1 MB before; and the newest event, masked. Never where a project says. */
import { asString, isFields, parseJson } from "../base/json_type.ts";
import { maskSecrets } from "../base/mask_secrets.ts";
import { joinPath } from "../base/path.ts";
import { wordSet } from "../base/word_set.ts";
import { attempt, type Host, type NotePlace, type NoteTopic, type Outcome } from "../host/host.ts";
import { recordBeats } from "../state/heartbeat.ts";
import { ensureDirectories, FILE_MODE, reasonOf, writeOwnFile } from "../state/state_tree.ts";
import { sharedStatePath } from "../state/state_directory.ts";
import { mapTexts } from "./pseudonyms.ts";
import type { Decided } from "../protocol/decision.ts";

export const MAX_LOG_BYTES = 1024 * 1024;
/** UTF-16 units: a pasted file of that size explains nothing more than its beginning would. */
const MAX_EVENT = 1024 * 1024;

/** `ms`: from the whole input to the answer; `why`: reasons as `topic: words`; `isAll`: silence is logged, too. */
interface Answered extends Decided {
  readonly text: string;
  readonly ms: number;
  readonly why: readonly string[];
  readonly isAll?: boolean;
}

export async function logEverything(
  text: string,
  host: Host,
  decide: (text: string, host: Host) => Promise<Decided>,
): Promise<Outcome> {
  const why: string[] = [];
  const note = (topic: NoteTopic, message: string, place?: NotePlace) => {
    if (topic === "decoded" || topic === "decision") return;
    why.push(`${topic}: ${message}${place === undefined ? "" : ` (${place.path})`}`);
  };
  const start = host.monotonic();
  const decided = await decide(text, Object.assign(Object.create(host) as Host, { note }));
  return logAnswer(host, { text, ...decided, ms: host.monotonic() - start, why, isAll: true });
}

/** `in` and `out` count UTF-16 units. Gives the answer, with a line on standard error if the log cannot be written. */
export function logAnswer(host: Host, answered: Answered): Outcome {
  const { text, outcome, decision, ms, why, isAll } = answered;
  const event = parseJson(text);
  const line = {
    time: new Date(host.now()).toISOString(),
    event: word(event, "hook_event_name"),
    session: word(event, "session_id"),
    decision: decision?.kind === "pass" ? "silence" : decision?.kind ?? "error",
    ms: Math.round(ms * 1000) / 1000,
    in: text.length,
    out: outcome.stdout.length,
    code: outcome.code,
    why: why.map((one) => maskSecrets(one)),
    diagnostics: outcome.stderr.split("\n").filter(Boolean).map((one) => maskSecrets(one)),
  };
  const isOk = decision !== undefined && outcome.code === 0;
  // Where silence leaves no trace, failures alone would look as if nothing ever worked.
  const beats = isAll || isOk ? [{ hook: `skillhook ${line.event}`, isOk, ms }] : [];
  const problem = appendLog(host, JSON.stringify(line), event) ?? recordBeats(host, beats);
  if (problem === undefined) return outcome;
  return { ...outcome, stderr: `${outcome.stderr}skillhook: Cannot write the log: ${problem}\n` };
}

function word(value: unknown, key: string): string {
  return isFields(value) ? asString(value[key])?.slice(0, 200) ?? "" : "";
}

export function logPaths(host: Host) {
  const directory = sharedStatePath(host, "log");
  if (directory === undefined) return undefined;
  return {
    directory,
    now: joinPath(directory, "events.jsonl"),
    before: joinPath(directory, "events.1.jsonl"),
    lastEvent: joinPath(directory, "last-event.json"),
  };
}

export function appendLog(host: Host, line: string, event?: unknown): string | undefined {
  const paths = logPaths(host);
  if (paths === undefined) return "nothing says where: set HOME or XDG_STATE_HOME";
  const { directory, now, before, lastEvent } = paths;
  const problem = ensureDirectories(host, [directory]);
  if (problem !== undefined) return problem;
  try {
    const stat = host.linkStat(now);
    if (stat !== undefined && stat.kind !== "file") return `"${now}" is not a file of ours`;
    if (stat !== undefined && stat.size + line.length > MAX_LOG_BYTES) {
      host.writeText(before, host.readText(now) ?? "", { mode: FILE_MODE });
      host.writeText(now, "", { mode: FILE_MODE });
    }
    host.appendText(now, `${line}\n`, { mode: FILE_MODE });
    const masked = mapTexts(event, (one, key) => PLAIN_KEYS.has(key) ? one : maskSecrets(one));
    const kept = `${JSON.stringify(masked)}\n`;
    if (isFields(event) && kept.length <= MAX_EVENT) writeOwnFile(host, lastEvent, kept);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

export function readLog(host: Host): string[] {
  const paths = logPaths(host);
  if (paths === undefined) return [];
  const texts = [paths.before, paths.now].map((path) => host.readText(path) ?? "");
  return texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
}

export function readLastEvent(host: Host): string | undefined {
  const paths = logPaths(host);
  return paths === undefined ? undefined : attempt(() => host.readText(paths.lastEvent));
}

/** Fields that say where and what, not what you wrote: an explanation needs them as they are. */
const PLAIN_KEYS = wordSet(`
  hook_event_name session_id agent_id agent_type cwd transcript_path permission_mode tool_name tool_use_id skill
  command_name expansion_type source reason trigger file_path`);
