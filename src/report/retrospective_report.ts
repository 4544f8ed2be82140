/** `skillhook report retrospective`: what happened in this session, for the skill run-retrospective. */
import { counted, oneLine } from "../base/fitted_text.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import type { ReportContext } from "./status_report.ts";
import { findTranscript, readTranscriptTail } from "./transcript.ts";

const MAX_SKILLS = 30;
const MAX_FAILURES = 10;

/** Markdown; it says when there is nothing to look at. */
export function retrospectiveReport(host: Host, context: ReportContext): string {
  const { projectDir, session, transcript } = context;
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
  const summary = summarize(tail.lines);
  const { prompts, toolCalls, compactions } = summary;
  return [
    `Transcript: ${oneLine(tail.path, 300)} (${part})`,
    `Time: ${timeText(summary)}`,
    `Prompts: ${prompts}, tool calls: ${toolCalls}, compactions: ${compactions}`,
    ...["", ...skillLines(summary)],
    ...["", ...failureLines(summary)],
  ].join("\n");
}

function timeText({ times }: Summary): string {
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined) return "not known";
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const hours = minutes < 60 ? "" : `${Math.floor(minutes / 60)} h `;
  const [start, end] = [from, to].map((time) => time.slice(0, 16).replace("T", " "));
  return `${start} to ${end} UTC, ${hours}${minutes % 60} min`;
}

function skillLines({ skills }: Summary): string[] {
  if (skills.size === 0) return ["Skills used: none"];
  const sorted = [...skills].sort(([, a], [, b]) => b - a).slice(0, MAX_SKILLS);
  return ["Skills used:", ...sorted.map(([name, count]) => `- ${name}: ${counted(count, "time")}`)];
}

function failureLines({ failures }: Summary): string[] {
  if (failures.size === 0) return ["Failed tool calls: none"];
  const sorted = [...failures].sort(([, a], [, b]) => b.count - a.count).slice(0, MAX_FAILURES);
  return [
    "Failed tool calls:",
    ...sorted.map(([tool, { count, last }]) =>
      `- ${tool}: ${counted(count, "time")}${last === "" ? "" : `, last: ${last}`}`
    ),
  ];
}

interface Summary {
  prompts: number;
  toolCalls: number;
  compactions: number;
  /** Skill → how often. */
  readonly skills: Map<string, number>;
  /** Tool → how often it failed, and what it said the last time. */
  readonly failures: Map<string, { readonly count: number; readonly last: string }>;
  /** Tool use → the tool. */
  readonly tools: Map<string, string>;
  /** ISO 8601, as the transcript has them. */
  readonly times: string[];
}

/** Unknown lines count for nothing. */
function summarize(lines: readonly Fields[]): Summary {
  const summary: Summary = {
    ...{ prompts: 0, toolCalls: 0, compactions: 0 },
    ...{ skills: new Map(), failures: new Map(), tools: new Map(), times: [] },
  };
  for (const { type, subtype, timestamp, message, isMeta } of lines) {
    const time = asString(timestamp);
    if (time !== undefined && !Number.isNaN(Date.parse(time))) summary.times.push(time);
    if (type === "system" && subtype === "compact_boundary") summary.compactions++;
    if (!isFields(message)) continue;
    const { content } = message;
    if (type === "user" && isMeta !== true && typeof content === "string") {
      countPrompt(content, summary);
    } else if (type === "assistant" || type === "user" && isMeta !== true) {
      const blocks: unknown[] = Array.isArray(content) ? content : [];
      for (const block of blocks.filter(isFields)) countBlock(block, summary);
    }
  }
  return summary;
}

const TYPED_SKILL = "<command-message>";
const COMMAND_REGEXP = /<command-name>\/?([^<\n]{1,200})<\/command-name>/;

function countPrompt(text: string, summary: Summary): void {
  // The agent's own commands are no skills; they say so by what follows.
  if (text.startsWith("<local-command")) return;
  summary.prompts++;
  // A typed skill says its message first, a command of the agent its name.
  const name = text.startsWith(TYPED_SKILL) ? COMMAND_REGEXP.exec(text)?.[1] : undefined;
  if (name !== undefined) add(summary.skills, oneLine(name, 80));
}

function countBlock(block: Fields, summary: Summary): void {
  const { type, text, is_error, id, name, input, tool_use_id, content } = block;
  if (type === "tool_use") {
    summary.toolCalls++;
    const tool = oneLine(asString(name) ?? "unknown tool", 80);
    if (typeof id === "string") summary.tools.set(id, tool);
    const skill = isFields(input) ? asString(input.skill) : undefined;
    if (tool === "Skill" && skill !== undefined) add(summary.skills, oneLine(skill, 80));
  } else if (type === "tool_result" && is_error === true) {
    const tool = summary.tools.get(asString(tool_use_id) ?? "") ?? "unknown tool";
    const said = typeof content === "string" ? content : JSON.stringify(content) ?? "";
    const count = (summary.failures.get(tool)?.count ?? 0) + 1;
    summary.failures.set(tool, { count, last: oneLine(said, 160) });
  } else if (type === "text" && typeof text === "string" && text.startsWith(TYPED_SKILL)) {
    // Text blocks of an assistant's line come this way too; only a typed skill can be told from them.
    countPrompt(text, summary);
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
