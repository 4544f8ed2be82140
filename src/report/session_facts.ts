/** What happened in sessions, counted by cause from the lines of their transcripts. ADD A CAUSE: a list, who fills it, a row where lists are shown. */
import { oneLine } from "../base/fitted_text.ts";
import { asString, type Fields, isFields } from "../base/json_type.ts";

export interface Happening {
  readonly list: "skills" | "commands" | "failures" | "denials" | "reads" | "subagents" | "hooks";
  readonly cause: string;
  readonly said?: string;
  readonly ms: number;
  readonly tokens: number;
  readonly failed?: boolean;
}

export class SessionFacts {
  prompts = 0;
  toolCalls = 0;
  compactions = 0;
  interruptions = 0;
  readonly happenings: Happening[] = [];
  readonly tokens = { read: 0, cached: 0, written: 0, largest: 0 };
  readonly times: string[] = [];
  readonly #calls = new Map<string, { readonly tool: string; readonly input: Fields }>();
  /** An answer of the model's has a line for each of its blocks, and each says what all of it cost. */
  readonly #bills = new Map<string, Fields>();

  /** Unknown lines count for nothing; those from before `since`, in milliseconds, neither. */
  count(lines: readonly Fields[], since = -Infinity): void {
    let isLater = since === -Infinity;
    for (const line of lines) {
      const time = asString(line.timestamp) ?? "";
      const at = Date.parse(time);
      if (!Number.isNaN(at)) isLater = at >= since;
      if (!isLater) continue;
      if (!Number.isNaN(at)) this.times.push(time);
      this.#countLine(line);
    }
    for (const usage of this.#bills.values()) this.#bill(usage);
    this.#bills.clear();
  }

  #countLine(line: Fields): void {
    const { type, subtype, message, isMeta, isCompactSummary, attachment, hookInfos } = line;
    if (type === "system" && subtype === "compact_boundary") this.compactions++;
    const infos = subtype === "stop_hook_summary" && Array.isArray(hookInfos) ? hookInfos : [];
    for (const info of infos.filter(isFields)) this.#hook("Stop", info);
    if (type === "attachment" && isFields(attachment) && /^hook_/.test(String(attachment.type))) {
      const { hookEvent, durationMs, command } = attachment;
      // One that says neither is a part of another.
      const isWhole = durationMs !== undefined || command !== undefined;
      if (isWhole) this.#hook(asString(hookEvent) ?? "Hook", attachment);
    }
    if (!isFields(message) || isMeta === true || isCompactSummary === true) return;
    const { content, usage, id } = message;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    for (const block of Array.isArray(blocks) ? blocks.filter(isFields) : []) {
      if (type === "assistant") this.#countCall(block);
      else if (type === "user") this.#countSaid(block, line.toolUseResult);
    }
    const bill = asString(id) ?? `line ${this.#bills.size}`;
    if (type === "assistant" && isFields(usage)) this.#bills.set(bill, usage);
  }

