/** What happened in a session: skills used, failures, compactions, time. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { oneLine } from "../base/fitted_text.ts";

/** A session in numbers. */
export interface SessionSummary {
  readonly prompts: number;
  readonly toolCalls: number;
  /** Skill → how often. */
  readonly skills: ReadonlyMap<string, number>;
  /** Tool → how often it failed, and what it said the last time. */
  readonly failures: ReadonlyMap<string, { readonly count: number; readonly last: string }>;
  readonly compactions: number;
  /** ISO 8601, as the transcript has it. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface Counts {
  prompts: number;
  toolCalls: number;
  compactions: number;
  readonly skills: Map<string, number>;
  readonly failures: Map<string, { count: number; last: string }>;
  /** Tool use → the tool. */
  readonly tools: Map<string, string>;
}

const COMMAND_REGEXP = /<command-name>\/?([^<\n]{1,200})<\/command-name>/;
/** The agent's own commands are no skills; they say so by what follows. */
const BUILT_IN_MARK = "<local-command";

/**
 * @param lines Lines of a transcript, in order.
 * @returns The summary; unknown lines count for nothing.
 */
export function summarizeTranscript(lines: readonly Fields[]): SessionSummary {
  const counts: Counts = {
    prompts: 0,
    toolCalls: 0,
    compactions: 0,
    skills: new Map(),
    failures: new Map(),
    tools: new Map(),
  };
  const times: string[] = [];
  for (const line of lines) {
    const time = asString(line.timestamp);
    if (time !== undefined && !Number.isNaN(Date.parse(time))) times.push(time);
    if (line.type === "system" && line.subtype === "compact_boundary") counts.compactions++;
    if (!isFields(line.message)) continue;
    if (line.type === "assistant") countBlocks(line.message.content, counts);
    if (line.type === "user" && line.isMeta !== true) countUser(line.message.content, counts);
  }
  const { tools: _tools, ...summary } = counts;
  return { ...summary, from: times[0], to: times.at(-1) };
}

function countUser(content: unknown, counts: Counts): void {
  if (typeof content === "string") countPrompt(content, counts);
  else countBlocks(content, counts);
}

function countPrompt(text: string, counts: Counts): void {
  if (text.startsWith(BUILT_IN_MARK)) return;
  counts.prompts++;
  // A typed skill says its message first, a command of the agent its name.
  const name = text.startsWith("<command-message>") ? COMMAND_REGEXP.exec(text)?.[1] : undefined;
  if (name !== undefined) add(counts.skills, oneLine(name, 80));
}

function countBlocks(content: unknown, counts: Counts): void {
  for (const block of Array.isArray(content) ? content : []) {
    if (!isFields(block)) continue;
    if (block.type === "tool_use") countTool(block, counts);
    else if (block.type === "tool_result" && block.is_error === true) countFailure(block, counts);
    else if (block.type === "text" && typeof block.text === "string" && isPrompt(block.text)) {
      countPrompt(block.text, counts);
    }
  }
}

/** Text blocks of an assistant's line come this way too; only a typed skill can be told from them. */
function isPrompt(text: string): boolean {
  return text.startsWith("<command-message>");
}

function countTool(block: Fields, counts: Counts): void {
  counts.toolCalls++;
  const tool = oneLine(asString(block.name) ?? "unknown tool", 80);
  const id = asString(block.id);
  if (id !== undefined) counts.tools.set(id, tool);
  const skill = isFields(block.input) ? asString(block.input.skill) : undefined;
  if (tool === "Skill" && skill !== undefined) add(counts.skills, oneLine(skill, 80));
}

function countFailure(block: Fields, counts: Counts): void {
  const tool = counts.tools.get(asString(block.tool_use_id) ?? "") ?? "unknown tool";
  const said = typeof block.content === "string" ? block.content : JSON.stringify(block.content);
  const count = (counts.failures.get(tool)?.count ?? 0) + 1;
  counts.failures.set(tool, { count, last: oneLine(said ?? "", 160) });
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
