/** What happens in a session, as values: the loop yields them, the outputs fold them, and neither knows the other. */
import type { Fields } from "../base/json_type.ts";

export type Block =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "tool_use" } & ToolCall)
  | {
    readonly type: "tool_result";
    readonly tool_use_id: string;
    readonly content: string;
    readonly is_error?: true;
  };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Fields;
}

/** `system`: what hooks and the host say in between. */
export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: readonly Block[];
}

/** The context that something happens in, when it is a subagent's. */
export interface AgentMark {
  readonly id: string;
  readonly type: string;
  /** The call that it answers. */
  readonly callId: string;
}

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

interface Where {
  readonly parent_tool_use_id: string | null;
  readonly agent_id?: string;
  readonly subagent_type?: string;
}

/** Whose conversation it is about, in the fields of an event. */
export function whereOf(agent: AgentMark | undefined): Where {
  if (agent === undefined) return { parent_tool_use_id: null };
  return { parent_tool_use_id: agent.callId, agent_id: agent.id, subagent_type: agent.type };
}

export interface HookFields {
  readonly hook_id: string;
  /** With what its matcher looked at: `PreToolUse:Bash`. */
  readonly hook_name: string;
  readonly hook_event: string;
  /** The command, prompt or address. */
  readonly command: string;
}

type System<Subtype extends string, More> =
  & { readonly type: "system"; readonly subtype: Subtype }
  & More;

export type HookResponse = System<
  "hook_response",
  HookFields & {
    readonly stdout: string;
    readonly stderr: string;
    readonly output: string;
    readonly exit_code: number | undefined;
    readonly outcome: "success" | "error" | "cancelled";
    readonly duration_ms: number;
  }
>;

export interface ResultEvent {
  readonly type: "result";
  readonly subtype: "success" | "error_during_execution" | "error_max_turns";
  readonly is_error: boolean;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  readonly num_turns: number;
  /** The last thing said, or why there is none. */
  readonly result: string;
  readonly stop_reason: string | null;
  readonly terminal_reason: string;
  readonly usage: Usage & Fields;
  readonly permission_denials: readonly Fields[];
}

/** In the field names of the agent's own `stream-json`; but for `prompt`, which it has no line for. */
export type LoopEvent =
  | System<"init", Fields>
  | { readonly type: "prompt"; readonly text: string }
  | System<"hook_started", HookFields>
  | HookResponse
  /** For the user: a hook's message, or why something did not go on. */
  | System<
    "informational",
    { readonly content: string; readonly level: "notice" | "warning" }
  >
  /** A piece of an answer that is still coming, in the words of the Messages API. */
  | Where & { readonly type: "stream_event"; readonly event: Fields }
  | Where & { readonly type: "assistant" | "user"; readonly message: Message & Fields }
  | System<
    "permission_denied",
    { readonly tool_name: string; readonly tool_use_id: string; readonly message: string }
  >
  | System<"compact_boundary", { readonly compact_metadata: Fields }>
  | ResultEvent;

export function textBlock(text: string): Block {
  return { type: "text", text };
}

/** All that is said in a message, one block a line, as a person or an `expect` reads it. */
export function messageText({ content }: Message): string {
  return content.map((block) => {
    if (block.type === "text") return block.text;
    if (block.type === "tool_use") return `${block.name}(${JSON.stringify(block.input)})`;
    return `${block.is_error ? "error" : "result"}: ${block.content}`;
  }).join("\n");
}
