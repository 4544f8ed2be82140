/** A reply while its pieces come in. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { Block } from "./events.ts";
import { ModelError } from "./model.ts";

export interface ReplyDraft {
  id: string;
  readonly content: Block[];
  readonly usage: { input_tokens: number; output_tokens: number };
  stopReason: string;
  isDone: boolean;
  error: Fields | undefined;
  /** The block that is being written, and the JSON of a call's input so far. */
  open: Fields;
  json: string;
}

export function newReply(): ReplyDraft {
  return {
    ...{ id: "", content: [], usage: { input_tokens: 0, output_tokens: 0 }, stopReason: "" },
    ...{ isDone: false, error: undefined, open: {}, json: "" },
  };
}

/** Takes one event of the stream; kinds that we do not know are for others. */
export function addEvent(draft: ReplyDraft, event: Fields): void {
  const part = (name: string) => isFields(event[name]) ? event[name] : {};
  switch (event.type) {
    case "message_start":
    case "whole": {
      const message = part("message");
      draft.id = asString(message.id) ?? "";
      addUsage(draft, message.usage);
      if (event.type === "message_start") return;
      for (const block of Array.isArray(message.content) ? message.content : []) {
        close(draft, block);
      }
      draft.stopReason = asString(message.stop_reason) ?? "end_turn";
      draft.isDone = message.type === "message";
      return;
    }
    case "content_block_start":
      draft.open = part("content_block");
      draft.json = "";
      return;
    case "content_block_delta": {
      const { text, partial_json } = part("delta");
      if (typeof text === "string") {
        draft.open = { ...draft.open, text: `${draft.open.text ?? ""}${text}` };
      }
      draft.json += asString(partial_json) ?? "";
      return;
    }
    case "content_block_stop":
      close(draft, draft.json === "" ? draft.open : { ...draft.open, input: inputOf(draft.json) });
      return;
    case "message_delta":
      draft.stopReason = asString(part("delta").stop_reason) ?? draft.stopReason;
      addUsage(draft, event.usage);
      return;
    case "message_stop":
      draft.isDone = true;
      return;
    case "error":
      draft.error = part("error");
  }
}

function inputOf(json: string): Fields {
  const input = parseJson(json);
  if (isFields(input)) return input;
  throw new ModelError("The Messages API sent a call whose input is no JSON object");
}

/** Texts and calls; what else a model writes, such as its thoughts, is not for the loop. */
function close(draft: ReplyDraft, block: unknown): void {
  if (!isFields(block)) return;
  const { type, text, id, name, input } = block;
  if (type === "text" && typeof text === "string" && text !== "") {
    draft.content.push({ type, text });
  }
  if (type !== "tool_use") return;
  draft.content.push({
    type,
    id: String(id),
    name: String(name),
    input: isFields(input) ? input : {},
  });
}

function addUsage({ usage }: ReplyDraft, said: unknown): void {
  if (!isFields(said)) return;
  for (const name of ["input_tokens", "output_tokens"] as const) {
    if (typeof said[name] === "number") usage[name] = said[name];
  }
}
