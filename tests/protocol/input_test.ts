/** What hook input must be, and what is said when it is not. */
import { assertEquals, assertThrows } from "@std/assert";
import {
  decodeInput,
  type HookInput,
  InputError,
  optionalString,
} from "../../src/protocol/input.ts";

const EMPTY = {
  promptId: undefined,
  event: "",
  sessionId: undefined,
  cwd: undefined,
  agentId: undefined,
  agentType: undefined,
};

const READ: readonly (readonly [text: string, input: Partial<HookInput>])[] = [
  ["{}", {}],
  [" \n{}\n", {}],
  ["\ufeff{}", {}],
  ['{"hook_event_name":"Stop"}', { event: "Stop" }],
  ['{"hook_event_name":null}', {}],
  ['{"prompt":"x"}', { event: "UserPromptSubmit" }],
  ['{"prompt":null}', { event: "UserPromptSubmit" }],
  ['{"hook_event_name":"Stop","prompt":"x"}', { event: "Stop" }],
  ['{"cwd":null,"session_id":"s"}', { sessionId: "s" }],
  ['{"unknown":{"deep":[1]}}', {}],
  [
    '{"hook_event_name":"E","session_id":"s","cwd":"/c","transcript_path":"/t","permission_mode":"m","agent_id":"i","agent_type":"t"}',
    {
      ...{ event: "E", sessionId: "s", cwd: "/c" },
      ...{ agentId: "i", agentType: "t" },
    },
  ],
];

const REFUSED: readonly (readonly [text: string, reason: string])[] = [
  ["", "standard input is empty"],
  [" \r\n", "standard input is empty"],
  ["\ufeff", "standard input is empty"],
  ["{", "standard input is not valid JSON: it ends inside the object"],
  ['{"a":"', "standard input is not valid JSON: it ends inside the object"],
  ["{a:1}", "standard input is not valid JSON"],
  ["nonsense", "standard input is not valid JSON"],
  ["{} {}", "standard input is not valid JSON"],
  ["null", "expected a JSON object: got null"],
  ["[{}]", "expected a JSON object: got list"],
  ['"text"', "expected a JSON object: got string"],
  ["5", "expected a JSON object: got number"],
  ['{"hook_event_name":5}', '"hook_event_name" must be a string: current value is 5'],
  ['{"cwd":{}}', '"cwd" must be a string: current value is object'],
  ['{"session_id":["s"]}', '"session_id" must be a string: current value is list'],
  ['{"agent_id":true}', '"agent_id" must be a string: current value is true'],
];

Deno.test("decodeInput() reads the common fields", () => {
  for (const [text, expected] of READ) {
    const { fields: _fields, text: _text, ...input } = decodeInput(text);
    assertEquals(input, { ...EMPTY, ...expected }, text);
  }
});

Deno.test("decodeInput() says in one line what is wrong", () => {
  for (const [text, reason] of REFUSED) {
    const error = assertThrows(() => decodeInput(text), InputError);
    assertEquals(error.message, `Cannot read hook input: ${reason}`, text);
  }
});

Deno.test("decodeInput() takes a field called __proto__ for a field", () => {
  const { event, fields } = decodeInput('{"__proto__":{"hook_event_name":"Stop","cwd":5}}');
  assertEquals([event, Object.keys(fields)], ["", ["__proto__"]]);
});

Deno.test("optionalString() names the field and its state", () => {
  assertEquals(optionalString({ a: "" }, "a"), "");
  assertEquals([optionalString({}, "a"), optionalString({ a: null }, "a")], [undefined, undefined]);
  for (const [value, state] of [[true, "true"], [[], "list"], [1, "1"]] as const) {
    const error = assertThrows(() => optionalString({ a: value }, "a"), InputError);
    assertEquals(
      error.message,
      `Cannot read hook input: "a" must be a string: current value is ${state}`,
    );
  }
});
