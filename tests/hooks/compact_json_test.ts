/** Blanks go, everything else stays. */
import { assertEquals } from "@std/assert";
import { compactJson } from "../../src/hooks/fired_event.ts";
import { firePlace } from "./fire_support.ts";

const ROWS: readonly [written: string, compact: string][] = [
  ["{}", "{}"],
  ['{ "a" : [ 1 , 2.50 ] }', '{"a":[1,2.50]}'],
  [
    '{\n\t"a b": " x  y ",\r\n "c": 12345678901234567890 }',
    '{"a b":" x  y ","c":12345678901234567890}',
  ],
  [
    '{"a": "say \\"hi\\" : , ", "b": "\\\\", "c": "\\\\\\" : "}',
    '{"a":"say \\"hi\\" : , ","b":"\\\\","c":"\\\\\\" : "}',
  ],
];

for (const [written, compact] of ROWS) {
  Deno.test(`compactJson() writes ${compact}`, () => {
    assertEquals(compactJson(written), compact);
    assertEquals(JSON.parse(compact), JSON.parse(written));
  });
}

Deno.test("a handler reads the event as the agent writes it, however the caller wrote it", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [{ type: "command", command: "cat >&2; exit 1" }] };
  const input = '{\n  "tool_name": "Bash",\n  "tool_input": { "id": 12345678901234567890 }\n}';
  const { json } = await place.fire("PreToolUse", input, { hooks });
  const { reason } = json.merged;
  for (const part of ['"tool_name":"Bash"', '"tool_input":{"id":12345678901234567890}']) {
    assertEquals(reason.includes(part), true, reason);
  }
});
