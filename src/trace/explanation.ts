/** What one event made us do, put together from what was watched; as data, and as text with one block for each question. */
import { groupBy } from "../base/group_by.ts";
import { isFields } from "../base/json_type.ts";
import { attempt, type Host, type NotePlace, type NoteTopic, type Outcome } from "../host/host.ts";
import { isWriting, type Watched } from "./watching_host.ts";

interface LinePlace {
  readonly path: string;
  readonly line?: number | undefined;
}

type Explanation = ReturnType<typeof explain>;

/** As data: the event's own fields as the handler got them, what a hook would have written, and times in milliseconds. */
export function explain(host: Host, watched: Watched, answer: Outcome, total: number) {
  const { notes, files, commands } = watched;
  const value = (topic: NoteTopic): unknown => {
    const note = notes.find((note) => note.topic === topic);
    return note === undefined ? undefined : JSON.parse(note.message);
  };
  const reasons = notes.filter(({ topic }) => topic !== "decoded" && topic !== "decision")
    .map(({ topic, message, place, at }) => {
      const where: Partial<LinePlace> = place === undefined ? {} : linePlace(host, place);
      return { topic, message, at, ...where };
    });
  const sum = (list: readonly { ms: number }[]) => list.reduce((ms, one) => ms + one.ms, 0);
  const uses = (used: Watched["files"]) =>
    [...groupBy(used, ({ path }) => path)].map(([path, calls]) => ({
      path,
      calls: [...new Set(calls.map(({ call }) => call))],
      isThere: calls.some(({ isThere }) => isThere),
      ms: sum(calls),
    }));
  const written = files.filter(({ call, isThere }) =>
    isWriting(call) && isThere && call !== "makeDirectory"
  );
  return {
    decoded: value("decoded"),
    reasons,
    read: uses(files.filter(({ call }) => !isWriting(call))),
    writes: uses(written),
    commands,
    cut: cuts(value("decision"), answer),
    answer,
    ms: { total, files: sum(files), commands: sum(commands) },
  };
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
    const length = from === to ? [] : [`${from.length} characters, ${to.length} fit`];
    // A notice is a sentence: what is longer is no notice.
    const ours = to.match(/\[skillhook: [^\]]{0,287}\]/g) ?? [];
    const others = to.match(/… \([^)]{0,296}\)/g) ?? [];
    return [...length, ...ours, ...others].map((what) => `${name}: ${what}`);
  });
}

/** The file with the first line that begins (blanks, dashes and quotation marks aside) with the word. */
function linePlace(host: Host, { path, word }: NotePlace): LinePlace {
  if (word === undefined) return { path };
  const lines = (attempt(() => host.readText(path)) ?? "").split("\n");
  const at = lines.findIndex((line) => {
    const begin = line.replace(/^[ \t"'-]+/, "");
    return begin.startsWith(word) && !(/\w/.test(begin[word.length] ?? "") && /\w$/.test(word));
  });
  return at < 0 ? { path } : { path, line: at + 1 };
}

export interface EventHead {
  /** Empty when the input was none. */
  readonly event: string;
  readonly row?: { readonly summary: string; readonly deadline_ms: number } | undefined;
  readonly wired: readonly (LinePlace & { readonly timeout_s: number | undefined })[];
}

export function explanationText(head: EventHead, explanation: Explanation): string {
  const { decoded, reasons, read, writes, commands, cut, answer, ms } = explanation;
  const { row } = head;
  const what = row === undefined ? "" : `${row.summary} (at most ${row.deadline_ms / 1000} s)`;
  const wired = head.wired.map(({ timeout_s, ...place }) =>
    `${placeText(place)}${timeout_s === undefined ? "" : `  (${timeout_s} s)`}`
  );
  const why = reasons.map(({ topic, message, at, path, line }) => {
    const place = path === undefined ? "" : `  (${placeText({ path, line })})`;
    return `${topic.padEnd(8)} ${message}${place}  +${time(at)}`;
  });
  const ran = commands.map(({ line, ended, code, ms }) =>
    `${short(line)}  ${ended} ${code}, ${time(ms)}`
  );
  const rest = time(Math.max(0, ms.total - ms.files - ms.commands));
  const spent = `files ${time(ms.files)}, commands ${time(ms.commands)}, the rest ${rest}`;
  const rows: [name: string, value: string | readonly string[], nothing?: string][] = [
    ["event", head.event, "(none)"],
    ["row", what, "none: skillhook answers this event with silence"],
    ["wired", wired, "nowhere: see skillhook doctor"],
    ["decoded", decoded === undefined ? "" : short(JSON.stringify(decoded)), "nothing"],
    ["why", why, "the handler gave no reason"],
    ["read", fileLines(read), "nothing"],
    ["written", fileLines(writes), "nothing"],
    ["commands", ran, "none"],
    ["cut", cut, "nothing"],
    ["answer", answer.stdout.trimEnd(), "silence"],
    ["stderr", answer.stderr === "" ? [] : answer.stderr.trimEnd().split("\n")],
    ["exit", String(answer.code)],
    ["time", `${time(ms.total)}: ${spent}`],
  ];
  return rows.flatMap(([name, value, nothing = []]) =>
    [value.length > 0 ? value : nothing].flat()
      .map((line, index) => `${(index === 0 ? name : "").padEnd(9)} ${line}`)
  ).join("\n");
}

function placeText({ path, line }: LinePlace): string {
  return line === undefined ? path : `${path}:${line}`;
}

const MAX_FILES = 12;

function fileLines(files: Explanation["read"]): string[] {
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
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}
