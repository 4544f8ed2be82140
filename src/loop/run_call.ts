/** One call of a tool: asked of hooks and rules, run, and told to hooks again. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { type Block, type LoopEvent, textBlock, type ToolCall, whereOf } from "./events.ts";
import { blockingErrors, type Fired, fireHooks, notice } from "./fire_hooks.ts";
import { deniedText, parse, ruleOn, ungrantedText } from "./permission.ts";
import { outputText } from "./declared_tool.ts";
import type { Session, Thread, Tool, ToolRun } from "./session.ts";

export interface CallOutcome {
  readonly blocks: readonly Block[];
  /** What hooks tell the model behind the results. */
  readonly told: readonly string[];
  /** The turn goes no further, in the agent's word. */
  readonly ends?: "hook_stopped" | "tool_deferred" | "aborted_tools" | undefined;
}

const INTERRUPTED =
  "The user doesn't want to proceed with this tool use. STOP what you are doing and wait for the " +
  "user to tell you how to proceed.";

export async function* runCall(
  session: Session,
  thread: Thread,
  call: ToolCall,
): AsyncGenerator<LoopEvent, CallOutcome> {
  const tool = session.tools.find(({ name }) => name === call.name);
  const flaw = tool === undefined
    ? `Error: No such tool available: ${call.name}`
    : tool.flaw?.(call.input);
  if (tool === undefined || flaw !== undefined) {
    return yield* failed(session, thread, call, `<tool_use_error>${flaw}</tool_use_error>`);
  }
  const own = { tool_name: call.name, tool_input: call.input, tool_use_id: call.id };
  const asked = yield* fireHooks(session, "PreToolUse", own, thread);
  const { merged, contexts: told } = asked;
  const isStopped = merged.stop !== undefined;
  if (merged.behavior === "defer") return { blocks: [], told, ends: "tool_deferred" };
  const changed = withInput(call, merged.updates.updatedInput);
  const verdict = yield* permit(session, thread, tool, changed, asked);
  if ("reason" in verdict) {
    session.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input });
    const denied = { type: "system", subtype: "permission_denied" } as const;
    const fields = { tool_name: call.name, tool_use_id: call.id, message: verdict.reason };
    if (!verdict.isHooks) yield { ...denied, ...fields };
    const text = verdict.interrupts ? INTERRUPTED : verdict.reason;
    const outcome = yield* failed(session, thread, call, text, told);
    const ends = verdict.interrupts ? "aborted_tools" : isStopped ? "hook_stopped" : undefined;
    return { ...outcome, ends };
  }
  const begun = session.host.monotonic();
  const run = yield* tool.run(session, thread, verdict.call);
  const durationMs = Math.round(session.host.monotonic() - begun);
  const after = yield* tellHooks(session, thread, verdict.call, run, durationMs);
  const output = after.merged.updates.updatedToolOutput ??
    after.merged.updates.updatedMCPToolOutput;
  const text = run.isError || output === undefined ? run.text : outputText(output);
  const response = run.isError || output === undefined ? run.response : output;
  const blocks = yield* shown(session, thread, call, { ...run, text, response });
  const ends = isStopped || after.merged.stop !== undefined ? "hook_stopped" : undefined;
  return { blocks, told: [...told, ...blockingErrors(after), ...after.contexts], ends };
}

type Verdict =
  | { readonly call: ToolCall }
  | {
    readonly reason: string;
    readonly interrupts: boolean;
    /** `PreToolUse` said so, whose words are the result. */
    readonly isHooks: boolean;
  };

/** A rule that denies or asks is not overruled by a hook that allows. */
async function* permit(
  session: Session,
  thread: Thread,
  tool: Tool,
  call: ToolCall,
  { merged }: Fired,
): AsyncGenerator<LoopEvent, Verdict> {
  const refuse = (reason: string, isHooks = false): Verdict => {
    return { reason, interrupts: false, isHooks };
  };
  const { behavior, reason } = merged;
  if (behavior === "deny") {
    return refuse(`Hook blocked tool execution: ${reason}`, true);
  }
  const isFree = tool.isFree(session.host, call.input);
  const rule = ruleOn(session.permissions, call, isFree);
  if (rule === "deny") return refuse(deniedText(call.name, call.input));
  // Nobody is there to be asked, and a hook that wants to ask a person is not asked itself.
  if (behavior === "ask") return refuse(reason || ungrantedText(call.name));
  if (rule === "allow" || behavior === "allow" && rule === "none") return { call };
  const asked = yield* fireHooks(session, "PermissionRequest", permissionFields(call), thread);
  const { updates } = asked.merged;
  if (asked.merged.behavior === "allow") {
    grant(session, updates.updatedPermissions);
    return { call: withInput(call, updates.updatedInput) };
  }
  if (asked.merged.behavior !== "deny") return refuse(ungrantedText(call.name));
  return { reason: asked.merged.reason, interrupts: updates.interrupt === true, isHooks: false };
}

