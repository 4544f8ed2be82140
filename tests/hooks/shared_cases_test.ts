/** The shared hook cases, with real shells; what they say in their own words is mapped as their guide says. */
import { assert, assertEquals } from "@std/assert";
import { sharedCases } from "../support/shared.ts";
import { firePlace } from "./fire_support.ts";

interface HookCase {
  readonly id: string;
  readonly event: string;
  readonly note?: string;
  readonly hooks: unknown;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}

const cases: readonly HookCase[] = sharedCases("hook_runner.json")?.cases ?? [];

for (const { id, event, note = "", hooks, input, expected } of cases) {
  for (const words of ["agent", "seed"] as const) {
    Deno.test(`fireVerb() meets shared case ${id} in the ${words}'s words ${note}`, async () => {
      await using place = await firePlace();
      const sent = words === "agent" ? inAgentWords(input) : input;
      const { json, code, stderr } = await place.fire(event, sent, { hooks });
      const { blocked, error, message } = json.merged;
      if ("error" in expected) assertEquals(error, expected.error);
      if (expected.error_equals !== undefined) assertEquals(error, expected.error_equals);
      if (expected.error_contains !== undefined) {
        assert(String(error).includes(String(expected.error_contains)), error);
      }
      if (expected.block !== undefined) assertEquals(blocked, expected.block);
      if (expected.message !== undefined) assertEquals(message, expected.message);
      assertEquals(blocked, error !== null);
      assertEquals(code, blocked ? 2 : 0, stderr);
    });
  }
}

function inAgentWords(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names: Readonly<Record<string, string>> = {
    tool: "tool_name",
    message: "prompt",
    output: "tool_response",
  };
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [names[key] ?? key, value]),
  );
}
