/** Events to try hooks with: one that each is for, harmless, of no session. ADD AN EVENT: its fields, where it has any. */
import type { Fields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import { type Handler, matches } from "../hooks/handler.ts";
import { matchHandler } from "../hooks/plan.ts";
import type { Host } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import { SUBJECTS, TOOLS } from "./agent_names.ts";

/** No session, no skill and no subagent has this name. */
export const NOBODY = "skillhook-try";
/** Stands for the project's directory. */
const HERE = "$PROJECT";
const CALL = { tool_use_id: NOBODY };
const SWITCH = {
  ...{ from_model: "claude-a", requested_model: null, source: "command", context_tokens: 1000 },
  ...{ prompt_cache_warm: false, cache_ttl: "5m", estimated_cache_write_usd: 0.01 },
  pricing: "catalog",
};
const TASK = { task_id: "1", task_subject: "Try the hooks" };

/** What each event has besides the common fields; what matchers are compared with is the usual. */
const FIELDS: Readonly<Record<string, Fields>> = {
  PreToolUse: CALL,
  PostToolUse: { ...CALL, tool_response: { stdout: "", stderr: "", interrupted: false } },
  PostToolUseFailure: { ...CALL, error: "Exit code 1", is_interrupt: false },
  PostToolBatch: { tool_calls: [{ ...CALL, tool_name: "Read", tool_input: {} }] },
  PermissionRequest: { permission_suggestions: [] },
  PermissionDenied: { ...CALL, reason: "Not allowed" },
  Notification: { message: "The agent waits for you", notification_type: "idle_prompt" },
  UserPromptSubmit: { prompt: "How is the weather today" },
  UserPromptExpansion: {
    ...{ expansion_type: "slash_command", command_name: NOBODY, command_args: "" },
    ...{ command_source: "projectSettings", prompt: `/${NOBODY}` },
  },
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  Setup: { trigger: "init" },
  Stop: { stop_hook_active: false, last_assistant_message: "Done" },
  StopFailure: { error: "rate_limit", last_assistant_message: "Done" },
  SubagentStart: { agent_id: NOBODY, agent_type: "general-purpose" },
  SubagentStop: {
    ...{ stop_hook_active: false, agent_id: NOBODY, agent_type: "general-purpose" },
    ...{ agent_transcript_path: HERE, last_assistant_message: "Done" },
  },
  PreCompact: { trigger: "manual", custom_instructions: null },
  PostCompact: { trigger: "manual", compact_summary: "Nothing yet" },
  PreModelSwitch: { ...SWITCH, to_model: "claude-b" },
  PostModelSwitch: { ...SWITCH, to_model: "claude-b" },
  TeammateIdle: { teammate_name: NOBODY },
  TaskCreated: TASK,
  TaskCompleted: TASK,
  Elicitation: { mcp_server_name: NOBODY, message: "Which one?", mode: "form" },
  ElicitationResult: { mcp_server_name: NOBODY, action: "cancel" },
  ConfigChange: { source: "project_settings" },
  InstructionsLoaded: { load_reason: "session_start", memory_type: "Project", file_path: HERE },
  CwdChanged: { old_cwd: HERE, new_cwd: HERE },
  DirectoryAdded: { source: "slash_command", directory: HERE },
  FileChanged: { event: "change", file_path: "README.md" },
  WorktreeCreate: { name: NOBODY },
  WorktreeRemove: { worktree_path: HERE },
  MessageDisplay: { turn_id: "1", message_id: "1", index: 0, final: true, delta: "Done" },
};

/** A call's input, by tools; `text` is what a rule wants in it, `file` one of the project's. */
const INPUTS: Readonly<Record<string, (text: string | undefined, file: string) => Fields>> = {
  "Bash PowerShell Monitor": (text = "ls") => ({ command: text, description: "Look around" }),
  "Read NotebookRead": (_, file) => ({ file_path: file }),
  Edit: (_, file) => ({ file_path: file, old_string: "a", new_string: "b" }),
  MultiEdit: (_, file) => ({ file_path: file, edits: [{ old_string: "a", new_string: "b" }] }),
  Write: (_, file) => ({ file_path: file, content: "a\n" }),
  NotebookEdit: (_, file) => ({ notebook_path: file, new_source: "a" }),
  "Glob Grep LS": (_, file) => ({ pattern: "a", path: file }),
  WebFetch: (text = "domain:example.com") => (
    { url: `https://${text.replace("domain:", "")}/`, prompt: "What is it?" }
  ),
  WebSearch: () => ({ query: "weather" }),
  "Agent Task": (text = "general-purpose") => (
    { description: "Look around", prompt: "Look around", subagent_type: text }
  ),
  Skill: (text = NOBODY) => ({ skill: text }),
  TodoWrite: () => ({ todos: [] }),
};

/** What the event has besides the common fields. */
export function sampleFields(event: string, projectDir: string): Fields {
  const entries = Object.entries(FIELDS[event] ?? {});
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value === HERE ? projectDir : value]),
  );
}

