/** The calls of one turn: each asked of hooks and rules, run, and told to hooks again. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import type { Merged } from "../hooks/effect.ts";
import { type Block, type Telling, textBlock, type ToolCall, whereOf } from "./events.ts";
import { blockingErrors, fireHooks, notice } from "./fire_hooks.ts";
import { parse, ruleOn } from "./permission.ts";
import { outputText } from "./declared_tool.ts";
import type { Session, Thread, Tool, ToolRun } from "./session.ts";

interface Batch {
  readonly blocks: Block[];
  /** Texts by call. */
  readonly results: Map<string, string>;
  /** What hooks tell the model behind them. */
  readonly told: string[];
}

/** The turn goes no further, in the agent's word. */
type TurnEnd = "hook_stopped" | "tool_deferred" | "aborted_tools" | undefined;

const INTERRUPTED =
  "The user doesn't want to proceed with this tool use. STOP what you are doing and wait for the " +
  "user to tell you how to proceed.";

export async function* runBatch(thread: Thread, calls: readonly ToolCall[]): Telling<TurnEnd> {
  const batch: Batch = { blocks: [], results: new Map(), told: [] };
  const { blocks, results, told } = batch;
  let ends: TurnEnd;
  for (const call of calls) {
    const end = yield* runCall(thread, call, batch);
    ends ??= end;
    // A hook that stops the turn lets the other calls happen; a person who breaks off does not.
    if (end !== undefined && end !== "hook_stopped") break;
  }
  if (ends !== undefined) {
    // A conversation cannot go on from a call that has no result.
    const missing = calls.filter(({ id }) => !results.has(id))
      .map(({ id }) => toResult(id, "The call was not made", true));
    thread.messages.push({ role: "user", content: [...blocks, ...missing] });
    thread.told.push(...told);
    return ends;
  }
  const tool_calls = calls.map((call) => {
    return { ...callFields(call), tool_response: results.get(call.id) };
  });
  const heard = yield* fireHooks(thread, "PostToolBatch", { tool_calls });
  thread.messages.push({ role: "user", content: blocks });
  thread.told.push(...told, ...heard.contexts);
  const { behavior, stop, reason } = heard.merged;
  if (behavior !== "deny" && stop === undefined) return undefined;
  yield notice(`PostToolBatch: ${stop || reason}`, "warning");
  return "hook_stopped";
}

async function* runCall(thread: Thread, call: ToolCall, batch: Batch): Telling<TurnEnd> {
  const { host, tools, denials } = thread.session;
  const tool = tools.find(({ name }) => name === call.name);
  const flaw = tool === undefined
    ? `Error: No such tool available: ${call.name}`
    : tool.flaw?.(call.input);
  const fail = (text: string, said = text) =>
    showResult(thread, call, { text, isError: true, response: `Error: ${said}` }, batch);
  if (tool === undefined || flaw !== undefined) {
    yield* fail(`<tool_use_error>${flaw}</tool_use_error>`, flaw);
    return undefined;
  }
  const { merged, contexts } = yield* fireHooks(thread, "PreToolUse", callFields(call));
  batch.told.push(...contexts);
  if (merged.behavior === "defer") return "tool_deferred";
  const stopped = merged.stop === undefined ? undefined : "hook_stopped";
  const isHooks = merged.behavior === "deny";
  const verdict: Verdict = isHooks
    ? { reason: `Hook blocked tool execution: ${merged.reason}` }
    : yield* permit(thread, tool, withInput(call, merged.updates.updatedInput), merged);
  if ("reason" in verdict) {
    const { reason, interrupts = false } = verdict;
    const denied = { tool_name: call.name, tool_use_id: call.id };
    denials.push({ ...denied, tool_input: call.input });
    if (!isHooks) {
      yield { type: "system", subtype: "permission_denied", ...denied, message: reason };
    }
    yield* fail(interrupts ? INTERRUPTED : reason);
    return interrupts ? "aborted_tools" : stopped;
  }
  const begun = host.monotonic();
  const run = yield* tool.run(thread, verdict.call);
  const duration_ms = Math.round(host.monotonic() - begun);
  const { tool_use_id, ...own } = callFields(verdict.call);
  const after = run.isError
    ? { tool_use_id, error: run.text, is_interrupt: false, duration_ms }
    : { tool_response: run.response, tool_use_id, duration_ms };
  const event = run.isError ? "PostToolUseFailure" : "PostToolUse";
  const heard = yield* fireHooks(thread, event, { ...own, ...after });
  const { updatedToolOutput, updatedMCPToolOutput } = heard.merged.updates;
  const output = run.isError ? undefined : updatedToolOutput ?? updatedMCPToolOutput;
  const shown = output === undefined ? run : { ...run, text: outputText(output), response: output };
  yield* showResult(thread, call, shown, batch);
  batch.told.push(...blockingErrors(heard), ...heard.contexts);
  return heard.merged.stop === undefined ? stopped : "hook_stopped";
}

