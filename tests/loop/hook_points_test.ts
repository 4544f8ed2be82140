/** Where the loop fires hooks, and what it makes of their answers: what was seen of the agent, row by row. */
import { assertEquals } from "@std/assert";
import { calls, played, type PlayWorld, specific } from "./played.ts";

interface Row extends PlayWorld {
  /** The events in order, without the session's start and end. */
  readonly order: string;
  /** What the model was shown last, before what it says in its last turn. */
  readonly shown?: readonly string[];
  /** Text, terminal reason, turns. */
  readonly result: readonly [text: string, terminal: string, turns: number];
  readonly denied?: number;
}

const ECHO = calls("Bash", { command: "echo a" });
const DONE = { text: "Done." };
const ALLOWED = { allow: ["Bash"] };
const ONE_CALL = "UserPromptSubmit PreToolUse PostToolUse PostToolBatch Stop";
const NOT_RUN = "UserPromptSubmit PreToolUse PostToolBatch Stop";
const STOP = JSON.stringify({ continue: false, stopReason: "enough" });
const block = (reason: string) => JSON.stringify({ decision: "block", reason });
const CALLED = 'assistant: Bash({"command":"echo a"})';

const ROWS: Readonly<Record<string, Row>> = {
  "an answer alone": {
    ...{ turns: [DONE], order: "UserPromptSubmit Stop" },
    ...{ shown: ["user: go"], result: ["Done.", "completed", 1] },
  },
  "a call that is allowed": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    ...{ shown: [CALLED, "user: result: ran echo a"], result: ["Done.", "completed", 2] },
  },
  "a hook that denies": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: NOT_RUN, denied: 1 },
    hooks: {
      PreToolUse: specific("PreToolUse", {
        permissionDecision: "deny",
        permissionDecisionReason: "no",
      }),
    },
    shown: [CALLED, "user: error: Hook blocked tool execution: no"],
    result: ["Done.", "completed", 2],
  },
  "a hook that exits with 2": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: NOT_RUN, denied: 1 },
    hooks: { PreToolUse: { code: 2, stderr: "no echo\n" } },
    shown: [CALLED, "user: error: Hook blocked tool execution: no echo"],
    result: ["Done.", "completed", 2],
  },
  "a hook that fails in another way": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    hooks: { PreToolUse: { code: 1, stderr: "broken" } },
    shown: [CALLED, "user: result: ran echo a"],
    result: ["Done.", "completed", 2],
  },
  "a hook that takes too long": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    hooks: { PreToolUse: { durationMs: Infinity, stdout: block("late") } },
    shown: [CALLED, "user: result: ran echo a"],
    result: ["Done.", "completed", 2],
  },
  "a hook that changes the input": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    hooks: { PreToolUse: specific("PreToolUse", { updatedInput: { command: "echo b" } }) },
    shown: [CALLED, "user: result: ran echo b"],
    result: ["Done.", "completed", 2],
  },
  "hooks that add context around a call": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    hooks: {
      PreToolUse: specific("PreToolUse", { additionalContext: "before" }),
      PostToolUse: specific("PostToolUse", { additionalContext: "after" }),
      PostToolBatch: specific("PostToolBatch", { additionalContext: "all" }),
    },
    shown: [
      CALLED,
      "user: result: ran echo a",
      "system: PreToolUse:Bash hook additional context: before\n\n" +
      "PostToolUse:Bash hook additional context: after\n\nPostToolBatch hook additional context: all",
    ],
    result: ["Done.", "completed", 2],
  },
  "a hook that refuses the result": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    hooks: { PostToolUse: block("wrong") },
    shown: [
      CALLED,
      "user: result: ran echo a",
      'system: PostToolUse:Bash hook blocking error from command: "hook PostToolUse": wrong',
    ],
    result: ["Done.", "completed", 2],
  },
  "a hook that puts another output in place": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: ONE_CALL },
    hooks: { PostToolUse: specific("PostToolUse", { updatedToolOutput: { stdout: "other" } }) },
    shown: [CALLED, "user: result: other"],
    result: ["Done.", "completed", 2],
  },
  "a call that nobody allowed": {
    turns: [ECHO, DONE],
    order: "UserPromptSubmit PreToolUse PermissionRequest PostToolBatch Stop",
    shown: [
      CALLED,
      "user: error: Claude requested permissions to use Bash, but you haven't granted it yet.",
    ],
    ...{ result: ["Done.", "completed", 2], denied: 1 },
  },
  "a hook that allows what was asked": {
    turns: [ECHO, DONE],
    order: "UserPromptSubmit PreToolUse PermissionRequest PostToolUse PostToolBatch Stop",
    hooks: {
      PermissionRequest: specific("PermissionRequest", {
        decision: { behavior: "allow", updatedInput: { command: "echo c" } },
      }),
    },
    ...{ shown: [CALLED, "user: result: ran echo c"], result: ["Done.", "completed", 2] },
  },
  "a hook that denies what was asked": {
    turns: [ECHO, DONE],
    order: "UserPromptSubmit PreToolUse PermissionRequest PostToolBatch Stop",
    hooks: {
      PermissionRequest: specific("PermissionRequest", {
        decision: { behavior: "deny", message: "never" },
      }),
    },
    ...{ shown: [CALLED, "user: error: never"], result: ["Done.", "completed", 2], denied: 1 },
  },
  "a hook that denies and breaks off": {
    turns: [ECHO],
    order: "UserPromptSubmit PreToolUse PermissionRequest",
    hooks: {
      PermissionRequest: specific("PermissionRequest", {
        decision: { behavior: "deny", message: "never", interrupt: true },
      }),
    },
    ...{ result: ["", "aborted_tools", 2], denied: 1 },
  },
  "a hook that allows what a rule denies": {
    ...{ turns: [ECHO, DONE], deny: ["Bash(echo *)"], order: NOT_RUN, denied: 1 },
    hooks: { PreToolUse: specific("PreToolUse", { permissionDecision: "allow" }) },
    shown: [CALLED, "user: error: Permission to use Bash with command echo a has been denied."],
    result: ["Done.", "completed", 2],
  },
  "a rule that denies every tool": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], deny: ["*"], order: NOT_RUN, denied: 1 },
    shown: [CALLED, "user: error: Permission to use Bash with command echo a has been denied."],
    result: ["Done.", "completed", 2],
  },
  "a hook that allows where no rule is": {
    ...{ turns: [ECHO, DONE], order: ONE_CALL },
    hooks: { PreToolUse: specific("PreToolUse", { permissionDecision: "allow" }) },
    ...{ shown: [CALLED, "user: result: ran echo a"], result: ["Done.", "completed", 2] },
  },
  "a hook that asks, with nobody there": {
    ...{ ...ALLOWED, turns: [ECHO, DONE], order: NOT_RUN, denied: 1 },
    hooks: {
      PreToolUse: specific("PreToolUse", {
        permissionDecision: "ask",
        permissionDecisionReason: "sure?",
      }),
    },
    ...{ shown: [CALLED, "user: error: sure?"], result: ["Done.", "completed", 2] },
  },
  "a hook that puts off": {
    ...{ ...ALLOWED, turns: [ECHO], order: "UserPromptSubmit PreToolUse" },
    hooks: { PreToolUse: specific("PreToolUse", { permissionDecision: "defer" }) },
    result: ["", "tool_deferred", 1],
  },
  "a hook before a call that stops everything": {
    ...{ ...ALLOWED, turns: [ECHO], order: "UserPromptSubmit PreToolUse PostToolUse" },
    ...{ hooks: { PreToolUse: STOP }, result: ["", "hook_stopped", 2] },
  },
  "a hook after a call that stops everything": {
    ...{ ...ALLOWED, turns: [ECHO], order: "UserPromptSubmit PreToolUse PostToolUse" },
    ...{ hooks: { PostToolUse: STOP }, result: ["", "hook_stopped", 2] },
  },
  "a hook after all calls that stops everything": {
    ...{ ...ALLOWED, turns: [ECHO] },
    order: "UserPromptSubmit PreToolUse PostToolUse PostToolBatch",
    ...{ hooks: { PostToolBatch: block("no") }, result: ["", "hook_stopped", 2] },
  },
  "a tool that fails": {
    ...{ ...ALLOWED, turns: [ECHO, DONE] },
    commands: [["/bin/sh -c run-bash", { code: 3, stdout: "out\n", stderr: "err\n" }]],
    hooks: { PostToolUseFailure: specific("PostToolUseFailure", { additionalContext: "hint" }) },
    order: "UserPromptSubmit PreToolUse PostToolUseFailure PostToolBatch Stop",
    shown: [
      CALLED,
      "user: error: Exit code 3\nout\nerr",
      "system: PostToolUseFailure:Bash hook additional context: hint",
    ],
    result: ["Done.", "completed", 2],
  },
  "a tool that there is not": {
    ...{ turns: [calls("Nope"), DONE], order: "UserPromptSubmit PostToolBatch Stop" },
    shown: [
      "assistant: Nope({})",
      "user: error: <tool_use_error>Error: No such tool available: Nope</tool_use_error>",
    ],
    result: ["Done.", "completed", 2],
  },
  "a prompt that is refused": {
    ...{ turns: [], order: "UserPromptSubmit", hooks: { UserPromptSubmit: block("not now") } },
    result: [
      "UserPromptSubmit operation blocked by hook:\nnot now\n\nOriginal prompt: go",
      "completed",
      0,
    ],
  },
  "a prompt that is stopped": {
    ...{ turns: [], order: "UserPromptSubmit", hooks: { UserPromptSubmit: STOP } },
    result: ["Operation stopped by hook: enough", "completed", 0],
  },
  "a context for a prompt, plain and as JSON": {
    ...{ turns: [DONE], order: "UserPromptSubmit Stop" },
    hooks: {
      SessionStart: "welcome\n",
      UserPromptSubmit: specific("UserPromptSubmit", { additionalContext: "think" }),
    },
    shown: [
      "user: go",
      "system: SessionStart:startup hook success: welcome\n\n" +
      "UserPromptSubmit hook additional context: think",
    ],
    result: ["Done.", "completed", 1],
  },
  "a first message from a hook": {
    ...{ turns: [{ text: "A." }, DONE], order: "UserPromptSubmit Stop UserPromptSubmit Stop" },
    hooks: {
      SessionStart: [specific("SessionStart", { initialUserMessage: "first" })],
    },
    ...{ shown: ["assistant: A.", "user: go"], result: ["Done.", "completed", 1] },
  },
  "a stop that is refused once": {
    ...{ turns: [{ text: "A." }, DONE], order: "UserPromptSubmit Stop Stop" },
    hooks: { Stop: [block("go on")] },
    shown: [
      "assistant: A.",
      "user: Stop hook feedback:\ngo on",
      'system: Stop hook blocking error from command: "hook Stop": go on',
    ],
    result: ["Done.", "completed", 2],
  },
  "a stop that is refused by exit code 2": {
    ...{ turns: [{ text: "A." }, DONE], order: "UserPromptSubmit Stop Stop" },
    hooks: { Stop: [{ code: 2, stderr: "go on\n" }] },
    shown: ["assistant: A.", "user: Stop hook feedback:\n[hook Stop]: go on\n"],
    result: ["Done.", "completed", 2],
  },
  "a context at a stop": {
    ...{ turns: [{ text: "A." }, DONE], order: "UserPromptSubmit Stop Stop" },
    hooks: { Stop: [specific("Stop", { additionalContext: "more" })] },
    shown: [
      "assistant: A.",
      "user: <system-reminder>\nStop hook additional context: more\n</system-reminder>",
    ],
    result: ["Done.", "completed", 1],
  },
  "a stop that must be": {
    ...{ turns: [DONE], order: "UserPromptSubmit Stop", hooks: { Stop: STOP } },
    result: ["Done.", "stop_hook_prevented", 1],
  },
  "a stop that is refused for ever": {
    turns: Array.from({ length: 9 }, () => DONE),
    order: `UserPromptSubmit${" Stop".repeat(9)}`,
    ...{ hooks: { Stop: block("go on") }, result: ["Done.", "completed", 9] },
  },
  "a script that runs out": {
    ...{ ...ALLOWED, turns: [ECHO] },
    order: "UserPromptSubmit PreToolUse PostToolUse PostToolBatch StopFailure",
    result: [
      "The script has only 1 turn, and one more is asked for: add a line to it",
      "model_error",
      2,
    ],
  },
  "a model that goes on and on": {
    ...{ ...ALLOWED, turns: [ECHO, ECHO, ECHO], maxTurns: 2 },
    order: "UserPromptSubmit" + " PreToolUse PostToolUse PostToolBatch".repeat(2),
    result: ["Reached the maximum number of turns (2)", "max_turns", 3],
  },
  "a model that was not shown what it expects": {
    turns: [{ text: "A.", expect: { contains: "never" } }],
    order: "UserPromptSubmit StopFailure",
    result: [
      'Turn 1 of the script: the model was not shown "never"; it was last shown: go',
      "model_error",
      1,
    ],
  },
};

