/**
 * The common part of every hook input (protocol section 1.2): one JSON object, decoded and checked
 * once. What belongs to a single event is decoded beside its handler.
 */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";

/** The hook input is not what the event promises; the message is one line for standard error. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** The fields every event has. All but the event's name may be absent: scripts and tests leave them out. */
export interface HookInput {
  readonly event: string;
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  /** Present only inside a subagent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The whole object, for the event's own fields. */
  readonly fields: Fields;
  /** The document itself, for what must go back byte for byte. */
  readonly text: string;
}

/**
 * Decodes the text of a hook input.
 *
 * @param text One JSON document; a BOM and white space around it are fine.
 * @throws {InputError} Empty text, invalid JSON, not an object, or a common field of the wrong type.
 */
export function decodeInput(text: string): HookInput {
  const trimmed = text.charCodeAt(0) === 0xfeff ? text.slice(1).trim() : text.trim();
  if (trimmed === "") throw new InputError("Cannot read hook input: standard input is empty");
  const value = parseJson(trimmed);
  if (!isFields(value)) {
    throw new InputError(`Cannot read hook input: expected a JSON object: got ${jsonType(value)}`);
  }
  return {
    event: eventName(value),
    sessionId: optionalString(value, "session_id"),
    cwd: optionalString(value, "cwd"),
    agentId: optionalString(value, "agent_id"),
    agentType: optionalString(value, "agent_type"),
    fields: value,
    text: trimmed,
  };
}

/** Engines word their reasons differently: ours is the same everywhere. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const cut = text.startsWith("{") && !text.endsWith("}") ? ": it ends inside the object" : "";
    throw new InputError(`Cannot read hook input: standard input is not valid JSON${cut}`);
  }
}

/** Scripts written for the one-event hooks of design document 004 send a bare `{"prompt": …}`. */
function eventName(fields: Fields): string {
  if (fields.hook_event_name === undefined && "prompt" in fields) return "UserPromptSubmit";
  return optionalString(fields, "hook_event_name") ?? "";
}

/**
 * A field that must be a string when it is there.
 *
 * @returns The string, or `undefined` when the field is absent or null.
 * @throws {InputError} The field has another type.
 */
export function optionalString(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  throw new InputError(
    `Cannot read hook input: "${name}" must be a string: current value is ${describe(value)}`,
  );
}

/** A short view of a value for a message: never a whole document. */
function describe(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : jsonType(value);
}
