/** What one event made us do, put together from what was watched; as data, and as text with one block for each question. */
import { groupBy } from "../base/group_by.ts";
import { isFields } from "../base/json_type.ts";
import { attempt, type Host, type NotePlace, type NoteTopic, type Outcome } from "../host/host.ts";
import { type CommandRecord, type Watched, WRITING } from "./watching_host.ts";

/** A file, and a line from 1 where one is known. */
interface LinePlace {
  readonly path: string;
  readonly line?: number | undefined;
}

interface Reason extends Partial<LinePlace> {
  readonly topic: NoteTopic;
  readonly message: string;
  /** Milliseconds since the handler began. */
  readonly at: number;
}

interface FileUse {
  readonly path: string;
  readonly calls: readonly string[];
  readonly isThere: boolean;
  readonly ms: number;
}

interface Explanation {
  /** This event's own fields, as the handler got them. */
  readonly decoded: unknown;
  readonly reasons: readonly Reason[];
  readonly read: readonly FileUse[];
  /** What a hook would have written; nothing was. */
  readonly writes: readonly FileUse[];
  readonly commands: readonly CommandRecord[];
  readonly cut: readonly string[];
  readonly answer: Outcome;
  readonly ms: { readonly total: number; readonly files: number; readonly commands: number };
}

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
  return [...groupBy(files, ({ path }) => path)].map(([path, calls]) => ({
    path,
    calls: [...new Set(calls.map(({ call }) => call))],
    isThere: calls.some(({ isThere }) => isThere),
    ms: calls.reduce((ms, call) => ms + call.ms, 0),
  }));
}

/** What the encoder cut, and the notices of others who cut. */
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

/** A notice is a sentence: what is longer is no notice. */
function notices(text: string): string[] {
  return [/\[skillhook: [^\]]{0,287}\]/g, /… \([^)]{0,296}\)/g]
    .flatMap((notice) => text.match(notice) ?? []);
}

/** The file with the first line that begins (blanks, dashes and quotation marks aside) with the word. */
function linePlace(host: Host, { path, word }: NotePlace): LinePlace {
  if (word === undefined) return { path };
  const lines = (attempt(() => host.readText(path)) ?? "").split("\n");
  const at = lines.findIndex((line) => {
    let from = 0;
    while (from < line.length && " \t-\"'".includes(line[from]!)) from++;
    if (!line.startsWith(word, from)) return false;
    return !/[A-Za-z0-9_]/.test(line[from + word.length] ?? "") || !/[A-Za-z0-9_]$/.test(word);
  });
  return at < 0 ? { path } : { path, line: at + 1 };
}

export interface EventHead {
  /** Empty when the input was none. */
  readonly event: string;
  /** Of the event table; absent: we do not answer this event. */
  readonly row?: { readonly summary: string; readonly deadline_ms: number };
  /** Where the agent is told to send it to us. */
  readonly wired: readonly (LinePlace & { readonly timeout_s: number | undefined })[];
}

const MAX_SHOWN = 400;
const MAX_FILES = 12;

export function explanationText(head: EventHead, explanation: Explanation): string {
  const { decoded, reasons, read, writes, commands, cut, answer, ms } = explanation;
  const rest = Math.max(0, ms.total - ms.files - ms.commands);
  const or = (lines: readonly string[], nothing: string) => lines.length > 0 ? lines : [nothing];
  const rows: [string, readonly string[]][] = [
    ["event", [head.event === "" ? "(none)" : head.event]],
    ["row", [rowText(head)]],
    ["wired", or(head.wired.map(wireText), "nowhere: see skillhook doctor")],
    ["decoded", [decoded === undefined ? "nothing" : short(JSON.stringify(decoded))]],
    ["why", or(reasons.map(reasonText), "the handler gave no reason")],
    ["read", or(fileLines(read), "nothing")],
    ["written", or(fileLines(writes), "nothing")],
    ["commands", or(commands.map(commandText), "none")],
    ["cut", or(cut, "nothing")],
    ["answer", [answer.stdout.trimEnd() || "silence"]],
    ["stderr", answer.stderr === "" ? [] : answer.stderr.trimEnd().split("\n")],
    ["exit", [String(answer.code)]],
    ["time", [
      `${time(ms.total)}: files ${time(ms.files)}, commands ${time(ms.commands)}, the rest ${
        time(rest)
      }`,
    ]],
  ];
  return rows.flatMap(([name, lines]) =>
    lines.map((line, index) => `${(index === 0 ? name : "").padEnd(9)} ${line}`)
  ).join("\n");
}

function rowText({ row }: EventHead): string {
  if (row === undefined) return "none: skillhook answers this event with silence";
  return `${row.summary} (at most ${row.deadline_ms / 1000} s)`;
}

function wireText({ timeout_s, ...place }: EventHead["wired"][number]): string {
  return `${placeText(place)}${timeout_s === undefined ? "" : `  (${timeout_s} s)`}`;
}

function reasonText({ topic, message, at, path, line }: Reason): string {
  const place = path === undefined ? "" : `  (${placeText({ path, line })})`;
  return `${topic.padEnd(8)} ${message}${place}  +${time(at)}`;
}

function commandText({ line, ended, code, ms }: CommandRecord): string {
  return `${short(line)}  ${ended} ${code}, ${time(ms)}`;
}

function placeText({ path, line }: LinePlace): string {
  return line === undefined ? path : `${path}:${line}`;
}

function fileLines(files: readonly FileUse[]): string[] {
  const shown = files.slice(0, MAX_FILES).map(({ path, calls, isThere, ms }) =>
    `${path}  ${calls.join(", ")}${isThere ? "" : ": absent"}, ${time(ms)}`
  );
  const more = files.length - shown.length;
  return more === 0 ? shown : [...shown, `… and ${more} more (--json has them all)`];
}

function time(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}

function short(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
