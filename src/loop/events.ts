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

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** The context that something happens in, when it is a subagent's. */
export interface AgentMark {
  readonly id: string;
  readonly type: string;
  /** The call that it answers. */
  readonly callId: string;
}

export interface HookMark {
  readonly id: string;
  readonly event: string;
  /** With what its matcher looked at: `PreToolUse:Bash`. */
  readonly name: string;
  /** The command, prompt or address. */
  readonly action: string;
}

export interface SessionResult {
  readonly subtype: "success" | "error_during_execution" | "error_max_turns";
  readonly isError: boolean;
  /** The last thing said, or why there is none. */
  readonly text: string;
  readonly turns: number;
  readonly stopReason: string | null;
  readonly terminal: string;
  readonly usage: Usage;
  readonly durationMs: number;
  readonly modelMs: number;
  readonly denials: readonly ToolCall[];
}

export type LoopEvent =
  | {
    readonly kind: "init";
    readonly cwd: string;
    readonly model: string;
    readonly tools: readonly string[];
    readonly mode: string;
    readonly commands: readonly string[];
    readonly skills: readonly string[];
    readonly plugins: readonly { readonly name: string; readonly path: string }[];
    readonly keySource: string;
  }
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "hook_started"; readonly hook: HookMark }
  | {
    readonly kind: "hook_response";
    readonly hook: HookMark;
    readonly stdout: string;
    readonly stderr: string;
    readonly code: number | undefined;
    readonly outcome: "success" | "error" | "cancelled";
    readonly durationMs: number;
  }
  /** For the user: a hook's message, or why something did not go on. */
  | { readonly kind: "notice"; readonly level: "notice" | "warning"; readonly text: string }
  /** A piece of an answer that is still coming, in the words of the Messages API. */
  | { readonly kind: "partial"; readonly event: Fields; readonly agent: AgentMark | undefined }
  | {
    readonly kind: "assistant";
    readonly id: string;
    readonly model: string;
    readonly block: Block;
    readonly usage: Usage;
    readonly agent: AgentMark | undefined;
  }
  | {
    readonly kind: "user";
    readonly block: Block;
    /** A tool's own answer, where the block holds the text of it. */
    readonly response: unknown;
    readonly isSynthetic: boolean;
    readonly agent: AgentMark | undefined;
  }
  | { readonly kind: "denied"; readonly call: ToolCall; readonly reason: string }
  | {
    readonly kind: "compacted";
    readonly trigger: "manual" | "auto";
    readonly before: number;
    readonly summary: string;
  }
  | ({ readonly kind: "result" } & SessionResult);

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
