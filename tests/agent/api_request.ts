/** A request as the model sees it: one readable text per message, so that a scenario can look for lines. */

/** One message of a conversation. */
export interface SentMessage {
  readonly role: string;
  /** Texts, tool calls as `Name({…})`, tool results as they are; one per line. */
  readonly text: string;
}

/** Part of what the agent asks when it compacts, after the last reply. */
const SUMMARY_WANTED = "Your task is to create a detailed summary of the conversation so far";

/** One request to the Messages API. */
export interface ApiRequest {
  /** Counted from 1, side calls included. */
  readonly number: number;
  readonly model: string;
  readonly stream: boolean;
  /** A turn of the conversation or of a subagent; a summary for a compaction; a title or the like. */
  readonly kind: "turn" | "summary" | "side";
  readonly messages: readonly SentMessage[];
  /** The descriptions of the tools and the system prompt. */
  readonly preamble: string;
}

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly system?: unknown;
  readonly tools?: readonly { readonly name?: string; readonly description?: string }[];
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

/**
 * Reads a request.
 *
 * @throws {SyntaxError} The body is no JSON.
 */
export function readRequest(number: number, text: string): ApiRequest {
  const body = JSON.parse(text) as Body;
  const tools = body.tools ?? [];
  const messages = (body.messages ?? []).map(({ role, content }) => ({
    role,
    text: flat(content),
  }));
  const lastReply = 1 + messages.findLastIndex(({ role }) => role === "assistant");
  return {
    number,
    model: body.model ?? "stand-in",
    stream: body.stream === true,
    kind: messages.slice(lastReply).some(({ text }) => text.includes(SUMMARY_WANTED))
      ? "summary"
      : tools.some(({ name }) => name === "Bash" || name === "Read")
      ? "turn"
      : "side",
    messages,
    preamble: [flat(body.system), ...tools.map((tool) => tool.description ?? "")].join("\n"),
  };
}

/** All messages from one on as one text. */
export function textOf(request: ApiRequest, from = 0): string {
  return request.messages.slice(from).map(({ text }) => text).join("\n");
}

function flat(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(flat).join("\n");
  if (typeof content !== "object" || content === null) return "";
  const block = content as Record<string, unknown>;
  switch (block.type) {
    case "text":
      return flat(block.text);
    case "tool_use":
      return `${block.name}(${JSON.stringify(block.input)})`;
    case "tool_result":
      return `${block.is_error === true ? "error" : "result"}: ${flat(block.content)}`;
    default:
      return `[${block.type}]`;
  }
}
