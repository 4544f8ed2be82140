/** What handlers do to the machine: at the same time, within their deadlines, with nothing left behind. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { firePlace } from "./fire_support.ts";

const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };

function group(...commands: (string | Record<string, unknown>)[]): unknown {
  const hooks = commands.map((item) => {
    return { type: "command", ...(typeof item === "string" ? { command: item } : item) };
  });
  return { hooks };
}

function isAlive(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A killed process whose parent is gone may stay a moment until the system's first process has reaped it. */
function isGone(pid: number): boolean {
  return !isAlive(pid) || stateOf(pid) === "Z";
}

/** As Linux tells it; elsewhere a process that is alive is all there is to know. */
function stateOf(pid: number): string | undefined {
  try {
    return /\) (\w)/.exec(Deno.readTextFileSync(`/proc/${pid}/stat`))?.[1];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

Deno.test("20 handlers run at the same time: each ends only when all have begun; results in order", async () => {
  await using place = await firePlace();
  const all = 20;
  // One that ran before the others had begun would wait for them until its limit, and say so.
  const commands = Array.from({ length: all }, (_, index) =>
    [
      `: > '${place.directory}/begun-${index}'`,
      `until [ $(ls '${place.directory}' | grep -c ^begun-) = ${all} ]; do sleep 0.02; done`,
      `echo ${index} >&2`,
    ].join("; "));
  const hooks = { PreToolUse: [group(...commands.map((command) => ({ command, timeout: 60 })))] };
  const { json } = await place.fire("PreToolUse", CALL, { hooks });
  const said = json.handlers.map(({ outcome, stderr }: { outcome: string; stderr: string }) =>
    `${outcome} ${stderr.trim()}`
  );
  assertEquals(said, commands.map((_, index) => `exited ${index}`));
});

Deno.test("a handler that ignores SIGTERM is gone after its deadline, grandchildren included", async () => {
  await using place = await firePlace();
  const script = place.write(
    "stubborn.sh",
    `#!/bin/sh
trap '' TERM
(trap '' TERM; sleep 60 & echo $! >> '${place.directory}/pids'; wait) &
echo $! >> '${place.directory}/pids'
echo $$ >> '${place.directory}/pids'
while :; do sleep 1; done
`,
    0o755,
  );
  // A hundred times what the script needs to start its processes.
  const hooks = { PreToolUse: [group({ command: script, timeout: 1.5 })] };
  const { json, code } = await place.fire("PreToolUse", CALL, { hooks });
  assertEquals([code, json.handlers[0].outcome], [0, "timeout"]);
  assertStringIncludes(json.merged.failures[0], "no answer within 1.5 s");
  const pids = place.read("pids")!.trim().split("\n").map(Number);
  assertEquals(pids.length, 3);
  for (const pid of pids) {
    assert(await eventually(() => isGone(pid)), `process ${pid} is still there`);
  }
});

Deno.test("an async handler is started with the whole event and not waited for", async () => {
  await using place = await firePlace();
  // It ends only when it is told to, after the event was answered.
  const command = `cat > '${place.directory}/late'
until [ -e '${place.directory}/go' ]; do sleep 0.02; done
echo done >> '${place.directory}/late'`;
  const hooks = { PreToolUse: [group({ command, async: true })] };
  const { json } = await place.fire("PreToolUse", CALL, { hooks });
  assertEquals(json.handlers[0].outcome, "started");
  place.write("go", "");
  assert(await eventually(() => place.read("late")?.includes("done") === true));
  const [event, done] = place.read("late")!.trim().split("\n");
  assertEquals([JSON.parse(event!).tool_name, done], ["Bash", "done"]);
});

/** What a handler with asyncRewake does, with --wait or without → what is said about it. */
const REWAKES:
  readonly (readonly [end: string, args: string[], note: RegExp, context: string[]])[] = [
    ["echo late >&2; exit 2", ["--json", "--wait"], /^wakes the model$/, ["late"]],
    ["echo fine; exit 0", ["--json", "--wait"], /exit code 0, wakes nobody/, []],
    ["echo late >&2; exit 2", ["--json"], /not waited for: --wait waits/, []],
  ];

Deno.test("fire waits for asyncRewake where it is asked to, and refuses nothing by it", async () => {
  await using place = await firePlace();
  for (const [command, args, note, contexts] of REWAKES) {
    const hooks = { PreToolUse: [group({ command, async: true, asyncRewake: true })] };
    const { code, json } = await place.fire("PreToolUse", { tool_name: "Bash" }, { hooks, args });
    assertEquals([code, json.merged.blocked], [0, false], command);
    assertEquals(json.merged.contexts.map(({ text }: { text: string }) => text), contexts);
    assertMatch(json.handlers[0].notes?.[0] ?? json.handlers[0].effect, note);
  }
});

Deno.test("TOOL_INPUT is what was received, to the byte", async () => {
  await using place = await firePlace();
  const inputs = ['{"command":"rm x"}', '{ "command" : "a\\u00e9",\n  "n": 1e400 }', '"text"'];
  for (const input of inputs) {
    const command = 'printf %s "$TOOL_INPUT" > out';
    const event = `{"tool_name": "Bash", "tool_input": ${input}, "x": {"tool_input": {}}}`;
    await place.fire("PreToolUse", event, { hooks: { PreToolUse: [group({ command })] } });
    assertEquals(place.read("project/out"), input === '"text"' ? "text" : input);
  }
});

Deno.test("what a flat SessionStart prints is context", async () => {
  await using place = await firePlace();
  const hooks = { SessionStart: [{ type: "command", command: "echo set up" }] };
  const { json } = await place.fire("SessionStart", {}, { hooks });
  assertEquals(json.merged.contexts.map(({ text }: { text: string }) => text), ["set up"]);
});

Deno.test("exec form starts the program itself, with the agent's names filled in", async () => {
  await using place = await firePlace();
  const hooks = {
    PreToolUse: [group({
      command: "printf",
      args: ["%s|", "${CLAUDE_PROJECT_DIR}/x y", "$HOME", "${OTHER}", ";"],
    })],
  };
  const { json } = await place.fire("PreToolUse", CALL, { hooks });
  const project = `${place.directory}/project`;
  assertEquals(json.handlers[0].stdout, `${project}/x y|$HOME|\${OTHER}|;|`);
});

Deno.test("bash is used where the handler says so", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [group({ command: "echo ${BASH_VERSION:+bash}", shell: "bash" })] };
  const { json } = await place.fire("PreToolUse", CALL, { hooks });
  assertEquals(json.handlers[0].stdout, "bash\n");
});

