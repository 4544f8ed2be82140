/** The Messages API, streamed: a plain POST, so that no other verb pays for a library. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import {
  type Block,
  type Message,
  type Model,
  ModelError,
  type ModelRequest,
  type Reply,
  textBlock,
} from "./events.ts";

const DEFAULT_URL = "https://api.anthropic.com";
const DEFAULT_MODEL = "claude-opus-5-5";
const VERSION = "2023-06-01";
const MAX_TOKENS = 32_000;
const DEADLINE_MS = 600_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Its access comes from the variables that the agent itself reads; `undefined`: none of them says how to get in. */
export function messagesModel(host: Host, named: string | undefined): Model | undefined {
  const [key, token] = [host.env("ANTHROPIC_API_KEY"), host.env("ANTHROPIC_AUTH_TOKEN")];
  if (key === undefined && token === undefined) return undefined;
  const url = (host.env("ANTHROPIC_BASE_URL") ?? DEFAULT_URL).replace(/\/$/, "");
  const model = named ?? host.env("ANTHROPIC_MODEL") ?? DEFAULT_MODEL;
  return {
    name: model,
    keySource: key === undefined ? "none" : "ANTHROPIC_API_KEY",
    async *ask(request) {
      const pieces = host.stream({
        url: `${url}/v1/messages`,
        headers: {
          "content-type": "application/json",
          "anthropic-version": VERSION,
          ...key === undefined ? {} : { "x-api-key": key },
          ...token === undefined ? {} : { authorization: `Bearer ${token}` },
        },
        body: JSON.stringify(bodyOf(request, model)),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_BYTES,
      });
      const draft = new ReplyDraft();
      const read = serverEvents();
      while (true) {
        const { done, value } = await pieces.next();
        for (const text of read(done ? "\n\n" : value)) {
          const event = parseJson(text);
          if (!isFields(event)) continue;
          draft.add(event);
          yield event;
        }
        if (done) return finished(draft, value);
      }
    },
  };
}

function finished(draft: ReplyDraft, result: Awaited<ReturnType<Host["post"]>>): Reply {
  if (result.kind !== "answered") {
    const why = result.kind === "unreachable" ? result.reason : result.kind;
    throw new ModelError(`Cannot reach the Messages API: ${why}`, "server_error");
  }
  const { status, text } = result;
  if (status !== 200 || draft.error !== undefined) throw apiError(status, draft.error ?? text);
  // A server that does not stream answers with the whole message.
  const whole = draft.isDone ? undefined : parseJson(text);
  if (isFields(whole)) draft.addWhole(whole);
  if (!draft.isDone) throw new ModelError("The Messages API broke off its answer", "server_error");
  return draft;
}

/** The agent's words for what a `StopFailure` hook is told. */
const KINDS: Readonly<Record<number, string>> = {
  401: "authentication_failed",
  402: "billing_error",
  403: "authentication_failed",
  404: "model_not_found",
  429: "rate_limit",
  529: "overloaded",
};

function apiError(status: number, body: unknown): ModelError {
  const value = typeof body === "string" ? parseJson(body) : body;
  const error = isFields(value) && isFields(value.error) ? value.error : value;
  const said = isFields(error) ? asString(error.message) : undefined;
  const text = said ?? (typeof body === "string" ? body.slice(0, 300) : "no reason given");
  const kind = KINDS[status] ??
    (status === 200 ? "overloaded" : status < 500 ? "unknown" : "server_error");
  return new ModelError(`API Error: ${status} ${text}`.trim(), kind);
}

function bodyOf({ system, messages, tools }: ModelRequest, model: string): Fields {
  return {
    model,
    max_tokens: MAX_TOKENS,
    system: system || undefined,
    messages: merged(messages),
    tools: tools.length === 0 ? undefined : tools,
    stream: true,
  };
}

/** Only `user` and `assistant` take turns there: what the host says is a reminder in the user's message. */
function merged(messages: readonly Message[]): Message[] {
  const result: { role: "user" | "assistant"; content: Block[] }[] = [];
  for (const { role, content } of messages) {
    const sent = role === "assistant" ? "assistant" : "user";
    const blocks = role !== "system"
      ? content
      : content.map((block) =>
        block.type === "text"
          ? textBlock(`<system-reminder>\n${block.text}\n</system-reminder>`)
          : block
      );
    const last = result.at(-1);
    if (last?.role === sent) last.content.push(...blocks);
    else result.push({ role: sent, content: [...blocks] });
  }
  return result;
}

/** A reply while its pieces come in. */
class ReplyDraft {
  id = "";
  readonly content: Block[] = [];
  readonly usage = { input_tokens: 0, output_tokens: 0 };
  stopReason = "";
  isDone = false;
  error: Fields | undefined;
  /** The block that is being written, and the JSON of a call's input so far. */
  #open: Fields = {};
  #json = "";

  /** Takes one event of the stream; kinds that we do not know are for others. */
  add(event: Fields): void {
    const part = (name: string) => isFields(event[name]) ? event[name] : {};
    switch (event.type) {
      case "message_start": {
        const { id, usage } = part("message");
        this.id = asString(id) ?? "";
        return this.#count(usage);
      }
      case "content_block_start":
        this.#open = part("content_block");
        this.#json = "";
        return;
      case "content_block_delta": {
        const { text, partial_json } = part("delta");
        if (typeof text === "string") {
          this.#open = { ...this.#open, text: `${this.#open.text ?? ""}${text}` };
        }
        this.#json += asString(partial_json) ?? "";
        return;
      }
      case "content_block_stop":
        return this.#close(
          this.#json === "" ? this.#open : { ...this.#open, input: inputOf(this.#json) },
        );
      case "message_delta":
        this.stopReason = asString(part("delta").stop_reason) ?? this.stopReason;
        return this.#count(event.usage);
      case "message_stop":
        this.isDone = true;
        return;
      case "error":
        this.error = part("error");
    }
  }

  /** Takes the message that a server sends which does not stream. */
  addWhole(message: Fields): void {
    this.add({ type: "message_start", message });
    for (const block of Array.isArray(message.content) ? message.content : []) this.#close(block);
    this.stopReason = asString(message.stop_reason) ?? "end_turn";
    this.isDone = message.type === "message";
  }

  /** Texts and calls; what else a model writes, such as its thoughts, is not for the loop. */
  #close(block: unknown): void {
    if (!isFields(block)) return;
    const { type, text, id, name, input } = block;
    if (type === "text" && typeof text === "string" && text !== "") {
      this.content.push({ type, text });
    }
    if (type !== "tool_use") return;
    const call = { id: String(id), name: String(name), input: isFields(input) ? input : {} };
    this.content.push({ type, ...call });
  }

  #count(said: unknown): void {
    if (!isFields(said)) return;
    for (const name of ["input_tokens", "output_tokens"] as const) {
      if (typeof said[name] === "number") this.usage[name] = said[name];
    }
  }
}

function inputOf(json: string): Fields {
  const input = parseJson(json);
  if (isFields(input)) return input;
  throw new ModelError("The Messages API sent a call whose input is no JSON object");
}

/** Server-sent events: give the reader pieces that are cut anywhere, get the data of the events that are whole now. */
export function serverEvents(): (piece: string) => string[] {
  let rest = "";
  let data: string[] = [];
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n/);
    // A carriage return at the end may be the half of a line's end: it stays with the rest.
    rest = lines.pop() ?? "";
    const found: string[] = [];
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      if (line !== "" || data.length === 0) continue;
      found.push(data.join("\n"));
      data = [];
    }
    return found;
  };
}