type Verdict =
  | { readonly call: ToolCall }
  | { readonly reason: string; readonly interrupts?: boolean };

/** A rule that denies or asks is not overruled by a hook that allows. */
async function* permit(
  thread: Thread,
  tool: Tool,
  call: ToolCall,
  { behavior, reason }: Merged,
): Telling<Verdict> {
  const { session } = thread;
  const rule = ruleOn(session.permissions, call, tool.isFree(session.host, call.input));
  // Refusals are in the agent's words, so that a model reads here what it reads there.
  if (rule === "deny") {
    const line = asString(call.input.command);
    const what = line === undefined ? "" : ` with command ${line}`;
    return { reason: `Permission to use ${call.name}${what} has been denied.` };
  }
  const ungranted =
    `Claude requested permissions to use ${call.name}, but you haven't granted it yet.`;
  // There is no user to be asked, and a hook that wants to ask one is not asked itself.
  if (behavior === "ask") return { reason: reason || ungranted };
  if (rule === "allow" || behavior === "allow" && rule === "none") return { call };
  const { tool_use_id: _, ...own } = callFields(call);
  // With what a hook may hand back to have no more such questions.
  const added = { type: "addRules", rules: [{ toolName: call.name }], behavior: "allow" };
  const permission_suggestions = [{ ...added, destination: "session" }];
  const asked = yield* fireHooks(thread, "PermissionRequest", { ...own, permission_suggestions });
  const { updatedInput, updatedPermissions, interrupt } = asked.merged.updates;
  if (asked.merged.behavior === "allow") {
    grant(session, updatedPermissions);
    return { call: withInput(call, updatedInput) };
  }
  if (asked.merged.behavior !== "deny") return { reason: ungranted };
  return { reason: asked.merged.reason, interrupts: interrupt === true };
}

/** Rules that a hook adds for the rest of the session. */
function grant({ permissions }: Session, updates: unknown): void {
  for (const update of Array.isArray(updates) ? updates.filter(isFields) : []) {
    const { type, rules, behavior: word } = update;
    if (type !== "addRules" || !Array.isArray(rules)) continue;
    if (word !== "allow" && word !== "deny" && word !== "ask") continue;
    const texts = rules.filter(isFields).map(({ toolName, ruleContent }) =>
      ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`
    );
    permissions[word].push(...parse(texts));
  }
}

function callFields({ name, input, id }: ToolCall) {
  return { tool_name: name, tool_input: input, tool_use_id: id };
}

function withInput(call: ToolCall, input: unknown): ToolCall {
  return isFields(input) ? { ...call, input } : call;
}

function toResult(tool_use_id: string, content: string, isError: boolean): Block {
  return { type: "tool_result", tool_use_id, content, ...isError ? { is_error: true } : {} };
}

async function* showResult(
  thread: Thread,
  { id }: ToolCall,
  { text, isError, response, more = [] }: ToolRun,
  { blocks, results }: Batch,
): Telling<void> {
  results.set(id, text);
  const result = toResult(id, text, isError);
  yield* said(thread, result, { tool_use_result: response });
  const texts = more.map(textBlock);
  for (const block of texts) yield* said(thread, block, { isSynthetic: true });
  blocks.push(result, ...texts);
}

/** What the model is shown as the user's; in the main conversation each counts as a turn, as the agent counts. */
export async function* said(thread: Thread, block: Block, more: Fields): Telling<void> {
  if (thread.agent === undefined) thread.session.turns++;
  yield { type: "user", message: { role: "user", content: [block] }, ...whereOf(thread), ...more };
}
