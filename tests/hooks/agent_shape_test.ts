/** The agent's own semantics, handler by handler and merged, with real shells. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { firePlace } from "./fire_support.ts";

const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };
const PROMPT = { prompt: "hello" };

/** A command that prints an answer. */
function says(event: string, specific: Record<string, unknown>, top = {}): string {
  const answer = { ...top, hookSpecificOutput: { hookEventName: event, ...specific } };
  return `cat <<'END'\n${JSON.stringify(answer)}\nEND`;
}

const permission = (permissionDecision: string, more = {}) =>
  says("PreToolUse", { permissionDecision, permissionDecisionReason: permissionDecision, ...more });

/** Event, commands of one group, and what the default output says. */
const ROWS: readonly {
  what: string;
  event: string;
  input: unknown;
  commands: readonly string[];
  code: number;
  stderr?: string;
  answer: unknown;
}[] = [
  {
    what: "exit 2 blocks with standard error as the reason",
    ...{ event: "PreToolUse", input: CALL, commands: ["echo no >&2; exit 2"], code: 2 },
    stderr: "no\n",
    answer: specific("PreToolUse", deny("no")),
  },
  {
    what: "exit 1 is reported and does not block",
    ...{ event: "PreToolUse", input: CALL, commands: ["echo oops >&2; exit 1"], code: 0 },
    answer: { systemMessage: 'Hook "echo oops >&2; exit 1" failed: exit status 1: oops' },
  },
  {
    what: "a command that is not there is reported and does not block",
    ...{ event: "PreToolUse", input: CALL, commands: ["/no/such/program 2>/dev/null"], code: 0 },
    answer: { systemMessage: 'Hook "/no/such/program 2>/dev/null" failed: exit status 127' },
  },
  {
    what: "JSON counts on every exit code",
    ...{ event: "PreToolUse", input: CALL, code: 2 },
    commands: [`${permission("deny")}\nexit 1`],
    answer: specific("PreToolUse", deny("deny")),
  },
  {
    what: "exit 2 cannot be undone by JSON",
    ...{ event: "PreToolUse", input: CALL, code: 2 },
    commands: [`${permission("allow")}\necho no >&2; exit 2`],
    answer: specific("PreToolUse", deny("no")),
  },
  {
    what: "deny beats defer, ask and allow",
    ...{ event: "PreToolUse", input: CALL, code: 2 },
    commands: ["allow", "deny", "ask", "defer"].map((word) => permission(word)),
    answer: specific("PreToolUse", deny("deny")),
  },
  {
    what: "defer beats ask and allow",
    ...{ event: "PreToolUse", input: CALL, code: 0 },
    commands: ["allow", "ask", "defer"].map((word) => permission(word)),
    answer: specific("PreToolUse", {
      permissionDecision: "defer",
      permissionDecisionReason: "defer",
    }),
  },
  {
    what: "an answer for another event is dropped and named",
    ...{ event: "PreToolUse", input: CALL, code: 0 },
    commands: [says("PostToolUse", { additionalContext: "x" })],
    answer: { systemMessage: /"hookEventName" must be "PreToolUse": got "PostToolUse"|must be/ },
  },
  {
    what: "a null where a string belongs drops the answer",
    ...{ event: "PreToolUse", input: CALL, code: 0 },
    commands: [says("PreToolUse", { additionalContext: null, permissionDecision: "allow" })],
    answer: { systemMessage: /"additionalContext" must be a string: got null/ },
  },
  {
    what: "equal changes of the input are one",
    ...{ event: "PreToolUse", input: CALL, code: 0 },
    commands: [
      permission("allow", { updatedInput: { a: 1, b: 2 } }),
      `${permission("allow", { updatedInput: { b: 2, a: 1 } })}\n`,
    ],
    answer: specific("PreToolUse", {
      permissionDecision: "allow",
      permissionDecisionReason: "allow",
      updatedInput: { a: 1, b: 2 },
    }),
  },
  {
    what: "plain text is context for a prompt",
    ...{ event: "UserPromptSubmit", input: PROMPT, commands: ["echo ' on main '"], code: 0 },
    answer: specific("UserPromptSubmit", { additionalContext: "on main" }),
  },
  {
    what: "plain text is nothing for a tool call",
    ...{ event: "PreToolUse", input: CALL, commands: ["echo hello"], code: 0, answer: undefined },
  },
  {
    what: "a blocked prompt says so in the event's own way",
    ...{ event: "UserPromptSubmit", input: PROMPT, code: 2 },
    commands: [`echo '{"decision":"block","reason":"secrets"}'`],
    stderr: "secrets\n",
    answer: { decision: "block", reason: "secrets" },
  },
  {
    what: "continue false stops, whatever else is said",
    ...{ event: "PreToolUse", input: CALL, code: 2 },
    commands: [permission("allow"), `echo '{"continue":false,"stopReason":"budget"}'`],
    stderr: "budget\n",
    answer: {
      continue: false,
      stopReason: "budget",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        permissionDecisionReason: "allow",
      },
    },
  },
  {
    what: "exit 2 on Stop keeps the agent going",
    ...{ event: "Stop", input: {}, commands: ["echo tests fail >&2; exit 2"], code: 2 },
    answer: { decision: "block", reason: "tests fail" },
  },
  {
    what: "on Stop a demand to stop beats a block",
    ...{ event: "Stop", input: {}, code: 0 },
    commands: ["exit 2", `echo '{"continue":false,"stopReason":"enough"}'`],
    answer: { continue: false, stopReason: "enough", decision: "block", reason: /refused by/ },
  },
  {
    what: "exit 2 on SessionStart is shown to the user",
    ...{ event: "SessionStart", input: {}, commands: ["echo hm >&2; exit 2"], code: 0 },
    answer: { systemMessage: "hm" },
  },
  {
    what: "exit 2 on PermissionRequest does nothing",
    ...{ event: "PermissionRequest", input: CALL, commands: ["exit 2"], code: 0 },
    answer: undefined,
  },
  {
    what: "the path of a worktree is passed on as text",
    ...{ event: "WorktreeCreate", input: { name: "x" }, commands: ["echo /tmp/wt"], code: 0 },
    answer: "/tmp/wt",
  },
  {
    what: "any failure of a worktree hook fails it",
    ...{ event: "WorktreeCreate", input: { name: "x" }, commands: ["exit 7"], code: 2 },
    stderr: "exit status 7\n",
    answer: undefined,
  },
  {
    what: "PostToolUse feedback reaches the model",
    ...{ event: "PostToolUse", input: CALL, commands: ["echo lint >&2; exit 2"], code: 2 },
    answer: { decision: "block", reason: "lint" },
  },
  {
    what: "an elicitation is declined",
    ...{ event: "Elicitation", input: { mcp_server_name: "m", message: "?" }, code: 2 },
    commands: ["echo no >&2; exit 2"],
    answer: specific("Elicitation", { action: "decline" }),
  },
];