/** With what a hook may hand back to have no more such questions. */
function permissionFields({ name, input }: ToolCall): Fields {
  const rule = { type: "addRules", rules: [{ toolName: name }], behavior: "allow" };
  const permission_suggestions = [{ ...rule, destination: "session" }];
  return { tool_name: name, tool_input: input, permission_suggestions };
}

/** Rules that a hook adds for the rest of the session. */
function grant({ permissions }: Session, updates: unknown): void {
  for (const update of Array.isArray(updates) ? updates.filter(isFields) : []) {
    if (update.type !== "addRules" || !Array.isArray(update.rules)) continue;
    const { behavior: word } = update;
    if (word !== "allow" && word !== "deny" && word !== "ask") continue;
    const rules = update.rules.filter(isFields).map(({ toolName, ruleContent }) =>
      ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`
    );
    permissions[word].push(...parse(rules));
  }
}

function withInput(call: ToolCall, input: unknown): ToolCall {
  return isFields(input) ? { ...call, input } : call;
}

async function* tellHooks(
  session: Session,
  thread: Thread,
  { name, input, id }: ToolCall,
  { isError, text, response }: ToolRun,
  durationMs: number,
): AsyncGenerator<LoopEvent, Fired> {
  const own = { tool_name: name, tool_input: input };
  const [event, more]: [string, Fields] = isError
    ? ["PostToolUseFailure", { tool_use_id: id, error: text, is_interrupt: false }]
    : ["PostToolUse", { tool_response: response, tool_use_id: id }];
  return yield* fireHooks(session, event, { ...own, ...more, duration_ms: durationMs }, thread);
}

async function* failed(
  session: Session,
  thread: Thread,
  call: ToolCall,
  text: string,
  told: readonly string[] = [],
): AsyncGenerator<LoopEvent, CallOutcome> {
  const response = `Error: ${text.replace(/^<tool_use_error>(.*)<\/tool_use_error>$/s, "$1")}`;
  const blocks = yield* shown(session, thread, call, { text, isError: true, response });
  return { blocks, told };
}

/** The result as the model reads it, and as the outputs do. */
async function* shown(
  session: Session,
  thread: Thread,
  call: ToolCall,
  { text, isError, response, more = [] }: ToolRun,
): AsyncGenerator<LoopEvent, Block[]> {
  const error = isError ? { is_error: true } as const : {};
  const result: Block = { type: "tool_result", tool_use_id: call.id, content: text, ...error };
  yield* said(session, thread, result, { tool_use_result: response });
  const texts = more.map(textBlock);
  for (const block of texts) yield* said(session, thread, block, { isSynthetic: true });
  return [result, ...texts];
}

/**
 * What the model is shown as the user's; in the main conversation each counts as a turn, as the agent counts.
 *
 * @param more Says what it is besides the user's word.
 */
export async function* said(
  session: Session,
  { agent }: Thread,
  block: Block,
  more: Fields,
): AsyncGenerator<LoopEvent, void> {
  if (agent === undefined) session.turns++;
  const message = { role: "user", content: [block] } as const;
  yield { type: "user", message, ...whereOf(agent), ...more };
}

/** All calls of one turn, one after the other, and the hooks that look at them together. */
export async function* runBatch(
  session: Session,
  thread: Thread,
  calls: readonly ToolCall[],
): AsyncGenerator<LoopEvent, CallOutcome["ends"]> {
  const blocks: Block[] = [];
  const told: string[] = [];
  let ends: CallOutcome["ends"];
  for (const call of calls) {
    const outcome = yield* runCall(session, thread, call);
    blocks.push(...outcome.blocks);
    told.push(...outcome.told);
    ends ??= outcome.ends;
    // A hook that stops the turn lets the other calls happen; a person who breaks off does not.
    if (outcome.ends !== undefined && outcome.ends !== "hook_stopped") break;
  }
  if (ends !== undefined) {
    thread.messages.push({ role: "user", content: withResults(calls, blocks) });
    thread.told.push(...told);
    return ends;
  }
  const results = new Map(
    blocks.flatMap((block) =>
      block.type === "tool_result" ? [[block.tool_use_id, block.content] as const] : []
    ),
  );
  const tool_calls = calls.map(({ id, name, input }) => {
    return { tool_name: name, tool_input: input, tool_use_id: id, tool_response: results.get(id) };
  });
  const batch = yield* fireHooks(session, "PostToolBatch", { tool_calls }, thread);
  thread.messages.push({ role: "user", content: blocks });
  thread.told.push(...told, ...batch.contexts);
  const { behavior, stop, reason } = batch.merged;
  if (behavior !== "deny" && stop === undefined) return undefined;
  yield notice(`PostToolBatch: ${asString(stop) || reason}`, "warning");
  return "hook_stopped";
}

/** A conversation cannot go on from a call that has no result. */
function withResults(calls: readonly ToolCall[], blocks: readonly Block[]): Block[] {
  const done = new Set(blocks.map((block) => block.type === "tool_result" && block.tool_use_id));
  const missing = calls.filter(({ id }) => !done.has(id)).map(({ id }): Block => {
    return {
      type: "tool_result",
      tool_use_id: id,
      content: "The call was not made",
      is_error: true,
    };
  });
  return [...blocks, ...missing];
}
