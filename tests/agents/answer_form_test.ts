/** Claude Code's answers as other agents read them: what has no golden case, because handlers of ours never say it. */
import { assert, assertEquals } from "@std/assert";
import { codex } from "../../src/agents/codex.ts";
import { cursor } from "../../src/agents/cursor.ts";
import type { Agent } from "../../src/agents/agent.ts";
import { gemini } from "../../src/agents/gemini.ts";
import { qwen } from "../../src/agents/qwen.ts";
import { joinAnswers, writeAnswer } from "../../src/agents/answer_form.ts";
import type { Fields } from "../../src/base/json_type.ts";
import { seededRandom } from "../support/random.ts";

const own = (fields: Fields) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
});
const ROWS: readonly (readonly [string, Agent, string, Fields, unknown])[] = [
  [
    "an ask is a denial where nobody is asked",
    codex,
    "PreToolUse",
    own({
      permissionDecision: "ask",
      permissionDecisionReason: "why",
    }),
    own({ permissionDecision: "deny", permissionDecisionReason: "why" }),
  ],
  [
    "so is what is put off",
    codex,
    "PreToolUse",
    own({ permissionDecision: "defer" }),
    own({
      permissionDecision: "deny",
    }),
  ],
  [
    "allow without another input says nothing",
    codex,
    "PreToolUse",
    own({
      permissionDecision: "allow",
      permissionDecisionReason: "fine",
    }),
    null,
  ],
  ["a stop at a tool's gate is a denial", codex, "PreToolUse", {
    continue: false,
    stopReason: "no",
    suppressOutput: true,
  }, own({ permissionDecision: "deny", permissionDecisionReason: "no" })],
  [
    "a denial stays one",
    codex,
    "PreToolUse",
    own({ permissionDecision: "deny" }),
    own({
      permissionDecision: "deny",
    }),
  ],
  ["a reason without a decision goes", codex, "PostToolUse", { reason: "x" }, null],
  [
    "where a permission stands on top, so does a denial",
    gemini,
    "PreToolUse",
    own({ permissionDecision: "ask", permissionDecisionReason: "why" }),
    { decision: "deny", reason: "why" },
  ],
  [
    "an ask stays where somebody is asked",
    qwen,
    "PreToolUse",
    own({ permissionDecision: "ask" }),
    own({ permissionDecision: "ask" }),
  ],
  [
    "what Codex does not know goes",
    codex,
    "UserPromptSubmit",
    { terminalSequence: "x", hookSpecificOutput: { sessionTitle: "t", additionalContext: "c" } },
    { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "c" } },
  ],
  [
    "who does not listen hears nothing",
    cursor,
    "UserPromptSubmit",
    own({
      additionalContext: "x",
    }),
    null,
  ],
];

for (const [what, agent, event, answer, expected] of ROWS) {
  Deno.test(what, () => {
    const given = agent === gemini ? "Given" : event;
    const text = writeAnswer(agent, { given, event }, answer);
    assertEquals(text === "" ? null : JSON.parse(text), expected);
  });
}

Deno.test("no text of an answer to Codex is over 10,000 bytes, and none is cut that is under 9,500", () => {
  const { pick, below } = seededRandom(18);
  for (let round = 0; round < 300; round++) {
    const piece = pick(["a", "ä", "设", "😀", "line\n"]);
    const text = piece.repeat(below(9_000)) + "x".repeat(below(3_000));
    const written = writeAnswer(
      codex,
      { given: "SessionStart", event: "SessionStart" },
      own({
        additionalContext: text,
      }),
    );
    const said: string = written === ""
      ? ""
      : JSON.parse(written).hookSpecificOutput.additionalContext;
    const size = (one: string) => new TextEncoder().encode(one).length;
    assert(size(said) < 10_000, `${size(said)} bytes`);
    if (size(text) <= 9_500) assertEquals(said, text);
    assert(said.isWellFormed());
  }
});

Deno.test("answers of one event are joined, none lost", () => {
  const [one, two] = ["a", "b"].map((word) =>
    JSON.stringify({ ...own({ additionalContext: word }), systemMessage: word })
  );
  assertEquals(joinAnswers([one!, "", two!]), {
    hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "a\n\nb" },
    systemMessage: "a\nb",
  });
});
