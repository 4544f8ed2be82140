/** An event without its secrets: for the log, and for `explain --last`. */
import { isFields } from "../base/json_type.ts";
import { maskSecrets } from "../base/mask_secrets.ts";

/** Fields that say where and what, not what somebody wrote: an explanation needs them as they are. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...["hook_event_name", "session_id", "agent_id", "agent_type", "cwd", "transcript_path"],
  ...["permission_mode", "tool_name", "tool_use_id", "skill", "command_name", "expansion_type"],
  ...["source", "reason", "trigger", "file_path"],
]);

/** The same with secrets masked in every text that people or tools wrote. */
export function maskEvent(value: unknown): unknown {
  if (typeof value === "string") return maskSecrets(value);
  if (Array.isArray(value)) return value.map(maskEvent);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([key, item]) =>
    [key, PLAIN_KEYS.has(key) && typeof item === "string" ? item : maskEvent(item)] as const
  );
  return Object.fromEntries(entries);
}
