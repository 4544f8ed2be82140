/** What firing remembers within a session: `once`, the cap on blocked stops, the circuit breaker. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { firePlace } from "./fire_support.ts";

const S1 = { session_id: "s1", tool_name: "Bash", tool_input: { command: "ls" } };

function group(command: string, more: Record<string, unknown> = {}): unknown {
  return { hooks: [{ type: "command", command, ...more }] };
}

Deno.test("a handler with once runs once per session", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [group(`echo x >> ${place.directory}/ran`, { once: true })] };
  const fire = (input: unknown, env = {}) => place.fire("PreToolUse", input, { hooks, env });
  await fire(S1);
  const { json } = await fire(S1);
  assertEquals([place.read("ran"), json.handlers[0].runs], ["x\n", false]);
  assertStringIncludes(json.handlers[0].why, "once");
  await fire({ ...S1, session_id: "s2" });
  assertEquals(place.read("ran"), "x\nx\n");
  // Without a session there is nothing to remember it by.
  const NONE = { CLAUDE_CODE_SESSION_ID: "" };
  for (const env of [{}, {}, NONE, NONE]) await fire({ ...S1, session_id: undefined }, env);
  assertEquals(place.read("ran"), "x\n".repeat(6));
});

Deno.test("the end of a session leaves nothing behind", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [group("true", { once: true })] };
  await place.fire("PreToolUse", S1, { hooks });
  const sessions = () => [...Deno.readDirSync(`${place.directory}/state/skillhook/fired`)].length;
  assertEquals(sessions(), 1);
  await place.fire("SessionEnd", { session_id: "s1" }, { hooks });
  assertEquals(sessions(), 0);
});

Deno.test("a handler with once that blocks or fails is asked again", async () => {
  await using place = await firePlace();
  for (const code of [2, 1]) {
    const hooks = { PreToolUse: [group(`exit ${code}`, { once: true })] };
    await place.fire("PreToolUse", S1, { hooks });
    const { json } = await place.fire("PreToolUse", S1, { hooks });
    assertEquals(json.handlers[0].runs, true);
  }
});

Deno.test("after 8 blocked stops in a row the agent stops, and is told why", async () => {
  await using place = await firePlace();
  const hooks = { Stop: [group("echo more >&2; exit 2")], PreToolUse: [] };
  const stop = async (active = true) => {
    const input = { session_id: "s1", stop_hook_active: active };
    return (await place.fire("Stop", input, { hooks })).json.merged;
  };
  for (let round = 0; round < 8; round++) assertEquals((await stop(round > 0)).blocked, true);
  const ninth = await stop();
  assertEquals(ninth.blocked, false);
  assertStringIncludes(ninth.system_messages[0], "blocked 8 times in a row");
  // A tool call in between, a new turn and another agent begin anew.
  for (let round = 0; round < 8; round++) await stop();
  await place.fire("PreToolUse", S1, { hooks });
  for (let round = 0; round < 8; round++) assertEquals((await stop()).blocked, true);
  assertEquals((await stop(false)).blocked, true);
});

Deno.test("the cap on blocked stops can be moved and turned off", async () => {
  await using place = await firePlace();
  const hooks = { SubagentStop: [group("exit 2")] };
  const blocks = async (cap: string, session_id: string) => {
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap };
    const seen: boolean[] = [];
    for (let round = 0; round < 3; round++) {
      const { json } = await place.fire("SubagentStop", {
        session_id,
        agent_id: "a",
        stop_hook_active: true,
      }, { hooks, env });
      seen.push(json.merged.blocked);
    }
    return seen;
  };
  assertEquals(await blocks("2", "s1"), [true, true, false]);
  assertEquals(await blocks("0", "s2"), [true, true, true]);
});

Deno.test("the circuit breaker is off unless asked for", async () => {
  await using place = await firePlace();
  const hooks = { PostToolUse: [group("exit 1")] };
  for (let round = 0; round < 7; round++) {
    const { json } = await place.fire("PostToolUse", S1, { hooks });
    assertEquals(json.handlers[0].runs, true);
  }
});

Deno.test("the circuit breaker leaves an advisory handler out after 5 failures, and says so once", async () => {
  await using place = await firePlace();
  place.write("home/.claude/skillhook.yaml", "breaker: true\n");
  const hooks = { PostToolUse: [group(`test -e ${place.directory}/fine`)] };
  const fire = async () => (await place.fire("PostToolUse", S1, { hooks })).json;
  const isSaid = ({ merged }: { merged: { system_messages: string[] } }) =>
    merged.system_messages.some((text) => text.includes("5 times in a row"));
  for (let round = 0; round < 4; round++) assertEquals(isSaid(await fire()), false);
  place.write("fine", "");
  await fire();
  Deno.removeSync(`${place.directory}/fine`);
  for (let round = 0; round < 4; round++) assertEquals(isSaid(await fire()), false);
  assertEquals(isSaid(await fire()), true);
  const after = await fire();
  assertEquals([after.handlers[0].runs, isSaid(after)], [false, false]);
});

Deno.test("the circuit breaker never leaves out a guard", async () => {
  await using place = await firePlace();
  place.write("home/.claude/skillhook.yaml", "breaker: 2\n");
  const hooks = { PreToolUse: [group("exit 1")] };
  for (let round = 0; round < 4; round++) {
    const { json } = await place.fire("PreToolUse", S1, { hooks });
    assertEquals(json.handlers[0].runs, true);
  }
  place.write("home/.claude/skillhook.yaml", "breaker: 2\nfailure: { PreToolUse: open }\n");
  for (let round = 0; round < 3; round++) {
    const { json } = await place.fire("PreToolUse", S1, { hooks });
    assertEquals(json.handlers[0].runs, round < 2);
  }
});

Deno.test("a state directory that cannot be used is said and changes nothing else", async () => {
  await using place = await firePlace();
  place.write("state", "a file in its place");
  const hooks = { PreToolUse: [group("true", { once: true }), group("exit 2")] };
  const { code, stderr } = await place.fire("PreToolUse", S1, { hooks });
  assertEquals(code, 2);
  assertStringIncludes(stderr, "Cannot remember what ran in this session");
});
