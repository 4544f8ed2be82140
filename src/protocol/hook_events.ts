/** The agent's 33 events as its hooks see them (docs/protocol.md): one row each. What we answer is `events/table.ts`. */
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
  /** How a refusal is said in the answer's JSON; `exit` has no words for it and says it by exit code 2 alone. */
  readonly refusal: "permission" | "request" | "decision" | "action" | "exit";
  /** Where text that a handler simply printed goes: to the model, nowhere, or it is the answer, such as a path. */
  readonly text: "context" | "answer" | "none";
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

const SHOWN = { exit2: "user", refusal: "exit", text: "none" } as const;
const HEARD = { text: "context", context: true } as const;
const OBSERVER = { ...SHOWN, ignoresContinue: true } as const;
const UNHEARD = { ...OBSERVER, exit2: "ignored" } as const;
const AFTER = { exit2: "refuse", refusal: "decision", text: "none" } as const;
const GATE = { ...AFTER, gate: true } as const;
const ASKED = { ...GATE, model: true, context: true } as const;
const PROMPT = { ...ASKED, text: "context" } as const;
const TOOL = { matchOn: "tool_name", model: true, tool: true } as const;
const CALLED = { ...AFTER, ...TOOL, context: true } as const;
const WORKTREE = { ...GATE, refusal: "exit", strict: true } as const;
const ASK = { ...GATE, matchOn: "mcp_server_name", refusal: "action" } as const;
const REQUEST = { exit2: "ignored", refusal: "request" } as const;
const OUTPUT = ["updatedToolOutput", "updatedMCPToolOutput", "classifierContext"];
const START = ["initialUserMessage", "sessionTitle", "watchPaths", "reloadSkills"];
const PERMISSION = ["permissionDecision", "permissionDecisionReason"];

export const HOOK_EVENTS: Readonly<Record<string, HookEvent>> = {
  PreToolUse: { ...ASKED, ...TOOL, refusal: "permission", fields: [...PERMISSION, "updatedInput"] },
  PostToolUse: { ...CALLED, fields: OUTPUT },
  PostToolUseFailure: CALLED,
  PostToolBatch: ASKED,
  Notification: { ...OBSERVER, matchOn: "notification_type" },
  UserPromptSubmit: { ...PROMPT, fields: ["sessionTitle", "suppressOriginalPrompt"] },
  UserPromptExpansion: { ...PROMPT, matchOn: "command_name", fields: ["suppressOriginalPrompt"] },
  SessionStart: { ...SHOWN, ...HEARD, matchOn: "source", noHttp: true, fields: START },
  SessionEnd: { ...OBSERVER, matchOn: "reason" },
  Stop: ASKED,
  StopFailure: { ...UNHEARD, matchOn: "error", literalMatcher: true },
  SubagentStart: { ...SHOWN, matchOn: "agent_type", context: true },
  SubagentStop: { ...ASKED, matchOn: "agent_type" },
  PreCompact: { ...GATE, matchOn: "trigger", text: "answer", ignoresContinue: true },
  PostCompact: { ...OBSERVER, matchOn: "trigger" },
  PreModelSwitch: { ...GATE, matchOn: "to_model", refusal: "permission", fields: PERMISSION },
  PostModelSwitch: { ...SHOWN, ...HEARD, matchOn: "to_model" },
  PermissionRequest: { ...GATE, ...TOOL, ...REQUEST, fields: ["decision"] },
  PermissionDenied: { ...SHOWN, ...TOOL, exit2: "ignored", fields: ["retry"] },
  Setup: { ...UNHEARD, matchOn: "trigger", noHttp: true, context: true },
  TeammateIdle: { ...GATE, model: true, refusal: "exit" },
  TaskCreated: { ...GATE, model: true },
  TaskCompleted: { ...GATE, model: true, refusal: "exit" },
  Elicitation: { ...ASK, fields: ["action", "content"] },
  ElicitationResult: { ...ASK, fields: ["action", "content"] },
  ConfigChange: { ...GATE, matchOn: "source" },
  InstructionsLoaded: { ...UNHEARD, matchOn: "load_reason" },
  CwdChanged: { ...OBSERVER, fields: ["watchPaths"] },
  FileChanged: { ...OBSERVER, matchOn: "file_path", literalMatcher: true, fields: ["watchPaths"] },
  DirectoryAdded: { ...UNHEARD, matchOn: "source" },
  WorktreeCreate: { ...WORKTREE, text: "answer", fields: ["worktreePath"] },
  WorktreeRemove: WORKTREE,
  MessageDisplay: { ...UNHEARD, fields: ["displayContent"] },
};

export function hookEvent(name: string): HookEvent | undefined {
  return Object.hasOwn(HOOK_EVENTS, name) ? HOOK_EVENTS[name] : undefined;
}
