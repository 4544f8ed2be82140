/** A reply while its pieces come in. */
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { type Block, ModelError } from "./events.ts";

export class ReplyDraft {
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
