/** Decisions as the agent reads them. */
import { assert, assertEquals } from "@std/assert";
import { AGENT_CAP, type Decision, encodeDecision } from "../../src/protocol/decision.ts";

const LONG = "line of text \u{1f600}\n".repeat(3_000);

/** Every decision without its optional fields, and its document. */
const ROWS: readonly (readonly [Decision, unknown])[] = [
  [{ kind: "context", context: "c" }, {
    hookSpecificOutput: { hookEventName: "E", additionalContext: "c" },
  }],
  [{ kind: "context", context: "c", systemMessage: "s" }, {
    hookSpecificOutput: { hookEventName: "E", additionalContext: "c" },
    systemMessage: "s",
  }],
  [{ kind: "input", updatedInput: '{"a":1.0}', systemMessage: "s" }, {
    hookSpecificOutput: { hookEventName: "E", updatedInput: { a: 1 } },
    systemMessage: "s",
  }],
];

/** Decisions whose every text is too long. */
const OVERLONG: readonly Decision[] = [
  { kind: "context", context: LONG, systemMessage: LONG },
  { kind: "input", updatedInput: "{}", systemMessage: LONG },
];

Deno.test("encodeDecision() says nothing when there is nothing to say", () => {
  assertEquals(encodeDecision("E", { kind: "pass" }), "");
});

Deno.test("encodeDecision() writes one document with the incoming event's name and no null", () => {
  for (const [decision, expected] of ROWS) {
    const text = encodeDecision("E", decision);
    assertEquals(JSON.parse(text), expected);
    assertEquals(/null|undefined|\n/.test(text), false, text);
  }
});

Deno.test("encodeDecision() keeps every string under the agent's cap", () => {
  for (const decision of OVERLONG) {
    for (const text of strings(JSON.parse(encodeDecision("E", decision)))) {
      assert(text.length < AGENT_CAP, `${decision.kind}: ${text.length}`);
    }
  }
});

Deno.test("encodeDecision() leaves an input as it was written", () => {
  const updatedInput = '{"b": 1e2, "a":1.0}';
  const text = encodeDecision("E", { kind: "input", updatedInput, systemMessage: "s" });
  assertEquals(text.includes(updatedInput), true);
});

Deno.test("encodeDecision() writes half a character so that it stays valid JSON", () => {
  const text = encodeDecision("E", { kind: "context", context: "a\ud83d" });
  assertEquals(text.includes("\\ud83d"), true);
});

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(strings);
}
