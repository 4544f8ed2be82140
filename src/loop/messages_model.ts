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
import { ReplyDraft, serverEvents } from "./reply_draft.ts";

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
