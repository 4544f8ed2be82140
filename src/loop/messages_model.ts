/** The Messages API, streamed: a plain POST, so that no other verb pays for a library. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { type Block, type Message, type Model, ModelError, textBlock } from "./events.ts";

/** Its access comes from the variables that the agent itself reads; `undefined`: none of them says how to get in. */
export function messagesModel(host: Host, named: string | undefined): Model | undefined {
  const [key, token] = [host.env("ANTHROPIC_API_KEY"), host.env("ANTHROPIC_AUTH_TOKEN")];
  if (key === undefined && token === undefined) return undefined;
  const url = (host.env("ANTHROPIC_BASE_URL") ?? "https://api.anthropic.com").replace(/\/$/, "");
  const model = named ?? host.env("ANTHROPIC_MODEL") ?? "claude-opus-5-5";
  return {
    name: model,
    keySource: key === undefined ? "none" : "ANTHROPIC_API_KEY",
    async *ask({ system, messages, tools }) {
      const pieces = host.stream({
        url: `${url}/v1/messages`,
        headers: {
          "content-type": "application/json",
          "anthropic-version": "2023-06-01",
          ...key === undefined ? {} : { "x-api-key": key },
          ...token === undefined ? {} : { authorization: `Bearer ${token}` },
        },
        body: JSON.stringify({
          model,
          max_tokens: 32_000,
          system: system || undefined,
          messages: merged(messages),
          tools: tools.length === 0 ? undefined : tools,
          stream: true,
        }),
        deadlineMs: 600_000,
        maxBytes: 64 * 1024 * 1024,
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

function finished(draft: ReplyDraft, result: Awaited<ReturnType<Host["post"]>>) {
  if (result.kind !== "answered") {
    const why = result.kind === "unreachable" ? result.reason : result.kind;
    throw new ModelError(`Cannot reach the Messages API: ${why}`, "server_error");
  }
  const { status, text } = result;
  if (status !== 200 || draft.error !== undefined) {
    const body = draft.error ?? parseJson(text);
    const error = isFields(body) && isFields(body.error) ? body.error : body;
    const said = isFields(error) ? asString(error.message) : undefined;
    const why = said ?? (draft.error ? "no reason given" : text.slice(0, 300));
    const kind = KINDS[status] ?? (status < 500 ? "unknown" : "server_error");
    throw new ModelError(`API Error: ${status} ${why}`.trim(), kind);
  }
  // A server that does not stream answers with the whole message.
  const whole = draft.isDone ? undefined : parseJson(text);
  if (isFields(whole)) draft.addWhole(whole);
  if (!draft.isDone) throw new ModelError("The Messages API broke off its answer", "server_error");
  const { id, content, usage, stopReason } = draft;
  return { id, content, usage, stopReason };
}

/** The agent's words for what a `StopFailure` hook is told. */
const KINDS: Readonly<Record<number, string>> = {
  200: "overloaded",
  401: "authentication_failed",
  402: "billing_error",
  403: "authentication_failed",
  404: "model_not_found",
  429: "rate_limit",
  529: "overloaded",
};

/** Only `user` and `assistant` take turns there: what the host says is a reminder in the user's message. */
function merged(messages: readonly Message[]): Message[] {
  const result: { role: "user" | "assistant"; content: Block[] }[] = [];
  for (const { role, content } of messages) {
    const sent = role === "assistant" ? "assistant" : "user";
    const blocks = content.map((block) =>
      role === "system" && block.type === "text"
        ? textBlock(`<system-reminder>\n${block.text}\n</system-reminder>`)
        : block
    );
    const last = result.at(-1);
    if (last?.role === sent) last.content.push(...blocks);
    else result.push({ role: sent, content: blocks });
  }
  return result;
}

class ReplyDraft {
  id = "";
  readonly usage = { input_tokens: 0, output_tokens: 0 };
  stopReason = "";
  isDone = false;
  error: Fields | undefined;
  /** Blocks as they were begun, with what was added since: to the text, and of a call's input as JSON. */
  readonly #blocks: (Fields & { text: string; json: string })[] = [];

  /** Texts and calls; what else a model writes, such as its thoughts, is not for the loop. */
  get content(): Block[] {
    return this.#blocks.flatMap(({ type, text, json, id, name, input }): Block[] => {
      if (type === "text" && text !== "") return [{ type, text }];
      if (type !== "tool_use") return [];
      const whole = json === "" ? input ?? {} : parseJson(json);
      if (!isFields(whole)) {
        throw new ModelError("The Messages API sent a call whose input is no JSON object");
      }
      return [{ type, id: String(id), name: String(name), input: whole }];
    });
  }

  add(event: Fields): void {
    const part = (name: string) => isFields(event[name]) ? event[name] : {};
    const { usage, id } = part("message");
    const { stop_reason, text, partial_json } = part("delta");
    const last = this.#blocks.at(-1);
    if (event.type === "message_start") this.id = asString(id) ?? "";
    if (event.type === "content_block_start") this.#begin(part("content_block"));
    if (event.type === "content_block_delta" && last !== undefined) {
      last.text += asString(text) ?? "";
      last.json += asString(partial_json) ?? "";
    }
    if (event.type === "message_delta") this.stopReason = asString(stop_reason) ?? this.stopReason;
    if (event.type === "message_stop") this.isDone = true;
    if (event.type === "error") this.error = part("error");
    this.#count(event.type === "message_start" ? usage : event.usage);
  }

  addWhole(message: Fields): void {
    this.add({ type: "message_start", message });
    const { content, stop_reason, type } = message;
    for (const block of Array.isArray(content) ? content : []) this.#begin(block);
    this.stopReason = asString(stop_reason) ?? "end_turn";
    this.isDone = type === "message";
  }

  #begin(block: unknown): void {
    if (!isFields(block)) return;
    this.#blocks.push({ ...block, text: asString(block.text) ?? "", json: "" });
  }

  #count(said: unknown): void {
    if (!isFields(said)) return;
    for (const name of ["input_tokens", "output_tokens"] as const) {
      if (typeof said[name] === "number") this.usage[name] = said[name];
    }
  }
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
