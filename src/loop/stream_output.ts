/** Events in the field names of the agent's own `stream-json`. */
import type { Fields } from "../base/json_type.ts";
import { VERSION } from "../version.ts";
import type { AgentMark, HookMark, LoopEvent } from "./events.ts";

/** `undefined`: the agent has no line for it. */
export function streamFields(event: LoopEvent): Fields | undefined {
  switch (event.kind) {
    case "init":
      return {
        ...system("init"),
        cwd: event.cwd,
        tools: event.tools,
        mcp_servers: [],
        model: event.model,
        permissionMode: event.mode,
        slash_commands: event.commands,
        apiKeySource: event.keySource,
        skillhook_version: VERSION,
        output_style: "default",
        agents: [],
        skills: event.skills,
        plugins: event.plugins,
      };
    case "prompt":
      return undefined;
    case "hook_started":
      return { ...system("hook_started"), ...hookFields(event.hook) };
    case "hook_response":
      return { ...system("hook_response"), ...hookFields(event.hook), ...answerFields(event) };
    case "notice":
      return { ...system("informational"), content: event.text, level: event.level };
    case "partial":
      return { type: "stream_event", event: event.event, ...parent(event.agent) };
    case "assistant": {
      const { id, model, block, usage, agent } = event;
      const common = { id, type: "message", role: "assistant", model, content: [block] };
      const message = { ...common, stop_reason: null, stop_sequence: null, usage: usageOf(usage) };
      return { type: "assistant", message, ...parent(agent) };
    }
    case "user":
      return {
        type: "user",
        message: { role: "user", content: [event.block] },
        ...parent(event.agent),
        ...event.response === undefined ? {} : { tool_use_result: event.response },
        ...event.isSynthetic ? { isSynthetic: true } : {},
      };
    case "denied":
      return {
        ...system("permission_denied"),
        tool_name: event.call.name,
        tool_use_id: event.call.id,
        message: event.reason,
      };
    case "compacted": {
      const metadata = { trigger: event.trigger, pre_tokens: event.before };
      return { ...system("compact_boundary"), compact_metadata: metadata };
    }
    case "result":
      return resultFields(event);
    default:
      return event satisfies never;
  }
}

export function resultFields(result: LoopEvent & { kind: "result" }): Fields {
  const { subtype, isError, text, turns, stopReason, terminal, usage, denials } = result;
  return {
    type: "result",
    subtype,
    is_error: isError,
    duration_ms: result.durationMs,
    duration_api_ms: result.modelMs,
    num_turns: turns,
    result: text,
    stop_reason: stopReason,
    terminal_reason: terminal,
    usage: usageOf(usage),
    permission_denials: denials.map(({ id, name, input }) => {
      return { tool_name: name, tool_use_id: id, tool_input: input };
    }),
  };
}

/** A hook in the one document of `json`. */
export function hookRow(event: LoopEvent & { kind: "hook_response" }): Fields {
  const { hook: { event: hook_event, name, action }, durationMs } = event;
  const { output: _, ...answer } = answerFields(event);
  const duration_ms = Math.round(durationMs);
  return { hook_event, hook_name: name, command: action, ...answer, duration_ms };
}

function system(subtype: string): Fields {
  return { type: "system", subtype };
}

function hookFields({ id, event, name }: HookMark): Fields {
  return { hook_id: id, hook_name: name, hook_event: event };
}

function answerFields(event: LoopEvent & { kind: "hook_response" }): Fields {
  const { stdout, stderr, code, outcome } = event;
  return { output: stdout + stderr, stdout, stderr, exit_code: code, outcome };
}

function parent(agent: AgentMark | undefined): Fields {
  if (agent === undefined) return { parent_tool_use_id: null };
  return { parent_tool_use_id: agent.callId, agent_id: agent.id, subagent_type: agent.type };
}

function usageOf(usage: Fields | { input_tokens: number; output_tokens: number }): Fields {
  return { ...usage, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
}
