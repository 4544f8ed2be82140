/** What answers in the model's place. ADD A MODEL: one file, and a row in the verb that chooses. */
import type { Fields } from "../base/json_type.ts";
import type { Block, Message, Usage } from "./events.ts";

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Fields;
}

export interface ModelRequest {
  /** `summary`: of the conversation, for a compaction. */
  readonly purpose: "turn" | "summary";
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
}

export interface Reply {
  readonly id: string;
  /** Texts and calls. */
  readonly content: readonly Block[];
  readonly usage: Usage;
  readonly stopReason: string;
}

export interface Model {
  readonly name: string;
  /** Where its key comes from, in the agent's words; `none`. */
  readonly keySource: string;
  /**
   * Yields the pieces of the answer, where they come one by one.
   *
   * @throws {ModelError} There is no answer.
   */
  ask(request: ModelRequest): AsyncGenerator<Fields, Reply>;
  /** What is wrong when the session is over, such as turns that nobody asked for. */
  readonly left?: () => string | undefined;
}

/** There is no answer. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** @param kind The agent's word for an error of the Messages API, which a `StopFailure` hook gets. */
  constructor(message: string, readonly kind?: string) {
    super(message);
  }
}
