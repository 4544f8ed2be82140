/** What goes back to the agent is what came, byte for byte, but for the prompt. */
import { assertEquals } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { fakeHost } from "../support/fake_host.ts";

const PROMPT = '"Look \\u00e9 \\/x [CONTINUATION: /commit]"';

/** A tool's input with `P` where the prompt stands. */
const INPUTS = [
  '{"prompt":P}',
  '{"z":1.0,"2":"b","1":"a","prompt":P,"big":12345678901234567890,"e":1e400,"n":-0}',
  '{ "a" : [ 1,2 , {"prompt":"[CONTINUATION: /keep]"} ],\n"prompt" :  P , "\\u0070":null }',
  '{"description":"\\ud83d","__proto__":{"x":1},"prompt":P,"prompt2":"\\ud800"}',
  '{"prompt":"first [CONTINUATION: /x]","prompt":P}',
];
Deno.test("answer() gives a subagent's input back byte for byte but for its prompt", async () => {
  for (const input of INPUTS) {
    const event = `{"tool_name":"Agent","tool_input":${
      input.replace("P", PROMPT)
    },"hook_event_name":"PreToolUse"}`;
    const { stdout, stderr, code } = await answer(event, fakeHost());
    const expected = `"updatedInput":${input.replace("P", '"Look é /x"')}`;
    assertEquals([code, stderr, stdout.includes(expected)], [0, "", true], stdout);
    const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
    assertEquals(Object.keys(hookSpecificOutput), ["hookEventName", "updatedInput"]);
    assertEquals(systemMessage.split("\n").length, 1);
  }
});

Deno.test("answer() is silent where there is nothing to take out", async () => {
  for (const prompt of ["Look", "```\\n[CONTINUATION: /a]\\n```", ""]) {
    const event =
      `{"tool_name":"Task","tool_input":{"prompt":"${prompt}"},"hook_event_name":"PreToolUse"}`;
    assertEquals(await answer(event, fakeHost()), { stdout: "", stderr: "", code: 0 });
  }
});

Deno.test("answer() takes a chain out of an input that is nested too deeply to stay byte for byte", async () => {
  const deep = "[".repeat(600) + "]".repeat(600);
  const event =
    `{"tool_name":"Agent","tool_input":{"deep":${deep},"prompt":${PROMPT}},"hook_event_name":"PreToolUse"}`;
  const { stdout, code } = await answer(event, fakeHost());
  const { prompt } = JSON.parse(stdout).hookSpecificOutput.updatedInput;
  assertEquals([code, prompt], [0, "Look é /x"]);
});
