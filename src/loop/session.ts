/** One session: what it was started with, and what has come of it so far. */
import type { Fields } from "../base/json_type.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import type { LoadedHooks } from "../hooks/configured.ts";
import type { Firing } from "../hooks/plan.ts";
import type { Host } from "../host/host.ts";
import {
  type AgentMark,
  type Message,
  type Model,
  type Telling,
  textBlock,
  type ToolCall,
  type ToolSpec,
} from "./events.ts";
import type { Permissions } from "./permission.ts";

export interface Skills {
  readonly all: readonly WholeSkill[];
  /** Roots of plugins whose skills may run commands without being allowed to. */
  readonly trustedRoots: readonly string[];
}

export interface ToolRun {
  readonly text: string;
  readonly isError: boolean;
  /** What hooks read. */
  readonly response: unknown;
  /** Texts that follow the result in the same message. */
  readonly more?: readonly string[];
}

export interface Tool extends ToolSpec {
  /** Whether the call needs no permission. */
  readonly isFree: (host: Host, input: Fields) => boolean;
  /** What makes the call impossible, so that no hook hears of it. */
  readonly flaw?: (input: Fields) => string | undefined;
  readonly run: (thread: Thread, call: ToolCall) => Telling<ToolRun>;
}

export interface SessionTerms {
  readonly host: Host;
  readonly projectDir: string;
  readonly model: Model;
  readonly hooks:
    & Pick<Firing, "policy" | "stateDirectory" | "refusal">
    & { readonly loaded: LoadedHooks };
  readonly permissions: Permissions;
  readonly skills: Skills;
  readonly tools: readonly Tool[];
  readonly system: string;
  /** Requests to the model at most, subagents' too. */
  readonly maxTurns: number;
  /** Tokens of a request from which on the conversation is compacted. */
  readonly compactAt: number;
  readonly plugins: readonly { readonly name: string; readonly path: string }[];
}

export type Session = ReturnType<typeof newSession>;

export function newSession(terms: SessionTerms) {
  return {
    ...terms,
    id: uuid(terms.host),
    promptId: undefined as string | undefined,
    // Of the prompt that is being answered.
    turns: 0,
    usage: { input_tokens: 0, output_tokens: 0 },
    modelMs: 0,
    denials: [] as Fields[],
    /** Requests to the model so far. */
    asked: 0,
  };
}

export interface Thread {
  readonly session: Session;
  readonly agent: AgentMark | undefined;
  /** The instructions that a kind of subagent has instead of the session's. */
  readonly system: string;
  messages: Message[];
  /** Texts of skills as they were last shown, by name. */
  readonly shown: Map<string, string>;
  /** What hooks told the model before there was a message to put it behind. */
  told: string[];
}

export function newThread(session: Session, system = session.system, agent?: AgentMark): Thread {
  return { session, agent, system, messages: [], shown: new Map(), told: [] };
}

/** Version 4, in the form that the agent's identifiers have. */
export function uuid(host: Host): string {
  const hex = host.randomHex() + host.randomHex();
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}

export function show({ messages }: Thread, ...texts: readonly string[]): void {
  messages.push({ role: "user", content: texts.map(textBlock) });
}

/** Shows the model what hooks said, behind what it was shown last. */
export function tell(thread: Thread, texts: readonly string[] = []): void {
  const all = [...thread.told, ...texts];
  thread.told = [];
  if (all.length === 0) return;
  thread.messages.push({ role: "system", content: [textBlock(all.join("\n\n"))] });
}
