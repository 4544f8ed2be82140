/** The common part of every hook input: one JSON object. What belongs to a single event is decoded beside its handler. */
import { asString, type Fields, isFields, jsonType, parseJson } from "../base/json_type.ts";

export class InputError extends Error {
  override readonly name = "InputError";
}

/** The fields every event has. All but the event's name may be absent: scripts and tests leave them out. */
export interface HookInput {
  readonly event: string;
  readonly sessionId: string | undefined;
  /** The same through a turn; older agents send none. */
  readonly promptId: string | undefined;
  readonly cwd: string | undefined;
  /** Present only inside a subagent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  readonly fields: Fields;
  readonly text: string;
}

/** @throws {InputError} Empty text, invalid JSON, not an object, or a common field of the wrong type. */
export function decodeInput(text: string): HookInput {
  const trimmed = text.charCodeAt(0) === 0xfeff ? text.slice(1).trim() : text.trim();
  if (trimmed === "") throw new InputError("Cannot read hook input: standard input is empty");
  const value = parseJson(trimmed);
  if (value === undefined) {
    // Engines word their reasons differently: ours is the same everywhere.
    const isCut = trimmed.startsWith("{") && !trimmed.endsWith("}");
    const where = isCut ? ": it ends inside the object" : "";
    throw new InputError(`Cannot read hook input: standard input is not valid JSON${where}`);
  }
  if (!isFields(value)) {
    throw new InputError(`Cannot read hook input: expected a JSON object: got ${jsonType(value)}`);
  }
  return {
    // Scripts that answer only prompts send a bare `{"prompt": …}`.
    event: optionalString(value, "hook_event_name") ??
      ("prompt" in value && value.hook_event_name === undefined ? "UserPromptSubmit" : ""),
    sessionId: optionalString(value, "session_id"),
    promptId: asString(value.prompt_id),
    cwd: optionalString(value, "cwd"),
    agentId: optionalString(value, "agent_id"),
    agentType: optionalString(value, "agent_type"),
    fields: value,
    text: trimmed,
  };
}

/** @throws {InputError} The field is neither a string nor null nor absent. */
export function optionalString(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  const isShort = typeof value === "number" || typeof value === "boolean";
  const what = `must be a string: current value is ${isShort ? value : jsonType(value)}`;
  throw new InputError(`Cannot read hook input: "${name}" ${what}`);
}
