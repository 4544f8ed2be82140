/** An explanation for people: one block for each question. */
import type { Explanation, FileUse, LinePlace, Reason } from "./explanation.ts";

/** The event and how it gets here. */
export interface EventHead {
  /** Empty when the input was none. */
  readonly event: string;
  /** The row of the event table; absent: we do not answer this event. */
  readonly row?: {
    readonly summary: string;
    readonly deadline_ms: number;
  };
  /** Where the agent is told to send it to us. */
  readonly wired: readonly (LinePlace & { readonly timeout_s: number | undefined })[];
}

const MAX_SHOWN = 400;
const MAX_FILES = 12;

/** Lines, without a final line feed. */
export function explanationText(head: EventHead, explanation: Explanation): string {
  const { decoded, reasons, read, writes, commands, cut, answer, ms } = explanation;
  const rest = Math.max(0, ms.total - ms.files - ms.commands);
  const rows: [string, readonly string[]][] = [
    ["event", [head.event === "" ? "(none)" : head.event]],
    ["row", [rowText(head)]],
    [
      "wired",
      head.wired.length === 0 ? ["nowhere: see skillhook doctor"] : head.wired.map(wireText),
    ],
    ["decoded", decoded === undefined ? ["nothing"] : [short(JSON.stringify(decoded))]],
    ["why", reasons.length === 0 ? ["the handler gave no reason"] : reasons.map(reasonText)],
    ["read", fileLines(read)],
    ["written", writes.length === 0 ? ["nothing"] : fileLines(writes)],
    [
      "commands",
      commands.length === 0
        ? ["none"]
        : commands.map((command) =>
          `${short(command.line)}  ${command.ended} ${command.code}, ${time(command.ms)}`
        ),
    ],
    [
      "cut",
      cut.length === 0 ? ["nothing"] : cut,
    ],
    ["answer", answer.stdout === "" ? ["silence"] : [answer.stdout.trimEnd()]],
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
  const place = path === undefined
    ? ""
    : `  (${placeText({ path, ...line === undefined ? {} : { line } })})`;
  return `${topic.padEnd(8)} ${message}${place}  +${time(at)}`;
}

function placeText({ path, line }: LinePlace): string {
  return line === undefined ? path : `${path}:${line}`;
}

function fileLines(files: readonly FileUse[]): string[] {
  if (files.length === 0) return ["nothing"];
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
