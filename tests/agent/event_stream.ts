/** One reply of the stand-in in the two forms of the Messages API: server-sent events, or one document. */
import type { ApiRequest } from "./api_request.ts";

/** A call of one of the agent's tools. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the model says in one turn. */
export interface Reply {
  readonly text?: string;
  readonly tools?: readonly ToolCall[];
  /** Tokens the request is said to have had; a large number makes the agent compact. */
  readonly inputTokens?: number;
}

/**
 * Answers a request.
 *
 * @param request What was asked; its number makes the ids unique.
 * @returns The response in the form the request wants.
 */
export function eventStream(request: ApiRequest, reply: Reply): Response {
  const content = contentOf(request, reply);
  const message = {
    id: `msg_${request.number}`,
    type: "message",
    role: "assistant",
    model: request.model,
    content,
    stop_reason: reply.tools === undefined ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: {
      input_tokens: reply.inputTokens ?? 1000,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
  if (!request.stream) return Response.json(message);
  const { stop_reason, stop_sequence, usage } = message;
  const events = [
    {
      type: "message_start",
      message: { ...message, content: [], stop_reason: null },
    },
    ...content.flatMap((block, index) => blockEvents(block, index)),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; input: unknown };

function contentOf(request: ApiRequest, reply: Reply): Block[] {
  const calls = (reply.tools ?? []).map(({ name, input }, index): Block => ({
    type: "tool_use",
    id: `toolu_${request.number}_${index}`,
    name,
    input,
  }));
  return reply.text === undefined ? calls : [{ type: "text", text: reply.text }, ...calls];
}

function blockEvents(block: Block, index: number) {
  const [empty, delta] = block.type === "text"
    ? [{ ...block, text: "" }, { type: "text_delta", text: block.text }]
    : [{ ...block, input: {} }, {
      type: "input_json_delta",
      partial_json: JSON.stringify(block.input),
    }];
  return [
    { type: "content_block_start", index, content_block: empty },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}
