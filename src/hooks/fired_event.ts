/** The event that handlers see: what the caller sent, with the common fields it left out, so that a short one is enough. */
import { asString, type Fields } from "../base/json_type.ts";
import { transcriptsOf } from "../catalog/places.ts";
import type { QuickHost } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import { decodeInput, InputError } from "../protocol/input.ts";

export type FiredEvent = Readonly<ReturnType<typeof fireableEvent>>;

/** Short words that callers may use for fields of the agent's. */
const SHORT_WORDS: Readonly<Record<string, Record<string, string>>> = {
  UserPromptSubmit: { prompt: "message" },
  PreToolUse: { tool_name: "tool" },
  PermissionRequest: { tool_name: "tool" },
  PostToolUse: { tool_name: "tool", tool_response: "output" },
};

const USUAL: Readonly<Record<string, Fields>> = {
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  Stop: { stop_hook_active: false },
  SubagentStop: { stop_hook_active: false },
  PreCompact: { trigger: "manual", custom_instructions: null },
};

/** @param name One of the agent's. @throws {InputError} No JSON object, a common field of the wrong type, or another name. */
export function fireableEvent(name: string, text: string, host: QuickHost) {
  // A BOM is white space to `trim`.
  const input = decodeInput(text.trim() || "{}");
  const { fields: given, text: received } = input;
  const named = asString(given.hook_event_name);
  if (named !== undefined && named !== name) {
    throw new InputError(
      `Cannot fire ${name}: standard input holds another event: "hook_event_name" is "${named}"`,
    );
  }
  const row = hookEvent(name)!;
  const cwd = input.cwd || host.cwd();
  const session = input.sessionId || host.env("CLAUDE_CODE_SESSION_ID");
  // No other has this process at this time, and random numbers would cost a noticeable part of a fire.
  const session_id = session ?? `skillhook-${host.processId()}-${host.now().toString(36)}`;
  const transcripts = transcriptsOf(host, cwd);
  const usual: Record<string, unknown> = {
    session_id,
    transcript_path: transcripts === undefined ? "" : `${transcripts}/${session_id}.jsonl`,
    cwd,
    permission_mode: row.model === true ? "default" : undefined,
    hook_event_name: name,
  };
  for (const [key, word] of Object.entries(SHORT_WORDS[name] ?? {})) {
    if (Object.hasOwn(given, word)) usual[key] = given[word];
  }
  const missing = Object.fromEntries(
    Object.entries({ ...usual, ...USUAL[name] })
      .filter(([key, value]) => value !== undefined && (given[key] ?? null) === null),
  );
  // What is there as `null` cannot be added; else numbers that JavaScript cannot hold reach the handlers unchanged.
  const fields: Fields = { ...given, ...missing };
  const isChanged = Object.keys(missing).some((key) => Object.hasOwn(given, key));
  const parts = [JSON.stringify(missing), compactJson(received)].map((part) => part.slice(1, -1));
  return {
    name,
    row,
    fields,
    /** One line of JSON, without a line feed. */
    text: isChanged ? JSON.stringify(fields) : `{${parts.filter(Boolean).join(",")}}`,
    received,
    /** `undefined` when the identifier was made up for this event. */
    session,
    projectDir: host.env("CLAUDE_PROJECT_DIR") ?? cwd,
    cwd,
    startsTurn: given.stop_hook_active === false,
  };
}

/** As the agent writes it, for scripts that look for `"tool_name":"Bash"` with `grep`. Numbers stay as they are written. */
export function compactJson(text: string): string {
  let isString = false;
  const parts = text.split('"').map((part) => {
    // Between two strings there is mostly a colon or a comma.
    const kept = isString || part.length === 1 ? part : part.replaceAll(/[ \t\r\n]+/g, "");
    let back = 0;
    while (part[part.length - 1 - back] === "\\") back++;
    // Behind an odd number of backslashes the quotation mark is the string's own.
    if (!isString || back % 2 === 0) isString = !isString;
    return kept;
  });
  return parts.join('"');
}
