/** The calls of one turn: each asked of hooks and rules, run, and told to hooks again. */
import { type Fields, isFields } from "../base/json_type.ts";
import type { Merged } from "../hooks/effect.ts";
import { type Block, type Telling, textBlock, type ToolCall, whereOf } from "./events.ts";
import { blockingErrors, fireHooks, notice } from "./fire_hooks.ts";
import { deniedText, parse, ruleOn, ungrantedText } from "./permission.ts";
import { outputText } from "./declared_tool.ts";
import type { Session, Thread, Tool, ToolRun } from "./session.ts";

/** What has come of the calls so far: results, and what hooks tell the model behind them. */
interface Batch {
  readonly blocks: Block[];
  readonly told: string[];
}

/** The turn goes no further, in the agent's word. */
type TurnEnd = "hook_stopped" | "tool_deferred" | "aborted_tools" | undefined;

const INTERRUPTED =
  "The user doesn't want to proceed with this tool use. STOP what you are doing and wait for the " +
  "user to tell you how to proceed.";

/** All calls of one turn, one after the other, and the hooks that look at them together. */
export async function* runBatch(thread: Thread, calls: readonly ToolCall[]): Telling<TurnEnd> {
  const blocks: Block[] = [];
  const told: string[] = [];
  let ends: TurnEnd;
  for (const call of calls) {
    const end = yield* runCall(thread, call, { blocks, told });
    ends ??= end;
    // A hook that stops the turn lets the other calls happen; a person who breaks off does not.
    if (end !== undefined && end !== "hook_stopped") break;
  }
  const results = new Map(
    blocks.flatMap((block) =>
      block.type === "tool_result" ? [[block.tool_use_id, block.content] as const] : []
    ),
  );
  if (ends !== undefined) {
    // A conversation cannot go on from a call that has no result.
    const content = "The call was not made";
    const missing = calls.filter(({ id }) => !results.has(id))
      .map(({ id }) => toResult(id, content, true));
    thread.messages.push({ role: "user", content: [...blocks, ...missing] });
    thread.told.push(...told);
    return ends;
  }
  const tool_calls = calls.map((call) => {
    return { ...callFields(call), tool_response: results.get(call.id) };
  });
  const batch = yield* fireHooks(thread, "PostToolBatch", { tool_calls });
  thread.messages.push({ role: "user", content: blocks });
  thread.told.push(...told, ...batch.contexts);
  const { behavior, stop, reason } = batch.merged;
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
  const changed = withInput(call, merged.updates.updatedInput);
  const verdict = yield* permit(thread, tool, changed, merged);
  if ("reason" in verdict) {
    const { reason, interrupts = false, isHooks = false } = verdict;
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

/** `isHooks`: `PreToolUse` said so, whose words are the result. */
type Verdict =
  | { readonly call: ToolCall }
  | { readonly reason: string; readonly interrupts?: boolean; readonly isHooks?: boolean };

/** A rule that denies or asks is not overruled by a hook that allows. */
async function* permit(
  thread: Thread,
  tool: Tool,
  call: ToolCall,
  { behavior, reason }: Merged,
): Telling<Verdict> {
  const { session } = thread;
  if (behavior === "deny") {
    return { reason: `Hook blocked tool execution: ${reason}`, isHooks: true };
  }
  const rule = ruleOn(session.permissions, call, tool.isFree(session.host, call.input));
  if (rule === "deny") return { reason: deniedText(call) };
  const ungranted = ungrantedText(call.name);
  // Nobody is there to be asked, and a hook that wants to ask a person is not asked itself.
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
  const error = isError ? { is_error: true } as const : {};
  return { type: "tool_result", tool_use_id, content, ...error };
}

/** The result as the model reads it, and as the outputs do. */
async function* showResult(
  thread: Thread,
  { id }: ToolCall,
  { text, isError, response, more = [] }: ToolRun,
  { blocks }: Batch,
): Telling<void> {
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
