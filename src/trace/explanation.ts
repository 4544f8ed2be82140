/** What one event made us do, put together from what was watched. */
import { isFields } from "../base/json_type.ts";
import { attempt, type Host, type NotePlace, type NoteTopic, type Outcome } from "../host/host.ts";
import { type CommandRecord, type Watched, WRITING } from "./watching_host.ts";

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

/** Everything. */
export interface Explanation {
  /** This event's own fields, as the handler got them. */
  readonly decoded: unknown;
  readonly reasons: readonly Reason[];
  readonly read: readonly FileUse[];
  /** What a hook would have written; nothing was. */
  readonly writes: readonly FileUse[];
  readonly commands: readonly CommandRecord[];
  /** What the answer left out, each in words. */
  readonly cut: readonly string[];
  readonly answer: Outcome;
  readonly ms: { readonly total: number; readonly files: number; readonly commands: number };
}

/**
 * @param total Milliseconds it took.
 */
export function explain(
  host: Host,
  watched: Watched,
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

function uses(files: Watched["files"]): FileUse[] {
  return [...Map.groupBy(files, ({ path }) => path)].map(([path, calls]) => ({
    path,
    calls: [...new Set(calls.map(({ call }) => call))],
    isThere: calls.some(({ isThere }) => isThere),
    ms: calls.reduce((ms, call) => ms + call.ms, 0),
  }));
}

/** What the encoder cut, and the notices that everybody who cuts leaves in the text. */
function cuts(decision: unknown, { stdout }: Outcome): string[] {
  if (!isFields(decision) || stdout === "") return [];
  const answer: unknown = JSON.parse(stdout);
  if (!isFields(answer)) return [];
  const specific = isFields(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const pairs = [
    ["context", decision.context, specific.additionalContext],
    ["systemMessage", decision.systemMessage, answer.systemMessage],
  ] as const;
  return pairs.flatMap(([name, from, to]) => {
    if (typeof from !== "string" || typeof to !== "string") return [];
    const length = from === to ? [] : [`${name}: ${from.length} characters, ${to.length} fit`];
    return [...length, ...notices(to).map((notice) => `${name}: ${notice}`)];
  });
}

const NOTICE_STARTS = [["[skillhook: ", "]"], ["… (", ")"]] as const;
/** A notice is a sentence: what is longer is somebody's text. */
const MAX_NOTICE = 300;

function notices(text: string): string[] {
  return NOTICE_STARTS.flatMap(([open, close]) => {
    const found: string[] = [];
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + 1)) {
      const end = text.indexOf(close, at);
      if (end > 0 && end - at < MAX_NOTICE) found.push(text.slice(at, end + 1));
    }
    return found;
  });
}

/** A file, and a line where one is known. */
export interface LinePlace {
  readonly path: string;
  /** From 1. */
  readonly line?: number;
}

/** The file with the first line that begins (blanks, dashes and quotation marks aside) with the word. */
function linePlace(host: Pick<Host, "readText">, { path, word }: NotePlace): LinePlace {
  if (word === undefined) return { path };
  const lines = (readQuietly(host, path) ?? "").split("\n");
  const at = lines.findIndex((line) => {
    let from = 0;
    while (from < line.length && " \t-\"'".includes(line[from]!)) from++;
    if (!line.startsWith(word, from)) return false;
    return !/[A-Za-z0-9_]/.test(line[from + word.length] ?? "") || !/[A-Za-z0-9_]$/.test(word);
  });
  return at < 0 ? { path } : { path, line: at + 1 };
}

function readQuietly(host: Pick<Host, "readText">, path: string): string | undefined {
  return attempt(() => host.readText(path));
}
