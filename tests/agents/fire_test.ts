/** A team's guards, written for Claude Code, asked by other agents: their event comes in, their answer goes out. */
import { assertEquals } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { withWorld } from "../support/world.ts";

const TIME = "2026-11-22T01:03:35.773Z";
/** How each agent says that a shell command is about to run. */
const GATES: Readonly<Record<string, Record<string, unknown>>> = {
  codex: { turn_id: "t", hook_event_name: "PreToolUse", tool_name: "Bash" },
  gemini: { timestamp: TIME, hook_event_name: "BeforeTool", tool_name: "run_shell_command" },
  qwen: {
    timestamp: TIME,
    transcript_path: "/h/.qwen/x.jsonl",
    hook_event_name: "PreToolUse",
    tool_name: "run_shell_command",
  },
  copilot: { timestamp: TIME, hook_event_name: "PreToolUse", tool_name: "Bash" },
  droid: {
    transcript_path: "/h/.factory/x.jsonl",
    hook_event_name: "PreToolUse",
    tool_name: "Execute",
  },
  cursor: { conversation_id: "s", hook_event_name: "preToolUse", tool_name: "Shell" },
};
const said = (event: string, decision: string) => ({
  hookSpecificOutput: {
    hookEventName: event,
    permissionDecision: decision,
    permissionDecisionReason: "not here",
  },
});
const top = { decision: "deny", reason: "not here" };

/** What the guard says, and what each agent is answered: standard output and exit code. */
const ROWS: readonly (readonly [string, string, unknown, number])[] = [
  ["deny", "codex", said("PreToolUse", "deny"), 0],
  ["ask", "codex", said("PreToolUse", "deny"), 0],
  ["allow", "codex", null, 0],
  ["deny", "gemini", top, 0],
  ["ask", "gemini", top, 0],
  ["deny", "qwen", said("PreToolUse", "deny"), 0],
  ["ask", "qwen", said("PreToolUse", "ask"), 0],
  ["deny", "copilot", said("PreToolUse", "deny"), 0],
  ["ask", "copilot", said("PreToolUse", "ask"), 0],
  ["deny", "droid", said("PreToolUse", "deny"), 0],
  ["ask", "droid", said("PreToolUse", "deny"), 0],
  // It does not hear the answer, but the exit code.
  ["deny", "cursor", null, 2],
];

const GUARD = `grep -q '"tool_name":"Bash"' && cat "$HOME/answer.json"`;

for (const [decision, agent, stdout, code] of ROWS) {
  Deno.test(`a guard that says ${decision} is heard by ${agent}`, async () => {
    const hooks = {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: GUARD }] }],
    };
    const home = {
      ".claude/settings.json": JSON.stringify({ hooks }),
      "answer.json": JSON.stringify(said("PreToolUse", decision)),
    };
    await withWorld({ home }, async ({ env, project }) => {
      const event = {
        session_id: "s",
        cwd: project,
        tool_input: { command: "rm x" },
        ...GATES[agent],
      };
      const args = ["hooks", "fire", String(GATES[agent]!.hook_event_name)];
      for (const more of [[], ["--agent", agent]]) {
        const call = { args: [...args, ...more], stdin: JSON.stringify(event), env, cwd: project };
        const answer = await runBinary(call);
        const got = answer.stdout === "" ? null : JSON.parse(answer.stdout);
        assertEquals([got, answer.code], [stdout, code], answer.stderr);
      }
    });
  });
}

Deno.test("a guard sees Claude Code's event whatever the agent calls it, and fires by either name", async () => {
  const hooks = {
    PreToolUse: [{ hooks: [{ type: "command", command: 'cat > "$HOME/seen.json"' }] }],
  };
  const home = { ".claude/settings.json": JSON.stringify({ hooks }) };
  await withWorld({ home }, async ({ env, project, home }) => {
    const event = { session_id: "s", cwd: project, ...GATES.gemini, tool_name: "replace" };
    const stdin = JSON.stringify({ ...event, tool_input: { absolute_path: "/a b/ü" } });
    for (const name of ["BeforeTool", "PreToolUse"]) {
      const answer = await runBinary({ args: ["hooks", "fire", name], stdin, env, cwd: project });
      assertEquals(answer, { code: 0, stdout: "", stderr: "" });
      const seen = JSON.parse(Deno.readTextFileSync(`${home}/seen.json`));
      const { hook_event_name, tool_name, tool_input } = seen;
      assertEquals([hook_event_name, tool_name, tool_input.file_path], [
        "PreToolUse",
        "Edit",
        "/a b/ü",
      ]);
    }
  });
});

Deno.test("reading a SKILL.md is a shell command to a guard, not the use of a skill", async () => {
  const hooks = {
    PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }],
  };
  await withWorld(
    { home: { ".claude/settings.json": JSON.stringify({ hooks }) } },
    async ({ env, project }) => {
      const event = { ...GATES.codex, cwd: project, tool_input: { command: "cat a/SKILL.md" } };
      const stdin = JSON.stringify(event);
      const answer = await runBinary({
        args: ["hooks", "fire", "PreToolUse"],
        stdin,
        env,
        cwd: project,
      });
      assertEquals(JSON.parse(answer.stdout).hookSpecificOutput.permissionDecision, "deny");
    },
  );
});

Deno.test("an unknown event is wrong usage, whoever might have it", async () => {
  for (const name of ["Nothing", "beforeNothing", "BeforeNothing"]) {
    const { code, stdout } = await runBinary({ args: ["hooks", "fire", name], stdin: "{}" });
    assertEquals([code, stdout], [64, ""], name);
  }
});