function specific(event: string, fields: Record<string, unknown>): unknown {
  return { hookSpecificOutput: { hookEventName: event, ...fields } };
}

function deny(reason: string): Record<string, unknown> {
  return { permissionDecision: "deny", permissionDecisionReason: reason };
}

for (const { what, event, input, commands, code, stderr, answer } of ROWS) {
  Deno.test(`fire: ${what}`, async () => {
    await using place = await firePlace();
    const group = { hooks: commands.map((command) => ({ type: "command", command })) };
    const fired = await place.fire(event, input, { hooks: { [event]: [group] }, args: [] });
    assertEquals(fired.code, code, fired.stderr);
    if (stderr !== undefined) assertEquals(fired.stderr, stderr);
    compare(fired.stdout, answer);
  });
}

/** Patterns stand for texts that are not compared word for word. */
function compare(stdout: string, expected: unknown): void {
  if (expected === undefined) assertEquals(stdout, "");
  else if (typeof expected === "string") assertEquals(stdout, `${expected}\n`);
  else {
    const actual: Record<string, unknown> = JSON.parse(stdout);
    const entries = Object.entries(expected as Record<string, unknown>);
    assertEquals(Object.keys(actual).sort(), entries.map(([key]) => key).sort());
    for (const [key, value] of entries) {
      if (value instanceof RegExp) assertMatch(String(actual[key]), value);
      else assertEquals(actual[key], value);
    }
  }
}

Deno.test("fire: different changes of one input are an error that names both, and no call", async () => {
  await using place = await firePlace();
  const command = (value: string) =>
    `${permission("allow", { updatedInput: { value } })}\n# ${value}`;
  const hooks = ["one", "two"].map((value) => ({ type: "command", command: command(value) }));
  const { json, code } = await place.fire("PreToolUse", CALL, {
    hooks: { PreToolUse: [{ hooks }] },
  });
  assertEquals([code, json.merged.decision, json.merged.updates], [2, "deny", {}]);
  assertMatch(
    json.merged.errors[0],
    /Hooks .*\[0\]\) and .*\[1\]\) set different values for "updatedInput"/,
  );
});

Deno.test("fire: contexts of several handlers keep their sources and configuration order", async () => {
  await using place = await firePlace();
  const commands = [`sleep 0.1; ${says("Stop", { additionalContext: "first" })}`];
  commands.push(says("Stop", { additionalContext: "second" }));
  const hooks = { Stop: [{ hooks: commands.map((command) => ({ type: "command", command })) }] };
  const { stdout } = await place.fire("Stop", {}, { hooks, args: [] });
  const { additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  assertMatch(additionalContext, /^\["sleep 0\.1.*\]\nfirst\n\n\["cat.*\]\nsecond$/s);
});

Deno.test("fire: identical handlers run once, and the strictest copy counts", async () => {
  await using place = await firePlace();
  const command = `echo x >> ${place.directory}/count; exit 3`;
  const one = { type: "command", command };
  const groups = [{ hooks: [one] }, { matcher: "Bash", hooks: [{ ...one, onFailure: "block" }] }];
  const { json, code } = await place.fire("PreToolUse", CALL, { hooks: { PreToolUse: groups } });
  assertEquals([place.read("count"), code], ["x\n", 2]);
  assertStringIncludes(json.handlers[1].why, "the same as");
});

Deno.test("fire: flat handlers stop at the first block, groups run all the same", async () => {
  await using place = await firePlace();
  const note = (name: string, code: number) => ({
    type: "command",
    command: `echo ${name} >> ${place.directory}/ran; exit ${code}`,
  });
  const hooks = {
    PreToolUse: [note("a", 0), note("b", 1), note("c", 0), { hooks: [note("d", 0)] }],
  };
  const { json } = await place.fire("PreToolUse", CALL, { hooks });
  assertEquals(place.read("ran")!.trim().split("\n").sort(), ["a", "b", "d"]);
  assertStringIncludes(json.handlers[2].why, "before it in the flat list blocked");
});
