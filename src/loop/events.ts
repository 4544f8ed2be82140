/** What flows in a session, as values: a model is asked and answers, the loop yields events, the outputs fold them. */
import type { Fields } from "../base/json_type.ts";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Fields;
}

export type Block =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "tool_use" } & ToolCall)
  | {
    readonly type: "tool_result";
    readonly tool_use_id: string;
    readonly content: string;
    readonly is_error?: true;
  };

/** `system`: what hooks and the host say in between. */
export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: readonly Block[];
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Fields;
}

export interface ModelRequest {
  readonly purpose: "turn" | "summary";
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
}

export interface Reply {
  readonly id: string;
  readonly content: readonly Block[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly stopReason: string;
}

/** What answers in the model's place. ADD A MODEL: one file, and a branch in the verb that chooses. */
export interface Model {
  readonly name: string;
  /** Where its key comes from, in the agent's words; `none`. */
  readonly keySource: string;
  /** Yields the pieces of the answer, where they come one by one. @throws {ModelError} There is no answer. */
  ask(request: ModelRequest): AsyncGenerator<Fields, Reply>;
  /** What is wrong when the session is over, such as turns that were not asked for. */
  readonly left?: () => string | undefined;
}

export class ModelError extends Error {
  override readonly name = "ModelError";
  /** @param kind The agent's word for an error of the Messages API, which a `StopFailure` hook gets. */
  constructor(message: string, readonly kind?: string) {
    super(message);
  }
}

export interface AgentMark {
  readonly id: string;
  readonly type: string;
  readonly callId: string;
}

type Where = Readonly<ReturnType<typeof whereOf>>;

/** Whose conversation an event is about, in its fields. */
export function whereOf({ agent }: { readonly agent: AgentMark | undefined }) {
  if (agent === undefined) return { parent_tool_use_id: null };
  return { parent_tool_use_id: agent.callId, agent_id: agent.id, subagent_type: agent.type };
}

export interface HookFields {
  readonly hook_id: string;
  /** With what its matcher looked at: `PreToolUse:Bash`. */
  readonly hook_name: string;
  readonly hook_event: string;
  readonly command: string;
}

export interface ResultEvent {
  readonly type: "result";
  readonly subtype: "success" | "error_during_execution" | "error_max_turns";
  readonly is_error: boolean;
  readonly duration_ms: number;
  readonly duration_api_ms: number;
  readonly num_turns: number;
  readonly result: string;
  readonly stop_reason: string | null;
  readonly terminal_reason: string;
  readonly usage: Fields;
  readonly permission_denials: readonly Fields[];
}

type System<Subtype extends string, More> =
  & { readonly type: "system"; readonly subtype: Subtype }
  & Readonly<More>;

/** In the field names of the agent's own `stream-json`; but for `prompt`, which it has no line for. */
export type LoopEvent =
  | System<"init", Fields>
  | { readonly type: "prompt"; readonly text: string }
  | System<"hook_started", HookFields>
  | System<
    "hook_response",
    HookFields & {
      stdout: string;
      stderr: string;
      output: string;
      exit_code: number | undefined;
      outcome: "success" | "error" | "cancelled";
      duration_ms: number;
    }
  >
  /** For the user: a hook's message, or why something did not go on. */
  | System<"informational", { content: string; level: "notice" | "warning" }>
  /** A piece of an answer that is still coming, in the words of the Messages API. */
  | Where & { readonly type: "stream_event"; readonly event: Fields }
  | Where & { readonly type: "assistant" | "user"; readonly message: Message & Fields }
  | System<"permission_denied", { tool_name: string; tool_use_id: string; message: string }>
  | System<"compact_boundary", { compact_metadata: Fields }>
  | ResultEvent;

export type Telling<Result> = AsyncGenerator<LoopEvent, Result>;

export function textBlock(text: string): Block {
  return { type: "text", text };
}

export function messageText({ content }: Message): string {
  return content.map((block) => {
    if (block.type === "text") return block.text;
    if (block.type === "tool_use") return `${block.name}(${JSON.stringify(block.input)})`;
    return `${block.is_error ? "error" : "result"}: ${block.content}`;
  }).join("\n");
}
