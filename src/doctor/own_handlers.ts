/** Which of the configured handlers start skillhook, in whatever form, and the events that the doctor sends through them. */
import type { Fields } from "../base/json_type.ts";
import { EVENTS } from "../events/table.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import type { Handler } from "../hooks/handler.ts";
import type { Host } from "../host/host.ts";
import { isOwnProgram, shellWords } from "../install/own_places.ts";
import { NOBODY, sampleFields } from "../lint/sample_event.ts";
import { hookEvent } from "../protocol/hook_events.ts";

/** Whether it starts skillhook in hook mode: directly, or through a shell. */
export function isOwn({ action }: Handler): boolean {
  if (action.type !== "command") return false;
  const [program = "", ...words] = action.args === undefined
    ? shellWords(action.command)
    : [action.command, ...action.args];
  if (!isOwnProgram(program)) return false;
  return words.length === 0 || words[0] === "hook";
}

/** Where a sample calls for an answer of ours. */
const FIELDS: Readonly<Record<string, Fields>> = {
  PreToolUse: { tool_input: { skill: NOBODY } },
  // The start of a session brings the list of skills, in the main context only.
  SessionStart: { agent_id: NOBODY, agent_type: NOBODY },
  PostToolUse: { tool_input: { file_path: `/${NOBODY}` }, tool_response: {} },
};

/** The event, complete; `undefined` when the agent has no such event. */
export function silentEvent(host: Host, name: string, projectDir: string): FiredEvent | undefined {
  const row = hookEvent(name);
  if (row === undefined) return undefined;
  const common = { hook_event_name: name, session_id: NOBODY, cwd: projectDir };
  // The first name of our own matcher is what the event is about.
  const [tool] = EVENTS[name]?.matcher?.split("|") ?? [];
  const own = { ...tool === undefined ? {} : { tool_name: tool }, ...FIELDS[name] };
  const fields = { ...common, ...sampleFields(name, projectDir), ...own };
  const text = JSON.stringify(fields);
  return { ...fireableEvent(name, row, text, host, undefined), projectDir };
}
