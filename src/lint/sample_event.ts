/** Events to try hooks with: one that each is for, harmless, of no session. ADD AN EVENT: its fields, where it has any. */
import type { Fields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import { type Handler, matches } from "../hooks/handler.ts";
import { matchHandler } from "../hooks/plan.ts";
import type { Host } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import { SUBJECTS, TOOLS } from "./matcher_rules.ts";

/** No session, skill or subagent has this name. */
export const NOBODY = "skillhook-try";

/** What the event has besides the common fields; what matchers are compared with is the usual. */
export function sampleFields(event: string, projectDir: string): Fields {
  const call = { tool_use_id: NOBODY };
  const subagent = { agent_id: NOBODY, agent_type: "general-purpose" };
  const ending = { stop_hook_active: false, last_assistant_message: "Done" };
  return rowFor(event, {
    PreToolUse: call,
    PostToolUse: { ...call, tool_response: { stdout: "", stderr: "", interrupted: false } },
    PostToolUseFailure: { ...call, error: "Exit code 1", is_interrupt: false },
    PostToolBatch: { tool_calls: [{ ...call, tool_name: "Read", tool_input: {} }] },
    PermissionRequest: { permission_suggestions: [] },
    PermissionDenied: { ...call, reason: "Not allowed" },
    Notification: { message: "The agent waits for you", notification_type: "idle_prompt" },
    UserPromptSubmit: { prompt: "How is the weather today" },
    UserPromptExpansion: {
      expansion_type: "slash_command",
      command_name: NOBODY,
      command_args: "",
      command_source: "projectSettings",
      prompt: `/${NOBODY}`,
    },
    SessionStart: { source: "startup" },
    SessionEnd: { reason: "other" },
    Setup: { trigger: "init" },
    Stop: ending,
    StopFailure: { error: "rate_limit", last_assistant_message: "Done" },
    SubagentStart: subagent,
    SubagentStop: { ...subagent, ...ending, agent_transcript_path: projectDir },
    PreCompact: { trigger: "manual", custom_instructions: null },
    PostCompact: { trigger: "manual", compact_summary: "Nothing yet" },
    "PreModelSwitch PostModelSwitch": {
      from_model: "claude-a",
      to_model: "claude-b",
      requested_model: null,
      source: "command",
      context_tokens: 1000,
      prompt_cache_warm: false,
      cache_ttl: "5m",
      estimated_cache_write_usd: 0.01,
      pricing: "catalog",
    },
    TeammateIdle: { teammate_name: NOBODY },
    "TaskCreated TaskCompleted": { task_id: "1", task_subject: "Try the hooks" },
    Elicitation: { mcp_server_name: NOBODY, message: "Which one?", mode: "form" },
    ElicitationResult: { mcp_server_name: NOBODY, action: "cancel" },
    ConfigChange: { source: "project_settings" },
    InstructionsLoaded: {
      load_reason: "session_start",
      memory_type: "Project",
      file_path: projectDir,
    },
    CwdChanged: { old_cwd: projectDir, new_cwd: projectDir },
    DirectoryAdded: { source: "slash_command", directory: projectDir },
    FileChanged: { event: "change", file_path: "README.md" },
    WorktreeCreate: { name: NOBODY },
    WorktreeRemove: { worktree_path: projectDir },
    MessageDisplay: { turn_id: "1", message_id: "1", index: 0, final: true, delta: "Done" },
  }) ?? {};
}

/** The row of which the name, or one of them, is this. */
function rowFor<Row>(name: string, rows: Readonly<Record<string, Row>>): Row | undefined {
  return Object.entries(rows).find(([names]) => names.split(" ").includes(name))?.[1];
}

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

/** `file`: what the samples of tools for files are about, below the project. */
type SamplePlaces = { readonly projectDir: string; readonly file: string };

/** Few events that between them reach all handlers, each with those it reaches; and those that none was found for. */
export function sampleEvents(host: Host, handlers: readonly Handler[], places: SamplePlaces) {
  const trials: { readonly event: FiredEvent; readonly handlers: readonly Handler[] }[] = [];
  const isOpen = (one: Handler) => !trials.some(({ handlers }) => handlers.includes(one));
  for (const first of handlers) {
    if (!isOpen(first)) continue;
    const reached = samplesFor(first, places, host).map((event) => ({
      event,
      handlers: handlers.filter((one) =>
        one.event === event.name && matchHandler(one, event, host).isMatch
      ),
    })).filter(({ handlers }) => handlers.includes(first));
    const [best] = reached.sort((a, b) => b.handlers.length - a.handlers.length);
    if (best !== undefined) trials.push(best);
  }
  return { trials, unreached: handlers.filter(isOpen) };
}

function samplesFor(
  { event, matcher, condition }: Handler,
  { projectDir, file }: SamplePlaces,
  host: Host,
): FiredEvent[] {
  const { matchOn, tool } = hookEvent(event)!;
  const common = sampleFields(event, projectDir);
  const known = tool === true ? ["Bash", ...TOOLS] : SUBJECTS[event] ?? [];
  const usual = matchOn === undefined ? undefined : common[matchOn];
  const names = condition !== undefined && tool === true ? [condition.tool] : matcher?.names ??
    [String(usual ?? known[0] ?? NOBODY), ...known, literalOf(matcher?.text ?? "")];
  const subjects = matcher ? names.filter((name) => matches(matcher, name)) : names.slice(0, 1);
  const content = condition?.content?.replace(/:\*$/, " x").replaceAll(/\*+/g, "x");
  const ruled = content === undefined ? file : joinPath(projectDir, content.replace(/^[./~]+/, ""));
  return (matchOn === undefined ? [""] : [...new Set(subjects)]).map((subject) => {
    const matched = matchOn === "file_path" ? joinPath(projectDir, subject) : subject;
    const fields = {
      hook_event_name: event,
      session_id: NOBODY,
      cwd: projectDir,
      ...common,
      ...matchOn === undefined ? {} : { [matchOn]: matched },
      ...tool === true ? { tool_input: rowFor(subject, INPUTS)?.(content, ruled) ?? {} } : {},
    };
    return { ...fireableEvent(event, JSON.stringify(fields), host), projectDir };
  });
}

/** A name that a simple pattern fits: `mcp__memory__.*` → `mcp__memory__x`. */
function literalOf(pattern: string): string {
  const first = (alternatives: string) => alternatives.replace(/^\?:/, "").split("|", 1)[0]!;
  const plain = pattern.replaceAll(/^\^|\$$/g, "")
    .replaceAll(/\(([^()]*)\)/g, (_, group) => first(group));
  return first(plain).replaceAll(/\.[*+]\??|\[[^[\]]*\][*+]?/g, "x").replaceAll(/\\(.)/g, "$1");
}
