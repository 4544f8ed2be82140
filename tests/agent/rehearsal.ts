/**
 * One session, played twice: by the real agent and by `skillhook play`, with the same hooks, the same model on loopback
 * and the same tools. What the hooks were told and what the model was shown is compared field by field.
 */
import type { ApiRequest } from "./api_request.ts";
import { is, Mismatch } from "./check.ts";
import type { Reply } from "./event_stream.ts";
import type { World } from "./world.ts";

/** A session to play. */
export interface Rehearsal {
  readonly prompts: readonly string[];
  readonly turns: readonly Reply[];
  /** By event: shell text that runs after the hook has kept what it was told. */
  readonly answers?: Readonly<Record<string, string>>;
  /** By event: handlers besides the one that keeps what it is told. */
  readonly more?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly allow?: string;
  readonly deny?: string;
}

type Fields = Record<string, unknown>;

const EVENTS = [
  ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit"],
  ...["UserPromptExpansion", "SessionStart", "SessionEnd", "Stop", "StopFailure"],
  ...["SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "PermissionRequest"],
];
/** The agent's shell, as far as the sessions need one. */
const SHELL = `sh -c "$(sed 's/.*"command":"\\([^"]*\\)".*/\\1/')"`;
const TOOLS = [{ name: "Bash", description: "A shell", command: SHELL }];

/** Plays it both ways, and compares. @throws {Mismatch} Something differs for no known reason. */
export async function rehearse(world: World, rehearsal: Rehearsal): Promise<void> {
  const theirs = await playWithAgent(world, rehearsal);
  const ours = await playWithUs(world, rehearsal);
  if (theirs.told.length < 3) {
    throw new Mismatch("expected: hooks of the agent that say what they were told");
  }
  is("order of hooks", ours.told.map(nameOf), theirs.told.map(nameOf));
  for (const [at, told] of theirs.told.entries()) {
    const what = `what hook ${at + 1}, ${nameOf(told)}, was told`;
    is(what, comparable(ours.told[at]), comparable(told));
  }
  is("what the model was shown", ours.shown, theirs.shown);
}

interface Came {
  readonly told: readonly Fields[];
  readonly shown: readonly (readonly string[])[];
}

function nameOf({ hook_event_name }: Fields): string {
  return String(hook_event_name);
}

function writeHooks(world: World, { answers = {}, more = {}, files = {} }: Rehearsal): void {
  for (const [path, text] of Object.entries(files)) world.write(path, text);
  const log = `${world.folder}/told.jsonl`;
  const hooks = Object.fromEntries(EVENTS.map((event) => {
    const command = `cat >> ${log}; ${answers[event] ?? ""}`;
    return [event, [{ hooks: [{ type: "command", command }, ...more[event] ?? []] }]];
  }));
  world.write("~/.claude/settings.json", JSON.stringify({ hooks }));
}

/** What hooks were told since, and a world as it was before. */
function takeTold(world: World): Fields[] {
  const path = `${world.folder}/told.jsonl`;
  const text = readIfThere(path);
  for (const file of [path, `${world.folder}/once`]) removeIfThere(file);
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

async function playWithAgent(world: World, rehearsal: Rehearsal): Promise<Came> {
  writeHooks(world, rehearsal);
  const { prompts, turns, allow, deny } = rehearsal;
  const first = world.api.requests.length;
  await world.run({
    ...{ prompts, turns, plugin: null },
    args: [
      ...allow === undefined ? [] : ["--allowedTools", allow],
      ...deny === undefined ? [] : ["--disallowedTools", deny],
    ],
  });
  return cameOf(world, first);
}

/** The same world, and the same server in the model's place. */
async function playWithUs(world: World, rehearsal: Rehearsal): Promise<Came> {
  writeHooks(world, rehearsal);
  const { prompts, turns, allow, deny } = rehearsal;
  const first = world.api.requests.length;
  world.api.say(turns);
  world.write("~/tools.json", JSON.stringify(TOOLS));
  await world.skillhook([
    ...["play", "--tools", `${world.home}/tools.json`, "--output-format", "stream-json"],
    ...allow === undefined ? [] : ["--allowed-tools", allow],
    ...deny === undefined ? [] : ["--disallowed-tools", deny],
    ...["--", ...prompts],
  ]);
  is("turns that play did not ask for", world.api.left(), 0);
  return cameOf(world, first);
}

function cameOf(world: World, first: number): Came {
  const requests = world.api.requests.slice(first).filter(({ kind }) => kind !== "side");
  return {
    told: takeTold(world),
    shown: requests.map((request, at) => news(request, requests[at - 1])),
  };
}

/** What a request shows that the one before it had not, as the comparison reads it. */
function news(request: ApiRequest, before: ApiRequest | undefined): string[] {
  if (request.kind === "summary") return ["(asked for a summary)"];
  const old = before?.messages ?? [];
  const same = request.messages.findIndex(({ text }, at) =>
    plainText(text) !== plainText(old[at]?.text ?? "")
  );
  const fresh = same < 0 ? [] : request.messages.slice(same);
  return fresh.map(({ text }) => plainText(text)).join("\n").split(/\n+/).filter((line) =>
    line !== ""
  );
}

/** What the agent puts before a subagent's report. */
const HAND_BACK =
  /\s*(?:<tools-used-before-summary>.*<\/tools-used-before-summary>\s*)?\[Subagent hand-back\].*\n\s*/g;

/**
 * What differs, and is put alike before it is compared: what the agent adds of its own, and what we word otherwise.
 * ADD A DIFFERENCE: a row, and one in docs/play.md.
 */
const REWORDED: readonly (readonly [RegExp, string])[] = [
  // Its own reminders: git, the environment, lists of skills, agents and tools, attribution, the date.
  [/<system-reminder>\nAs you answer the user's questions[^]*?<\/system-reminder>\n*/g, ""],
  [
    /^# Environment\n[^]*?(?=^(?:SessionStart|UserPromptSubmit|UserPromptExpansion)[ :]|$(?![^]))/gm,
    "",
  ],
  [/^Attribution for git commits[^]*?claude-code\)\n/gm, ""],
  [
    /^(?:The following deferred tools|Available agent types)[^]*?(?=\n\n|$(?![^]))/gm,
    "",
  ],
  [/^The following skills are available.*\n\n[^]*?(?=\n\n|$(?![^]))/gm, ""],
  [/^When you launch multiple agents.*$/gm, ""],
  [/^Today's date is .*$/gm, ""],
  [/<local-command-caveat>.*<\/local-command-caveat>/g, ""],
  // What it says of a summary and of a subagent's report besides the text.
  [HAND_BACK, " "],
  [/<tools-used-before-summary>.*<\/tools-used-before-summary>/g, ""],
  [/^If you need specific details from before compaction.*\n.*$/gm, ""],
  [/^agentId: .*(?:\n<usage>[^]*?<\/usage>)?/gm, ""],
  // We put what hosts say into the user's message, because not every model takes it elsewhere.
  [/<\/?system-reminder>/g, ""],
  [/PreToolUse:(\w+) hook error: (?:\[[^]*?\]: )?/g, "Hook blocked tool execution: "],
];

function plainText(text: string): string {
  const plain = REWORDED.reduce((text, [pattern, put]) => text.replaceAll(pattern, put), text);
  return plain.split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n");
}

/** Ids, times and paths. */
const VARYING: readonly string[] = [
  ...["session_id", "transcript_path", "agent_transcript_path", "prompt_id", "duration_ms"],
  ...["agent_id", "agentId", "tool_use_id"],
  // Which rules the agent proposes goes by the tool; ours proposes the tool itself.
  "permission_suggestions",
];
/** Of a subagent's result: the rest is the agent's own bookkeeping. */
const OF_AGENT: readonly string[] = [
  "status",
  "prompt",
  "agentId",
  "agentType",
  "totalToolUseCount",
];

function comparable(value: unknown, key = ""): unknown {
  if (VARYING.includes(key)) return "(varies)";
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) {
    // The agent gives some results as a list of texts.
    const texts = value.map((one) => one?.type === "text" ? plainText(one.text) : undefined);
    const isText = value.length > 0 && texts.every((text) => text !== undefined);
    return isText
      ? texts.filter((text) => text !== "").join("\n")
      : value.map((one) => comparable(one));
  }
  if (typeof value !== "object" || value === null) return value;
  const isAgent = key === "tool_response" && "agentType" in value;
  const rows = Object.entries(value).filter(([name]) => !isAgent || OF_AGENT.includes(name))
    .map(([name, one]) => [name, comparable(one, name)] as const);
  return Object.fromEntries(rows.sort(([a], [b]) => a < b ? -1 : 1));
}

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
