/**
 * The agent's 33 events as its hooks see them (protocol sections 1.3 to 1.6). ADD AN EVENT OF THE AGENT: one row.
 * What skillhook itself answers is another table, `events/table.ts`.
 */

/** Where the text of a handler that simply printed goes. */
export type TextPlace =
  /** Into the model's context. */
  | "context"
  /** It is the answer, as plain text: the path of a new worktree, or instructions for the summary. */
  | "answer"
  /** Nowhere. */
  | "none";

/** How a refusal is said in the answer's JSON; `exit` has no words for it and says it by exit code 2 alone. */
export type Refusal = "permission" | "request" | "decision" | "action" | "exit";

/** One event. */
export interface HookEvent {
  /** The field a matcher looks at; absent: every handler matches. */
  readonly matchOn?: string;
  /** Names only, no regular expressions: `FileChanged` and `StopFailure`. */
  readonly literalMatcher?: true;
  /** `prompt` and `agent` handlers are possible, besides commands. */
  readonly model?: true;
  /** `http` handlers are not possible. */
  readonly noHttp?: true;
  /** What exit code 2 does: refuses, is shown to the user, or nothing. */
  readonly exit2: "refuse" | "user" | "ignored";
  /** Any failure refuses, not only exit code 2. */
  readonly strict?: true;
  readonly refusal: Refusal;
  readonly text: TextPlace;
  /** `hookSpecificOutput.additionalContext` reaches the model. */
  readonly context?: true;
  /** `continue: false` does nothing. */
  readonly ignoresContinue?: true;
  /** Carries a tool call: the `if` filter works. */
  readonly tool?: true;
  /** The action has not happened yet, and a handler can keep it from happening. */
  readonly gate?: true;
  /** The other fields of `hookSpecificOutput`. */
  readonly fields?: readonly string[];
}

const OBSERVER = { exit2: "user", refusal: "exit", text: "none", ignoresContinue: true } as const;
const UNHEARD = { ...OBSERVER, exit2: "ignored" } as const;
const GATE = { exit2: "refuse", refusal: "decision", text: "none", gate: true } as const;
const AFTER = { exit2: "refuse", refusal: "decision", text: "none" } as const;

/** Rows by the agent's event name. */
export const HOOK_EVENTS: Readonly<Record<string, HookEvent>> = {
  PreToolUse: {
    ...GATE,
    ...{ matchOn: "tool_name", model: true, refusal: "permission", context: true, tool: true },
    fields: ["permissionDecision", "permissionDecisionReason", "updatedInput"],
  },
  PostToolUse: {
    ...AFTER,
    ...{ matchOn: "tool_name", model: true, context: true, tool: true },
    fields: ["updatedToolOutput", "updatedMCPToolOutput", "classifierContext"],
  },
  PostToolUseFailure: {
    ...AFTER,
    ...{ matchOn: "tool_name", model: true, context: true, tool: true },
  },
  PostToolBatch: { ...GATE, model: true, context: true },
  Notification: { ...OBSERVER, matchOn: "notification_type" },
  UserPromptSubmit: {
    ...GATE,
    ...{ model: true, context: true, text: "context" },
    fields: ["sessionTitle", "suppressOriginalPrompt"],
  },
  UserPromptExpansion: {
    ...GATE,
    ...{ matchOn: "command_name", model: true, context: true, text: "context" },
    fields: ["suppressOriginalPrompt"],
  },
  SessionStart: {
    ...{ matchOn: "source", noHttp: true, exit2: "user", refusal: "exit" },
    ...{ text: "context", context: true },
    fields: ["initialUserMessage", "sessionTitle", "watchPaths", "reloadSkills"],
  },
  SessionEnd: { ...OBSERVER, matchOn: "reason" },
  Stop: { ...GATE, model: true, context: true },
  StopFailure: { ...UNHEARD, matchOn: "error", literalMatcher: true },
  SubagentStart: {
    ...{ matchOn: "agent_type", exit2: "user", refusal: "exit", text: "none", context: true },
  },
  SubagentStop: { ...GATE, matchOn: "agent_type", model: true, context: true },
  PreCompact: { ...GATE, matchOn: "trigger", text: "answer", ignoresContinue: true },
  PostCompact: { ...OBSERVER, matchOn: "trigger" },
  PreModelSwitch: {
    ...GATE,
    ...{ matchOn: "to_model", refusal: "permission" },
    fields: ["permissionDecision", "permissionDecisionReason"],
  },
  PostModelSwitch: {
    ...{ matchOn: "to_model", exit2: "user", refusal: "exit", text: "context", context: true },
  },
  PermissionRequest: {
    ...{ matchOn: "tool_name", model: true, exit2: "ignored", refusal: "request", text: "none" },
    ...{ tool: true, gate: true },
    fields: ["decision"],
  },
  PermissionDenied: {
    ...{ matchOn: "tool_name", model: true, exit2: "ignored", refusal: "exit", text: "none" },
    ...{ tool: true },
    fields: ["retry"],
  },
  Setup: { ...UNHEARD, matchOn: "trigger", noHttp: true, context: true },
  TeammateIdle: { ...GATE, model: true, refusal: "exit" },
  TaskCreated: { ...GATE, model: true },
  TaskCompleted: { ...GATE, model: true, refusal: "exit" },
  Elicitation: {
    ...{ ...GATE, matchOn: "mcp_server_name", refusal: "action" },
    fields: ["action", "content"],
  },
  ElicitationResult: {
    ...{ ...GATE, matchOn: "mcp_server_name", refusal: "action" },
    fields: ["action", "content"],
  },
  ConfigChange: { ...GATE, matchOn: "source" },
  InstructionsLoaded: { ...UNHEARD, matchOn: "load_reason" },
  CwdChanged: { ...OBSERVER, fields: ["watchPaths"] },
  FileChanged: { ...OBSERVER, matchOn: "file_path", literalMatcher: true, fields: ["watchPaths"] },
  DirectoryAdded: { ...UNHEARD, matchOn: "source" },
  WorktreeCreate: {
    ...{ ...GATE, refusal: "exit", text: "answer", strict: true },
    fields: ["worktreePath"],
  },
  WorktreeRemove: { ...GATE, refusal: "exit", strict: true },
  MessageDisplay: { ...UNHEARD, fields: ["displayContent"] },
};

/** Its row; `undefined` for a name the agent does not know. */
export function hookEvent(name: string): HookEvent | undefined {
  return Object.hasOwn(HOOK_EVENTS, name) ? HOOK_EVENTS[name] : undefined;
}
