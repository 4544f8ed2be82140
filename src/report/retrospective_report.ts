/** `skillhook report retrospective`: what happened in this session, for the skill run-retrospective. */
import type { Host } from "../host/host.ts";
import { counted } from "../base/counted.ts";
import { oneLine } from "../base/fitted_text.ts";
import { type SessionSummary, summarizeTranscript } from "./summarize_transcript.ts";
import { findTranscript, readTranscriptTail } from "./transcript.ts";

const MAX_FAILURES = 10;

/**
 * @param session The session, if known.
 * @param transcript Its transcript, if named.
 * @returns Markdown; it says when there is nothing to look at.
 */
export function retrospectiveReport(
  host: Host,
  projectDir: string,
  session: string | undefined,
  transcript: string | undefined,
): string {
  const path = transcript ??
    (session === undefined ? undefined : findTranscript(host, session, projectDir));
  const tail = path === undefined ? undefined : readTranscriptTail(host, path);
  if (tail === undefined) {
    const why = path !== undefined
      ? `"${oneLine(path, 300)}" cannot be read`
      : session === undefined
      ? "no session is named"
      : "the agent has not written one for this session";
    return `Transcript: none, ${why}`;
  }
  const part = tail.isCut ? "its last 2 MB; earlier parts are not counted" : "all of it";
  return [`Transcript: ${oneLine(tail.path, 300)} (${part})`, ...lines(tail.lines)].join("\n");
}

function lines(entries: Parameters<typeof summarizeTranscript>[0]): string[] {
  const summary = summarizeTranscript(entries);
  const { prompts, toolCalls, compactions } = summary;
  return [
    `Time: ${time(summary)}`,
    `Prompts: ${prompts}, tool calls: ${toolCalls}, compactions: ${compactions}`,
    "",
    ...skillLines(summary),
    "",
    ...failureLines(summary),
  ];
}

function time({ from, to }: SessionSummary): string {
  if (from === undefined || to === undefined) return "not known";
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const length = minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${from.slice(0, 16).replace("T", " ")} to ${
    to.slice(0, 16).replace("T", " ")
  } UTC, ${length}`;
}

function skillLines({ skills }: SessionSummary): string[] {
  if (skills.size === 0) return ["Skills used: none"];
  const sorted = [...skills].sort(([, a], [, b]) => b - a).slice(0, 30);
  return ["Skills used:", ...sorted.map(([name, count]) => `- ${name}: ${counted(count, "time")}`)];
}

function failureLines({ failures }: SessionSummary): string[] {
  if (failures.size === 0) return ["Failed tool calls: none"];
  const sorted = [...failures].sort(([, a], [, b]) => b.count - a.count).slice(0, MAX_FAILURES);
  return [
    "Failed tool calls:",
    ...sorted.map(([tool, { count, last }]) =>
      `- ${tool}: ${counted(count, "time")}${last === "" ? "" : `, last: ${last}`}`
    ),
  ];
}
