/**
 * One row per coding agent. ADD AN AGENT: one file, one row, a folder of cases. Which of them sends an event is told
 * by what it sends, then by its environment, which an agent that is started inside another one inherits.
 */
import type { Fields } from "../base/json_type.ts";
import type { QuickHost } from "../host/host.ts";
import type { Agent } from "./agent.ts";

interface AgentRow {
  readonly title: string;
  /** Takes the event's fields, and the path of its transcript or the empty text. */
  readonly recognise: (fields: Fields, transcript: string, host: Pick<QuickHost, "env">) => boolean;
  /** What differs; absent: nothing does. */
  readonly load?: () => Promise<Agent>;
}

/** The variable that stands for `hook --agent NAME`; it counts only where our own command line gives it. */
export const AGENT_VARIABLE = "SKILLHOOK_AGENT";

/** In the order in which they are asked; what none knows is Claude Code's. */
export const AGENTS = {
  codex: {
    title: "Codex CLI",
    recognise: ({ turn_id, hook_event_name }, transcript) =>
      turn_id !== undefined && hook_event_name !== "MessageDisplay" ||
      transcript.startsWith("rollout-", lastSlash(transcript) + 1),
    load: () => import("./codex.ts").then((module) => module.codex),
  },
  cursor: {
    title: "Cursor",
    recognise: ({ conversation_id, cursor_version }) =>
      conversation_id !== undefined || cursor_version !== undefined,
    load: () => import("./cursor.ts").then((module) => module.cursor),
  },
  droid: {
    title: "Droid",
    recognise: ({ message_id, hook_event_name }, transcript) =>
      message_id !== undefined && hook_event_name !== "MessageDisplay" ||
      isBelow(transcript, ".factory"),
    load: () => import("./droid.ts").then((module) => module.droid),
  },
  gemini: {
    title: "Gemini CLI",
    recognise: ({ hook_event_name, session_id, timestamp }, transcript, host) =>
      isOwnEvent(hook_event_name) || isBelow(transcript, ".gemini") ||
      timestamp !== undefined && isNamed(host, "GEMINI_SESSION_ID", session_id),
    load: () => import("./gemini.ts").then((module) => module.gemini),
  },
  qwen: {
    title: "Qwen Code",
    recognise: ({ session_id, timestamp }, transcript, host) =>
      isBelow(transcript, ".qwen") ||
      timestamp !== undefined && isNamed(host, "QWEN_CODE_SESSION_ID", session_id),
    load: () => import("./qwen.ts").then((module) => module.qwen),
  },
  copilot: {
    title: "Copilot CLI",
    recognise: ({ timestamp, session_id, sessionId }, transcript) =>
      timestamp !== undefined && transcript === "" ||
      sessionId !== undefined && session_id === undefined ||
      isBelow(transcript, "session-state"),
    load: () => import("./copilot.ts").then((module) => module.copilot),
  },
  /** Its plugin, which is ours, says who it is. */
  opencode: {
    title: "OpenCode",
    recognise: () => false,
    load: () => import("./opencode.ts").then((module) => module.opencode),
  },
  claude: { title: "Claude Code", recognise: () => true },
} satisfies Readonly<Record<string, AgentRow>>;

export type AgentName = keyof typeof AGENTS;

export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(AGENTS, name);
}

/** `undefined`: Claude Code, or no agent. */
export function loaderOf(name: string): (() => Promise<Agent>) | undefined {
  const row: AgentRow | undefined = isAgentName(name) ? AGENTS[name] : undefined;
  return row?.load;
}

/** Whose event it is: the command line's word, else the first that knows it. Pure but for the environment. */
export function agentOf(fields: Fields, host: Pick<QuickHost, "env" | "pinned">): AgentRow {
  const said = host.pinned?.has(AGENT_VARIABLE) ? host.env(AGENT_VARIABLE) ?? "" : "";
  if (isAgentName(said)) return AGENTS[said];
  const path = fields.transcript_path;
  const transcript = typeof path === "string" ? path : "";
  return Object.values(AGENTS).find(({ recognise }) => recognise(fields, transcript, host))!;
}

// By hand: to compile a pattern for each would take longer than all the rest that is done for a silent event.

function isBelow(path: string, folder: string): boolean {
  return path.includes(`/${folder}/`) || path.includes(`\\${folder}\\`);
}

function lastSlash(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}

/** Names that Gemini CLI alone has. */
function isOwnEvent(name: unknown): boolean {
  return typeof name === "string" &&
    (name === "PreCompress" || name.startsWith("Before") || name.startsWith("After"));
}

function isNamed(host: Pick<QuickHost, "env">, variable: string, session: unknown): boolean {
  return session !== undefined && host.env(variable) === session;
}
