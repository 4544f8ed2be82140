/** What a handler finds in its environment: ours, design document 002's variables, and the agent's. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { isHighSurrogate } from "../base/fitted_text.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Handler } from "./handler.ts";

/** Bytes of one variable's value; Linux refuses to start a program with one of 128 KB. */
const VALUE_CAP = 100 * 1024;

/**
 * Builds the environment of one handler.
 *
 * @returns Names to values; long values are cut with a notice, the whole is on standard input.
 */
export function handlerEnvironment(
  inherited: Readonly<Record<string, string>>,
  event: FiredEvent,
  { origin }: Handler,
): Record<string, string> {
  const { fields, name } = event;
  const effort = isFields(fields.effort) ? asString(fields.effort.level) : undefined;
  const added: Record<string, string | undefined> = {
    HOOK_EVENT: name,
    TOOL_NAME: asString(fields.tool_name),
    TOOL_INPUT: asText(fields.tool_input),
    TOOL_OUTPUT: asText(fields.tool_response ?? fields.tool_output ?? fields.error),
    TOOL_IS_ERROR: isToolError(name, fields),
    USER_MESSAGE: asString(fields.prompt),
    CLAUDECODE: "1",
    CLAUDE_PROJECT_DIR: event.projectDir,
    CLAUDE_CODE_SESSION_ID: asString(fields.session_id),
    CLAUDE_EFFORT: effort,
    CLAUDE_PLUGIN_ROOT: origin.plugin?.root,
    CLAUDE_PLUGIN_DATA: origin.plugin?.data,
  };
  const firing = inherited.SKILLHOOK_FIRING ? `${inherited.SKILLHOOK_FIRING},${name}` : name;
  const environment: Record<string, string> = { ...inherited, SKILLHOOK_FIRING: firing };
  for (const [key, value] of Object.entries(added)) {
    // What another event or plugin left in our own environment would be a lie here.
    if (value !== undefined) environment[key] = cutValue(value);
    else if (key !== "CLAUDE_EFFORT") delete environment[key];
  }
  return environment;
}

/** Strings as they are, anything else as JSON. */
function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isToolError(name: string, fields: Fields): string | undefined {
  const { is_error: said, tool_response: response } = fields;
  if (typeof said === "boolean") return String(said);
  if (isFields(response) && typeof response.is_error === "boolean") {
    return String(response.is_error);
  }
  if (name === "PostToolUseFailure") return "true";
  return name === "PostToolUse" ? "false" : undefined;
}

/**
 * Makes a value fit for an environment: under the cap, without NUL.
 *
 * @returns The text, or its beginning and a notice.
 */
export function cutValue(value: string): string {
  // A unit takes three bytes at most: most values are known to fit without encoding them.
  const clean = value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
  if (clean.length * 3 <= VALUE_CAP) return clean;
  const total = byteLength(clean);
  if (total <= VALUE_CAP) return clean;
  const notice =
    `\n[skillhook: cut here, ${total} bytes in all; standard input has the whole event]`;
  const room = VALUE_CAP - notice.length;
  const bytes = new Uint8Array(room);
  const { read } = new TextEncoder().encodeInto(clean, bytes);
  const end = isHighSurrogate(clean.charCodeAt(read - 1)) ? read - 1 : read;
  return clean.slice(0, end) + notice;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