for (const [name, row] of Object.entries(ROWS)) {
  Deno.test(`the loop knows ${name}`, async () => {
    const { order, result, requests, shown } = await played(row);
    assertEquals(order.join(" "), `SessionStart ${row.order} SessionEnd`);
    assertEquals([result.result, result.terminal_reason, result.num_turns], row.result);
    assertEquals(result.permission_denials.length, row.denied ?? 0);
    if (row.shown !== undefined) assertEquals(shown(requests.length - 1), row.shown);
  });
}

Deno.test("what hooks are told has the fields of the agent's, and no others", async () => {
  const { fired } = await played({
    turns: [ECHO, DONE],
    allow: ["Bash"],
  });
  const keys = (name: string) =>
    Object.keys(fired.find(({ hook_event_name }) => hook_event_name === name)!).sort();
  const common = ["cwd", "hook_event_name", "session_id", "transcript_path"];
  const turn = [...common, "permission_mode", "prompt_id"];
  const tool = [...turn, "effort", "tool_input", "tool_name", "tool_use_id"];
  assertEquals(keys("SessionStart"), [...common, "source"].sort());
  assertEquals(keys("UserPromptSubmit"), [...turn, "prompt"].sort());
  assertEquals(keys("PreToolUse"), [...tool].sort());
  assertEquals(keys("PostToolUse"), [...tool, "duration_ms", "tool_response"].sort());
  assertEquals(keys("PostToolBatch"), [...turn, "effort", "tool_calls"].sort());
  assertEquals(
    keys("Stop"),
    [
      ...turn,
      ...["effort", "stop_hook_active", "last_assistant_message"],
      ...["background_tasks", "session_crons"],
    ].sort(),
  );
  assertEquals(keys("SessionEnd"), [...common, "prompt_id", "reason"].sort());
  assertEquals(new Set(fired.map(({ session_id }) => session_id)).size, 1);
});
