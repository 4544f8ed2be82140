/** Which agent sends an event: by what it sends, whatever an agent around it has left in the environment. */
import { assert, assertEquals } from "@std/assert";
import { AGENT_VARIABLE, agentOf, AGENTS } from "../../src/agents/table.ts";
import type { Fields } from "../../src/base/json_type.ts";
import { HOOK_EVENTS } from "../../src/protocol/hook_events.ts";
import { inProject } from "../../.ci/tasks/project.ts";

/** What every other agent leaves behind for the programs that it starts. */
const LEFT: Readonly<Record<string, string>> = {
  GEMINI_SESSION_ID: "outer",
  QWEN_CODE_SESSION_ID: "outer",
  COPILOT_PROJECT_DIR: "/outer",
  DROID_PROJECT_DIR: "/outer",
  GEMINI_PROJECT_DIR: "/outer",
  CLAUDE_PROJECT_DIR: "/outer",
};

function nameOf(fields: Fields, variables: Readonly<Record<string, string>> = LEFT): string {
  const row = agentOf(fields, { env: (name) => variables[name] });
  return Object.entries(AGENTS).find(([, one]) => one === row)![0];
}

const TIME = "2026-11-22T01:03:35.773Z";
const ROWS: readonly (readonly [string, Fields])[] = [
  ["claude", {
    hook_event_name: "UserPromptSubmit",
    session_id: "s",
    transcript_path: "/h/t.jsonl",
  }],
  ["claude", { prompt: "/design" }],
  ["claude", {
    hook_event_name: "Stop",
    transcript_path: "/h/rollout-x/.claude/projects/p/t.jsonl",
  }],
  ["claude", { hook_event_name: "MessageDisplay", session_id: "s", turn_id: "t", message_id: "m" }],
  ["claude", { hook_event_name: 5, transcript_path: ["/.gemini/"] }],
  ["codex", { hook_event_name: "Stop", session_id: "s", turn_id: "t" }],
  ["codex", { hook_event_name: "SessionStart", transcript_path: "/h/rollout-2026-01a2.jsonl" }],
  ["codex", { hook_event_name: "SessionStart", transcript_path: "C:\\h\\rollout-1.jsonl" }],
  ["gemini", { hook_event_name: "BeforeAgent", session_id: "s", timestamp: TIME }],
  ["gemini", { hook_event_name: "PreCompress", session_id: "s" }],
  ["gemini", {
    hook_event_name: "SessionStart",
    session_id: "outer",
    timestamp: TIME,
    transcript_path: "/t",
  }],
  ["gemini", { hook_event_name: "SessionEnd", transcript_path: "/h/.gemini/tmp/x.json" }],
  ["gemini", { hook_event_name: "SessionEnd", transcript_path: "/h/a.gemini/.gemini/x.json" }],
  ["claude", { hook_event_name: "SessionEnd", transcript_path: "/h/a.gemini/x.json" }],
  ["qwen", {
    hook_event_name: "Stop",
    timestamp: TIME,
    transcript_path: "/h/.qwen/projects/x.jsonl",
  }],
  ["copilot", {
    hook_event_name: "UserPromptSubmit",
    session_id: "s",
    timestamp: TIME,
    prompt: "x",
  }],
  ["copilot", { sessionId: "s", timestamp: 1795310580031, cwd: "/p", prompt: "x" }],
  ["copilot", {
    hook_event_name: "Stop",
    session_id: "s",
    timestamp: TIME,
    transcript_path: "/h/.copilot/session-state/5c/events.jsonl",
  }],
  ["droid", { hook_event_name: "UserPromptSubmit", session_id: "s", message_id: "m" }],
  ["droid", { hook_event_name: "Stop", transcript_path: "/h/.factory/sessions/x.jsonl" }],
  ["cursor", { hook_event_name: "stop", conversation_id: "c" }],
  ["cursor", { hook_event_name: "sessionStart", cursor_version: "2" }],
];

Deno.test("an event tells whose it is", () => {
  for (const [name, fields] of ROWS) assertEquals(nameOf(fields), name, JSON.stringify(fields));
});

Deno.test("the environment tells only where the session is the event's own", () => {
  const event = {
    hook_event_name: "SessionStart",
    session_id: "q",
    timestamp: TIME,
    transcript_path: "/t",
  };
  assertEquals(nameOf(event, { QWEN_CODE_SESSION_ID: "q" }), "qwen");
  assertEquals(nameOf({ ...event, session_id: "r" }, { QWEN_CODE_SESSION_ID: "q" }), "claude");
});

Deno.test("the command line beats both, and a variable of that name alone does not count", () => {
  const event = { hook_event_name: "BeforeAgent" };
  const env = (name: string) => name === AGENT_VARIABLE ? "qwen" : undefined;
  assertEquals(agentOf(event, { env, pinned: new Set([AGENT_VARIABLE]) }), AGENTS.qwen);
  assertEquals(agentOf(event, { env }), AGENTS.gemini);
});

Deno.test("Claude Code's events cost no look at the environment", () => {
  for (const hook_event_name of Object.keys(HOOK_EVENTS)) {
    const fields = {
      hook_event_name,
      session_id: "s",
      transcript_path: "/h/.claude/projects/t.jsonl",
    };
    const env = (name: string) => {
      throw new Error(`${hook_event_name}: asked for ${name}`);
    };
    assertEquals(agentOf(fields, { env }), AGENTS.claude);
  }
});

Deno.test("of the folder only the table is loaded before an agent is recognised", () => {
  const importers = ["src/runner.ts", "src/trust/pinned_host.ts"].map((
    path,
  ) => [...Deno.readTextFileSync(inProject(path)).matchAll(/from "\.\.?\/agents\/(\w+)\.ts"/g)]);
  assertEquals(importers.flat().map(([, file]) => file), ["table", "table"]);
  const table = Deno.readTextFileSync(inProject("src/agents/table.ts"));
  const statics = [...table.matchAll(/^import (type )?.*from "(.+)";$/gm)];
  assert(statics.every(([, isType]) => isType !== undefined), "the table imports types alone");
});