interface SamplePlaces {
  readonly projectDir: string;
  /** A file that the samples of tools for files are about; below the project. */
  readonly file: string;
}

/** Few events that between them reach all handlers, each with those it reaches; and those that none was found for. */
export function sampleEvents(host: Host, handlers: readonly Handler[], places: SamplePlaces) {
  const trials: { readonly event: FiredEvent; readonly handlers: readonly Handler[] }[] = [];
  let waiting = handlers;
  while (waiting.length > 0) {
    const first = waiting[0]!;
    const reached = samplesFor(first, places, host).map((event) => ({
      event,
      handlers: handlers.filter((one) =>
        one.event === event.name && matchHandler(one, event, host).isMatch
      ),
    })).filter(({ handlers }) => handlers.includes(first));
    const [best] = reached.sort((a, b) => b.handlers.length - a.handlers.length);
    if (best !== undefined) trials.push(best);
    const done = new Set(best?.handlers ?? [first]);
    waiting = waiting.filter((handler) => !done.has(handler));
  }
  const tried = new Set(trials.flatMap(({ handlers }) => handlers));
  return { trials, unreached: handlers.filter((handler) => !tried.has(handler)) };
}

function samplesFor(
  { event, matcher, condition }: Handler,
  { projectDir, file }: SamplePlaces,
  host: Host,
): FiredEvent[] {
  const row = hookEvent(event)!;
  const known = row.tool === true ? ["Bash", ...TOOLS] : SUBJECTS[event] ?? [];
  const usual = row.matchOn === undefined ? undefined : FIELDS[event]?.[row.matchOn];
  const names = condition !== undefined && row.tool === true ? [condition.tool] : matcher?.names ??
    [String(usual ?? known[0] ?? NOBODY), ...known, literalOf(matcher?.text ?? "")];
  const subjects = matcher === undefined
    ? names.slice(0, 1)
    : names.filter((name) => matches(matcher, name));
  const content = condition?.content?.replace(/:\*$/, " x").replaceAll(/\*+/g, "x");
  return (row.matchOn === undefined ? [""] : [...new Set(subjects)]).map((subject) => {
    const makes = Object.entries(INPUTS).find(([tools]) => tools.split(" ").includes(subject))?.[1];
    const ruled = content === undefined
      ? file
      : joinPath(projectDir, content.replace(/^[./~]+/, ""));
    const isFile = row.matchOn === "file_path";
    const fields = {
      ...{ hook_event_name: event, session_id: NOBODY, cwd: projectDir },
      ...sampleFields(event, projectDir),
      ...row.matchOn === undefined
        ? {}
        : { [row.matchOn]: isFile ? joinPath(projectDir, subject) : subject },
      ...row.tool === true ? { tool_input: makes?.(content, ruled) ?? {} } : {},
    };
    const fired = fireableEvent(event, row, JSON.stringify(fields), host, undefined);
    return { ...fired, projectDir };
  });
}

/** A name that a simple pattern fits: `mcp__memory__.*` → `mcp__memory__x`. */
function literalOf(pattern: string): string {
  const first = (alternatives = "") => alternatives.replace(/^\?:/, "").split("|", 1)[0]!;
  const plain = pattern.replaceAll(/^\^|\$$/g, "").replaceAll(
    /\(([^()]*)\)/g,
    (_, all) => first(all),
  );
  return first(plain).replaceAll(/\.[*+]\??|\[[^[\]]*\][*+]?/g, "x").replaceAll(/\\(.)/g, "$1");
}
