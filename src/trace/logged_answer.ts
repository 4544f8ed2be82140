/** Writes down what was decided about an event: one line of JSON, without what people wrote. */
import { isFields, parseJson } from "../base/json_type.ts";
import { maskSecrets } from "../base/mask_secrets.ts";
import {
  type Host,
  HostError,
  type NotePlace,
  type NoteTopic,
  type Outcome,
} from "../host/host.ts";
import type { Decided } from "../protocol/decision.ts";
import { appendLog, keepLastEvent, maskEvent } from "./log_file.ts";

type Decide = (text: string, host: Host) => Promise<Decided>;

/** An event that was answered. */
export interface Answered extends Decided {
  readonly text: string;
  /** Milliseconds from the whole input to the answer. */
  readonly ms: number;
  /** Reasons as `topic: words`. */
  readonly why: readonly string[];
}

/** One line of the log. */
export interface LogLine {
  /** ISO 8601. */
  readonly time: string;
  readonly event: string;
  readonly session: string;
  /** `silence`, `context`, `notice`, `block`, `permission` (also for a changed input alone) or `error`. */
  readonly decision: string;
  readonly ms: number;
  /** UTF-16 units of input and answer. */
  readonly in: number;
  readonly out: number;
  readonly code: number;
  /** Secrets masked, as in the diagnostics, which are the lines for standard error. */
  readonly why: readonly string[];
  readonly diagnostics: readonly string[];
}

/**
 * Answers an event, watches why, and writes it down.
 *
 * @returns The answer; a log that cannot be written is said in one line on standard error.
 */
export async function logEverything(text: string, host: Host, decide: Decide): Promise<Outcome> {
  const why: string[] = [];
  const note = (topic: NoteTopic, message: string, place?: NotePlace) => {
    if (topic === "decoded" || topic === "decision") return;
    why.push(`${topic}: ${message}${place === undefined ? "" : ` (${place.path})`}`);
  };
  const start = host.monotonic();
  const decided = await decide(text, Object.assign(Object.create(host) as Host, { note }));
  return logAnswer(host, { text, ...decided, ms: host.monotonic() - start, why });
}

/**
 * Writes an answered event down.
 *
 * @returns The answer; a log that cannot be written is said in one line on standard error.
 */
export function logAnswer(host: Host, { text, outcome, decision, ms, why }: Answered): Outcome {
  const event = parseJson(text);
  const mask = (line: string) => maskSecrets(line);
  const line: LogLine = {
    time: new Date(host.now()).toISOString(),
    event: word(event, "hook_event_name"),
    session: word(event, "session_id"),
    decision: decision === undefined
      ? "error"
      : decision.kind === "pass"
      ? "silence"
      : decision.kind,
    ms: Math.round(ms * 1000) / 1000,
    ...{ in: text.length, out: outcome.stdout.length, code: outcome.code, why: why.map(mask) },
    diagnostics: outcome.stderr.split("\n").filter((one) => one !== "").map(mask),
  };
  const problem = write(host, line, event);
  if (problem === undefined) return outcome;
  return { ...outcome, stderr: `${outcome.stderr}skillhook: Cannot write the log: ${problem}\n` };
}

function write(host: Host, line: LogLine, event: unknown): string | undefined {
  try {
    const problem = appendLog(host, JSON.stringify(line));
    if (problem === undefined && isFields(event)) keepLastEvent(host, maskEvent(event));
    return problem;
  } catch (error) {
    if (error instanceof HostError) return `${error.code} at "${error.path}"`;
    throw error;
  }
}

function word(value: unknown, key: string): string {
  const found = isFields(value) ? value[key] : undefined;
  return typeof found === "string" ? found.slice(0, 200) : "";
}