Deno.test("values over 100 KB are cut in the environment and whole on standard input", async () => {
  await using place = await firePlace();
  const long = "é".repeat(300_000);
  const command =
    'printf %s "$USER_MESSAGE" | wc -c; printf %s "$USER_MESSAGE" | tail -n 1; echo; wc -c';
  const hooks = { UserPromptSubmit: [group(command)] };
  const { json } = await place.fire("UserPromptSubmit", { prompt: long }, { hooks });
  const [inEnvironment, notice, onStdin] = json.handlers[0].stdout.trim().split("\n");
  assert(Number(inEnvironment) <= 102_400 && Number(inEnvironment) > 102_000, inEnvironment);
  assertStringIncludes(notice, "600000 bytes in all");
  assert(Number(onStdin) > 600_000, onStdin);
});

Deno.test("a handler that does not read and one that prints without end are both fine", async () => {
  await using place = await firePlace();
  const hooks = { UserPromptSubmit: [group("true", "yes | head -c 30000000")] };
  const { json, code } = await place.fire("UserPromptSubmit", { prompt: "x".repeat(3_000_000) }, {
    hooks,
  });
  assertEquals(code, 0);
  assertStringIncludes(json.handlers[1].stdout, "were cut here");
  const { additionalContext } = JSON.parse(json.merged.stdout).hookSpecificOutput;
  assert(additionalContext.length < 10_000, additionalContext.length);
});

Deno.test("handlers see the agent's variables and the seed's, and none of another event", async () => {
  await using place = await firePlace();
  const names = [
    ...["HOOK_EVENT", "TOOL_NAME", "TOOL_INPUT", "TOOL_OUTPUT", "TOOL_IS_ERROR", "USER_MESSAGE"],
    ...["CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ID", "CLAUDECODE", "MINE"],
  ];
  const hooks = { PostToolUse: [group(names.map((name) => `echo "\${${name}-unset}"`).join(";"))] };
  const input = { ...CALL, session_id: "s1", tool_response: { stdout: "a" }, is_error: true };
  const env = { MINE: "kept", USER_MESSAGE: "left over" };
  const { json } = await place.fire("PostToolUse", input, { hooks, env });
  assertEquals(json.handlers[0].stdout.trim().split("\n"), [
    ...["PostToolUse", "Bash", '{"command":"ls"}', '{"stdout":"a"}', "true", "unset"],
    ...[`${place.directory}/project`, "s1", "1", "kept"],
  ]);
});
