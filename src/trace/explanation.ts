/** What one event made us do, put together from what was watched. */
import { isFields } from "../base/json_type.ts";
import type { Host, NoteTopic, Outcome } from "../host/host.ts";
import { type LinePlace, linePlace } from "./place_line.ts";
import { type CommandRecord, type WatchingHost, WRITING } from "./watching_host.ts";

/** One reason, with the line that caused it. */
export interface Reason extends Partial<LinePlace> {
  readonly topic: NoteTopic;
  readonly message: string;
  /** Milliseconds since the handler began. */
  readonly at: number;
}

/** What a file was asked, and how often. */
export interface FileUse {
  readonly path: string;
  readonly calls: readonly string[];
  readonly isThere: boolean;
  readonly ms: number;
}

/** A string of the answer that was longer than the agent takes. */
export interface Cut {
  readonly text: "context" | "systemMessage" | "reason";
  readonly from: number;
  readonly to: number;
}

/** Everything. */
export interface Explanation {
  /** This event's own fields, as the handler got them. */
  readonly decoded: unknown;
  readonly reasons: readonly Reason[];
  readonly read: readonly FileUse[];
  /** What a hook would have written; nothing was. */
  readonly writes: readonly FileUse[];
  readonly commands: readonly CommandRecord[];
  readonly cut: readonly Cut[];
  readonly answer: Outcome;
  readonly ms: { readonly total: number; readonly files: number; readonly commands: number };
}

/**
 * @param host The machine, to find lines with.
 * @param watched What was watched.
 * @param answer What the hook would say.
 * @param total Milliseconds it took.
 * @returns The explanation.
 */
export function explain(
  host: Host,
  watched: WatchingHost,
  answer: Outcome,
  total: number,
): Explanation {
  const { notes, files, commands } = watched;
  const value = (topic: NoteTopic): unknown => {
    const note = notes.find((note) => note.topic === topic);
    return note === undefined ? undefined : JSON.parse(note.message);
  };
  const reasons = notes.filter(({ topic }) => topic !== "decoded" && topic !== "decision")
    .map(({ topic, message, place, at }): Reason => {
      return { topic, message, at, ...place === undefined ? {} : linePlace(host, place) };
    });
  const writing = files.filter(({ call }) => WRITING.includes(call));
  const sum = (list: readonly { ms: number }[]) => list.reduce((ms, one) => ms + one.ms, 0);
  return {
    decoded: value("decoded"),
    reasons,
    read: uses(files.filter(({ call }) => !WRITING.includes(call))),
    writes: uses(writing.filter(({ call, isThere }) => isThere && call !== "makeDirectory")),
    commands,
    cut: cuts(value("decision"), answer),
    answer,
    ms: { total, files: sum(files), commands: sum(commands) },
  };
}

function uses(files: WatchingHost["files"]): FileUse[] {
  return [...Map.groupBy(files, ({ path }) => path)].map(([path, calls]) => ({
    path,
    calls: [...new Set(calls.map(({ call }) => call))],
    isThere: calls.some(({ isThere }) => isThere),
    ms: calls.reduce((ms, call) => ms + call.ms, 0),
  }));
}

/** Compares what the handler concluded with what the answer holds. */
function cuts(decision: unknown, { stdout }: Outcome): Cut[] {
  if (!isFields(decision) || stdout === "") return [];
  const answer: unknown = JSON.parse(stdout);
  if (!isFields(answer)) return [];
  const specific = isFields(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const pairs = [
    ["context", decision.context, specific.additionalContext],
    ["systemMessage", decision.systemMessage, answer.systemMessage],
    ["reason", decision.reason, answer.reason ?? specific.permissionDecisionReason],
  ] as const;
  return pairs.flatMap(([text, from, to]): Cut[] => {
    if (typeof from !== "string" || typeof to !== "string" || from === to) return [];
    return [{ text, from: from.length, to: to.length }];
  });
}