  #countCall({ type, id, name, input }: Fields): void {
    if (type !== "tool_use") return;
    this.toolCalls++;
    const tool = oneLine(asString(name) ?? "unknown tool", 80);
    const fields = isFields(input) ? input : {};
    if (typeof id === "string") this.#calls.set(id, { tool, input: fields });
    const { skill, file_path: path, offset, limit } = fields;
    if (tool === "Skill" && typeof skill === "string") this.#add("skills", oneLine(skill, 80));
    if (tool !== "Read" || typeof path !== "string") return;
    const most = limit === undefined ? "" : `, at most ${limit}`;
    const part = offset === undefined && most === "" ? "" : ` (from line ${offset ?? 1}${most})`;
    this.#add("reads", oneLine(path, 160) + part);
  }

  #countSaid(block: Fields, result: unknown): void {
    const { type, text, tool_use_id: id, is_error: isError, content } = block;
    if (type === "text" && typeof text === "string") this.#countPrompt(text);
    if (type !== "tool_result") return;
    const { tool = "unknown tool", input = {} } = this.#calls.get(asString(id) ?? "") ?? {};
    const facts = isFields(result) ? result : {};
    if (/^(?:Agent|Task)$/.test(tool)) {
      const kind = oneLine(asString(input.subagent_type) ?? "general-purpose", 80);
      const [ms, tokens] = [facts.totalDurationMs, facts.totalTokens].map(numberOf);
      this.#add("subagents", kind, { ms: ms!, tokens: tokens!, failed: isError === true });
    }
    if (facts.interrupted === true) this.interruptions++;
    if (isError !== true) return;
    const said = typeof content === "string" ? content : textOf(content);
    const whose = WHOSE.find(([pattern]) => pattern.test(said))?.[1];
    const more = { said: oneLine(said, 160) };
    const line = asString(input.command);
    if (whose !== undefined) this.#add("denials", `${tool}, by ${whose}`, more);
    else if (line !== undefined) this.#add("commands", commandName(line), more);
    else this.#add("failures", tool, more);
  }

  #countPrompt(text: string): void {
    if (text.startsWith("[Request interrupted")) this.interruptions++;
    // The agent's own commands and notices are no prompts; they say so by how they begin.
    if (/^(?:<local-command|<task-notification|\[Request interrupted)/.test(text)) return;
    this.prompts++;
    // A typed skill says its message first, a command of the agent its name.
    const name = text.startsWith("<command-message>") ? COMMAND_REGEXP.exec(text)?.[1] : undefined;
    if (name !== undefined) this.#add("skills", oneLine(name, 80));
  }

  #hook(event: string, { command, durationMs, exitCode, type }: Fields): void {
    const name = `${event}: ${oneLine(asString(command) ?? "unknown command", 80)}`;
    const failed = type === "hook_non_blocking_error" || exitCode !== undefined && exitCode !== 0;
    this.#add("hooks", name, { ms: numberOf(durationMs), failed });
  }

  #bill(usage: Fields): void {
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage;
    const cached = numberOf(cache_read_input_tokens);
    const all = cached + numberOf(input_tokens) + numberOf(cache_creation_input_tokens);
    this.tokens.read += all;
    this.tokens.cached += cached;
    this.tokens.written += numberOf(usage.output_tokens);
    this.tokens.largest = Math.max(this.tokens.largest, all);
  }

  #add(list: Happening["list"], cause: string, more: Partial<Happening> = {}): void {
    this.happenings.push({ list, cause, ms: 0, tokens: 0, ...more });
  }
}

const COMMAND_REGEXP = /<command-name>\/?([^<\n]{1,200})<\/command-name>/;

/** How a refusal begins → whose it was. */
const WHOSE: readonly (readonly [RegExp, string])[] = [
  [/^The user doesn't want to/, "you"],
  [/^\w+:\S+ hook (?:error|blocking error|stopped)|^Hook \S+ denied|denied by a? ?hook/, "a hook"],
  [
    /^Permission to use |^Claude requested permissions? |requires? approval|haven't granted it/,
    "permissions",
  ],
];

const MANY =
  /^(?:git|gh|npm|npx|pnpm|yarn|bun|bunx|deno|cargo|go|docker|kubectl|make|just|uv|pip3?|poetry|bundle|rake|dotnet|mvn|gradle|terraform|aws|gcloud|skillhook)$/;

/** `npm run test` of `cd x && CI=1 npm run test -- --all`. */
function commandName(line: string): string {
  const own = line.slice(0, 2_000).split(/&&|\n|;/).map((one) => one.trim())
    .find((one) => !/^(?:cd|export|set|source|\.)(?:\s|$)|^$|^#/.test(one)) ?? line;
  const words = own.split(/\s+/).filter((word) => !/^\w+=/.test(word));
  const [program = "", ...rest] = words.map((word) => word.slice(word.lastIndexOf("/") + 1));
  if (MANY.test(program)) {
    const plain = rest.findIndex((word) => !/^[\w:.@-]+$/.test(word) || word.startsWith("-"));
    const said = rest.slice(0, plain < 0 ? 2 : Math.min(plain, 2));
    return oneLine([program, ...said[0] === "run" ? said : said.slice(0, 1)].join(" "), 80);
  }
  const script = rest.find((word) => /\.\w{1,4}$/.test(word));
  const runs = /^(?:python|node|ruby|perl|php|bash|sh|zsh)/.test(program);
  return oneLine(runs && script ? `${program} ${script}` : program, 80);
}

function textOf(content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const texts = blocks.filter(isFields).map(({ text }) => asString(text) ?? "");
  return texts.join("\n") || JSON.stringify(content) || "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
