/** Plays a session on a machine in memory: hooks, turns and tools as literals; what came of it as values. */
import type { Fields } from "../../src/base/json_type.ts";
import { playTerms } from "../../src/cli/play_terms.ts";
import {
  type LoopEvent,
  messageText,
  type ModelRequest,
  type ResultEvent,
} from "../../src/loop/events.ts";
import { playSession } from "../../src/loop/play_session.ts";
import { scriptModel } from "../../src/loop/script_model.ts";
import { newSession } from "../../src/loop/session.ts";
import { readTools } from "../../src/loop/declared_tool.ts";
import type { FakeCommand, FakeResult } from "../support/fake_command.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";

/** What a session is made of. */
export interface PlayWorld {
  readonly prompts?: readonly string[];
  readonly turns: readonly Fields[];
  /** By event: what its one hook does; a list is one result a call, and silence after them. */
  readonly hooks?: Readonly<Record<string, FakeResult | string | readonly (FakeResult | string)[]>>;
  /** Of all tools; by default a `Bash` that says what it is given. */
  readonly tools?: unknown;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly mode?: "default" | "bypassPermissions";
  readonly files?: Readonly<Record<string, string>>;
  readonly commands?: readonly FakeCommand[];
  readonly maxTurns?: number;
}

/** What came of it. */
export interface Played {
  readonly host: FakeHost;
  readonly events: readonly LoopEvent[];
  readonly requests: readonly ModelRequest[];
  /** Each event that a hook got, with its fields. */
  readonly fired: readonly Fields[];
  /** The names of those. */
  readonly order: readonly string[];
  /** The last prompt's result. */
  readonly result: ResultEvent;
  /** What a request showed that the one before it had not, by role. */
  shown(index: number): readonly string[];
}

const BASH = { name: "Bash", description: "Runs a line", command: "run-bash" };
const PROJECT = "/code";

/** Every event has a hook that keeps what it is given; `hooks` says what it answers. */
export async function played(world: PlayWorld): Promise<Played> {
  const fired: Fields[] = [];
  const asked = new Map<string, number>();
  const answerOf = (event: string): FakeResult | string => {
    const answer = world.hooks?.[event] ?? "";
    const at = asked.get(event) ?? 0;
    asked.set(event, at + 1);
    return Array.isArray(answer) ? answer[at] ?? "" : answer as FakeResult | string;
  };
  const events = EVENTS.map((name) =>
    [name, [{ hooks: [{ type: "command", command: `hook ${name}` }] }]] as const
  );
  const host = fakeHost({
    files: {
      "/settings.json": JSON.stringify({ hooks: Object.fromEntries(events) }),
      ...world.files,
    },
    env: { HOME: "/home/ada", XDG_STATE_HOME: "/state" },
    cwd: PROJECT,
    commands: [
      ...world.commands ?? [],
      [/^\/bin\/sh -c hook /, ({ args, stdin = "" }) => {
        fired.push(JSON.parse(stdin));
        return answerOf(args[1]!.slice("hook ".length));
      }],
      ["/bin/sh -c run-bash", ({ stdin = "" }) => `ran ${JSON.parse(stdin).command}\n`],
    ],
  });
  const requests: ModelRequest[] = [];
  const keep = (request: ModelRequest) => {
    requests.push({ ...request, messages: [...request.messages] });
  };
  const tools = readTools(world.tools ?? [BASH]);
  if ("flaw" in tools) throw new Error(tools.flaw);
  const { terms } = await playTerms(
    host,
    {
      projectDir: PROJECT,
      pluginDir: undefined,
      settings: ["/settings.json"],
      allow: world.allow ?? [],
      deny: world.deny ?? [],
      mode: world.mode,
      maxTurns: world.maxTurns ?? 50,
      compactAt: 900_000,
    },
    scriptModel(world.turns, keep),
    tools,
  );
  const all: LoopEvent[] = [];
  for await (const event of playSession(newSession(terms), world.prompts ?? ["go"])) {
    all.push(event);
  }
  return {
    ...{ host, events: all, requests, fired },
    order: fired.map(({ hook_event_name }) => String(hook_event_name)),
    result: all.findLast((event) => event.type === "result")!,
    shown(index) {
      const texts = (at: number) =>
        requests[at]?.messages.map((message) => `${message.role}: ${messageText(message)}`) ?? [];
      const before = texts(index - 1);
      return texts(index).filter((text, at) => text !== before[at]);
    },
  };
}

const EVENTS = [
  ...["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PreToolUse", "PostToolUse"],
  ...["PostToolUseFailure", "PostToolBatch", "PermissionRequest", "Stop", "StopFailure"],
  ...["SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "SessionEnd"],
];

/** A hook's answer about its own event. */
export function specific(hookEventName: string, fields: Fields): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, ...fields } });
}

/** A turn that calls one tool. */
export function calls(name: string, input: Fields = {}): Fields {
  return { tools: [{ name, input }] };
}
